/** `pennypost trigger add`, `check` and `edit`: triggers from a file. */
import { type Command, InvalidArgumentError } from 'commander'
import { checkTrigger, problemText } from '../domain/triggers/check-trigger.ts'
import { namesIn } from '../domain/triggers/draw-names.ts'
import type { Definition } from '../domain/triggers/language/definition.ts'
import type { Problem } from '../domain/triggers/language/definition-source.ts'
import { drawTrigger } from '../domain/triggers/language/draw-trigger.ts'
import { addNewTrigger, editTrigger, PEOPLE, type People } from '../domain/triggers/save-trigger.ts'
import { serviceOrigin } from '../settings/service-origin.ts'
import { refuseMessagesToNowhere } from '../use-cases/relays/relays.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { chosenId, idOf, textOfFile } from './arguments.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'
import { relaysOf } from './secret.ts'

interface FileOptions extends AccountOption {
  file: string
  id?: number
  local?: boolean
  people?: People
  paused?: boolean
}

const FILE = ['--file <file>', 'the trigger, in YAML or JSON; - for standard input'] as const

export function register(trigger: Command, context: Context): void {
  withAccount(trigger.command('add'))
    .requiredOption(...FILE)
    .addOption(chosenId('trigger'))
    .option(
      '--local',
      'allow links that only this machine can follow, where the relay is on this machine too',
    )
    .option('--paused', 'let it wait for `trigger resume`')
    .description('Save a trigger. It runs from now on.')
    .addHelpText('after', '\nExample:\n  $ pennypost trigger add --file welcome.yaml')
    .action((options: FileOptions) => add(context, options))

  withAccount(trigger.command('check'))
    .requiredOption(...FILE)
    .option('--id <id>', 'as a new version of this trigger', idOf('trigger'))
    .description('Report errors of a trigger by line and column, or draw it. Saves nothing.')
    .addHelpText(
      'after',
      '\nThe exit code is 1 when something is wrong.\n\nExample:\n' +
        '  $ pennypost trigger check --file welcome.yaml',
    )
    .action((options: FileOptions) => check(context, options))

  withAccount(trigger.command('edit').argument('<id>', 'which trigger', idOf('trigger')))
    .requiredOption(...FILE)
    .option(
      '--people <which>',
      `what happens to subscribers in the trigger: ${PEOPLE.join(', ')}`,
      (text: string) => {
        if (!(PEOPLE as readonly string[]).includes(text))
          throw new InvalidArgumentError(`It is ${PEOPLE.join(', ')}.`)
        return text
      },
    )
    .description('Make a new version of a trigger, for subscribers who enter from now on.')
    .addHelpText(
      'after',
      `
finish: each on the version they have. end: their runs end, \
and they may enter anew as the trigger says.
move: they go on by the new version from the step where they stand, \
if it has a step of that name that does the same kind of thing; who stands
elsewhere finishes.

Example:
  $ pennypost trigger edit 2 --file welcome.yaml --people move`,
    )
    .action((id: number, options: FileOptions) => edit(context, id, options))
}

async function add(context: Context, options: FileOptions): Promise<void> {
  const source = textOfFile(options.file)
  const config = context.config()
  const { id, definition, notes, sandbox } = await forAccount(
    context,
    options,
    async (db, account) => {
      const { sandbox } = await refuseMessagesToNowhere(db, relaysOf(db, config), options.local)
      return {
        ...(await addNewTrigger(db, account.id, source, options.paused, options)),
        sandbox,
      }
    },
  )
  if (options.json) return context.printJson({ id, name: definition.name, version: 1, notes })
  printNotes(context, notes)
  context.print(
    options.paused
      ? `Trigger ${id}, ${definition.name}, was saved. To begin: pennypost trigger resume ${id}`
      : `Trigger ${id}, ${definition.name}, runs from now on. ${beginning(definition)}`,
  )
  if (sandbox) context.print(`The sandbox keeps its emails: ${serviceOrigin(config.http)}/sandbox`)
  context.print(`To see its subscribers: pennypost trigger show ${id}`)
}

function printNotes(context: Context, notes: readonly Problem[]): void {
  for (const note of notes) context.print(`look   ${problemText(note)}`)
}

const beginning = ({ start, listId }: Definition): string =>
  start.on === 'joined'
    ? `New subscribers of list ${listId} enter; existing ones do not.`
    : `It is for the subscribers of list ${listId}.`

async function check(context: Context, options: FileOptions): Promise<void> {
  const source = textOfFile(options.file)
  const { problems, notes, drawing, name } = await forAccount(
    context,
    options,
    async (db, { id: accountId }) => {
      const { definition, ...checked } = await checkTrigger(db, accountId, source, options.id)
      const drawing = definition
        ? drawTrigger(definition, await namesIn(db, accountId, definition))
        : []
      return { ...checked, drawing, name: definition?.name }
    },
  )
  if (problems.length > 0) process.exitCode = 1
  if (options.json) return context.printJson({ ok: problems.length === 0, problems, notes })
  for (const problem of problems) context.print(`wrong  ${problemText(problem)}`)
  printNotes(context, notes)
  if (problems.length > 0) return
  context.print(`ok     ${name}`)
  for (const line of ['', ...drawing]) context.print(line)
}

async function edit(context: Context, id: number, options: FileOptions): Promise<void> {
  const source = textOfFile(options.file)
  const changed = await forAccount(context, options, (db, account) =>
    editTrigger(db, account.id, id, source, options.people),
  )
  if (options.json) return context.printJson({ id, ...changed })
  const { version, moved, finishing, notes } = changed
  printNotes(context, notes)
  const subscribers = (number: number) =>
    `${count(number)} ${number === 1 ? 'subscriber' : 'subscribers'}`
  context.print(`Trigger ${id} has version ${version} now.`)
  if (changed.ended > 0) context.print(`${subscribers(changed.ended)} left it.`)
  if (moved > 0) context.print(`${subscribers(moved)} moved to the new version.`)
  if (finishing > 0) context.print(`${subscribers(finishing)} finish the version they entered.`)
}
