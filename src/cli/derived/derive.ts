/**
 * Derives commands from a table of actions: arguments, options, choices, defaults, help and
 * `--json`. The terminal's own parts are added: the text of answers, examples, confirmation.
 */
import { type Command, Option } from 'commander'
import {
  type ActionCall,
  type AnyAction,
  answerTo,
  checkedInput,
  wordsOf,
} from '../../actions/action.ts'
import type { Store } from '../../db/db.ts'
import { type AccountOption, accountMeant, withAccount } from '../account-option.ts'
import { number, textOfFile, urlGiven } from '../arguments.ts'
import { confirmed, withYes, type YesOption } from '../confirm.ts'
import { CommandFailed, type Context } from '../context.ts'
import { callOf, inStore } from './acting.ts'
import {
  aboutOf,
  argumentOf,
  type CommandField,
  fieldsOf,
  givenBy,
  hasPages,
  isNone,
  type OptionStyle,
  optionsOf,
  type RawInput,
} from './fields.ts'
import { pagesOf, rowsOf, withoutPage, writeRows } from './rows.ts'
import type { AnyShown, CommandsOf, Terminal } from './shown.ts'

type Options = AccountOption & YesOption & Record<string, unknown> & { file?: string }

/** Adds the commands of a noun to its group, in the order of its table. */
export function derive<const Actions extends readonly AnyAction[]>(
  group: Command,
  context: Context,
  actions: Actions,
  commands: NoInfer<CommandsOf<Actions>>,
): void {
  for (const action of actions) {
    const shown = (commands as Record<string, AnyShown>)[action.command ?? '']
    if (shown) addCommand(group, context, actions, action, shown)
  }
}

function addCommand(
  group: Command,
  context: Context,
  actions: readonly AnyAction[],
  action: AnyAction,
  shown: AnyShown,
): void {
  const fields = fieldsOf(action, shown.flags, shown.several).filter(
    ({ name }) =>
      name !== shown.owner &&
      !(shown.files && name in shown.files) &&
      !shown.made?.includes(name) &&
      !(shown.file?.only && name === shown.file.of),
  )
  const words = wordsOf(action.command!)
  const named = [...action.command!.matchAll(/<(\w+)>/g)].map(([, name]) => name)
  const isOptional = ({ name }: CommandField) =>
    name === shown.file?.of ||
    shown.optional?.includes(name) ||
    (name === 'url' && shown.secretUrl !== undefined)
  const places = [
    ...fields.filter(({ part }) => part === 'params'),
    ...named.map(name => fields.find(one => one.part !== 'params' && one.name === name)!),
  ]
  const { isDefault = false } = shown
  const command = groupOf(group, words).command(words.split(' ').at(-1)!, { isDefault })
  if (shown.owner)
    command.option('--account <username>', 'whose it is; without it, of all accounts')
  if (action.installation) command.option('--json', 'as JSON, for programs')
  else withAccount(command)
  command.description(action.about).addHelpText('after', helpOf(shown))
  if (shown.alias) command.alias(shown.alias)
  for (const field of places) {
    const argument = argumentOf(field, field.required && !isOptional(field))
    const read = shown.read?.[field.name]
    command.addArgument(read ? argument.argParser(read) : argument)
  }
  for (const field of fields.filter(one => !places.includes(one)))
    for (const option of optionsOf(field, !isOptional(field), writtenBy(shown, field)))
      command.addOption(option)
  for (const [name, flag] of Object.entries(shown.files ?? {}))
    command.option(`--${flag} <file>`, `${aboutOf(action, name)}; - for standard input`)
  if (shown.file) command.addOption(fileOption(shown.file))
  if (shown.ask) withYes(command)
  shown.options?.(command)
  const pageSize = usualLimit(action)
  if (pageSize) command.addOption(limitOption(shown.all || shown.each ? undefined : pageSize))

  command.action(async (...all: unknown[]) => {
    const options = all.at(-2) as Options
    const given = gathered(fields, places, all, options)
    if (shown.file) {
      const { of, called } = shown.file
      given.body[of] = fromFile(given.body[of], called, options)
    }
    for (const [name, flag] of Object.entries(shown.files ?? {})) {
      const file = options[new Option(`--${flag}`).attributeName()]
      if (file !== undefined) given.body[name] = textOfFile(file as string).trim()
    }
    await shown.prepare?.(context, given.body, options)
    if (shown.secretUrl)
      given.body.url = await urlGiven(context, options.url as string | undefined, shown.secretUrl)
    if (action.route.startsWith('PATCH ') && Object.keys(given.body).length === 0)
      throw new CommandFailed(nothingToChange(command))
    await carriedOut(context, actions, action, shown, given, options)
  })
}

const fileOption = ({ called, only }: NonNullable<AnyShown['file']>): Option =>
  new Option(
    '--file <file>',
    `the ${called} from a file, - for standard input`,
  ).makeOptionMandatory(only ?? false)

const writtenBy = ({ read, switches }: AnyShown, { name }: CommandField): OptionStyle => ({
  read: read?.[name],
  isSwitch: switches?.includes(name),
})

/** `sms price add` is in the group `sms price`, which register() describes. */
const groupOf = (group: Command, words: string): Command =>
  words
    .split(' ')
    .slice(1, -1)
    .reduce((of, word) => of.commands.find(one => one.name() === word) ?? of.command(word), group)

async function carriedOut(
  context: Context,
  actions: readonly AnyAction[],
  action: AnyAction,
  shown: AnyShown,
  raw: RawInput,
  options: Options,
): Promise<void> {
  checkedInput(action, raw)
  await inStore(context, [action], options, async here => {
    here.readPicture = shown.pictures?.(options)
    await addOwner(here.db, action, shown, raw, options)
    const given = checkedInput(action, raw)
    const call = callOf(actions, here)
    const terminal = {
      print: context.print,
      progress: context.progress,
      given,
      call,
      options,
      here,
    } as unknown as Terminal<readonly AnyAction[], never>
    if (shown.each) return eachRow(context, action, here, shown, raw, options)
    const asked = await shown.ask?.(terminal)
    if (asked) await confirmed(context, options, asked.facts, asked.what)
    const answer = (await answerFor(context, action, here, raw, options)) as never
    const wrong = shown.failed?.(answer, terminal)
    if (wrong !== undefined) throw new CommandFailed(wrong)
    const whole = await withBeside(answer, shown, terminal)
    if (shown.isWrong?.(whole)) process.exitCode = 1
    if (options.json) return context.printJson(withoutPage(whole) ?? {})
    if (asked?.done) context.print(asked.done)
    await shown.text?.(whole, terminal)
  })
}

async function withBeside(
  answer: never,
  { beside }: AnyShown,
  terminal: Terminal<readonly AnyAction[], never>,
): Promise<never> {
  const values = await beside?.(answer, terminal)
  return values === undefined ? answer : ({ ...(answer as object), ...values } as never)
}

async function addOwner(
  db: Store,
  { query }: AnyAction,
  { owner, owned }: AnyShown,
  raw: RawInput,
  { account }: Options,
): Promise<void> {
  const part = raw[query ? 'query' : 'body']
  if (!owner || (account === undefined && !(owned && part[owned] != null))) return
  part[owner] = (await accountMeant(db, account)).id
}

async function eachRow(
  { print }: Context,
  action: AnyAction,
  call: ActionCall,
  { each, none }: AnyShown,
  given: RawInput,
  { json, limit }: Options,
): Promise<void> {
  const pages = pagesOf(action, call, given, limit as number | undefined)
  const rows = await writeRows(pages, json ? row => JSON.stringify(row) : each!)
  if (rows === 0 && !json && none) print(none(checkedInput(action, given) as never))
}

const answerFor = (
  context: Context,
  action: AnyAction,
  call: ActionCall,
  given: RawInput,
  { limit }: Options,
): Promise<unknown> =>
  usualLimit(action)
    ? rowsOf(context, action, call, given, limit as number | undefined)
    : answerTo(action, call, checkedInput(action, given))

/** The given values, by part of the input; those of a query are texts. */
function gathered(
  fields: CommandField[],
  places: CommandField[],
  args: unknown[],
  options: Options,
): RawInput {
  const given: RawInput = { params: {}, query: {}, body: {} }
  for (const field of fields) {
    const place = places.indexOf(field)
    const text = place === -1 ? givenBy(field, options) : args[place]
    const value = isNone(field.schema, text) ? null : text
    if (value === undefined) continue
    given[field.part][field.name] = field.part === 'query' ? String(value) : value
  }
  return given
}

function fromFile(argument: unknown, name: string, { file }: Options): unknown {
  if ((argument === undefined) === (file === undefined))
    throw new CommandFailed(`Give the ${name} in quotes, or a file that contains it with --file.`)
  return argument ?? textOfFile(file!).replace(/^\ufeff/, '')
}

const nothingToChange = ({ options }: Command): string => {
  const flags = options.map(({ long }) => long).filter(long => !OWN.includes(long!))
  return `Nothing to change: give ${flags.slice(0, 3).join(', ')}, ...`
}

const OWN = ['--account', '--json']

/** Of an answer in pages. */
const usualLimit = ({ query }: AnyAction): number | undefined =>
  hasPages(query) ? (query?.safeParse({}).data as { limit?: number } | undefined)?.limit : undefined

const limitOption = (usual: number | undefined): Option =>
  new Option('--limit <number>', usual ? 'how many' : 'how many; otherwise all')
    .argParser(number)
    .default(usual)

function helpOf({ notes, examples }: AnyShown): string {
  const lines = examples.map(line => `\n  $ pennypost ${line}`).join('')
  return `${notes ? `\n${notes}\n` : ''}\nExample${examples.length > 1 ? 's' : ''}:${lines}`
}
