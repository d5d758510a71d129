/**
 * `pennypost filter ...`: named conditions on subscribers, for sendings and for blocks of a
 * newsletter. docs/filters.md describes the language.
 */
import type { Command } from 'commander'
import type { Db } from '../db/db.ts'
import type { Condition } from '../domain/filters/condition.ts'
import { filtersOfAccount } from '../domain/filters/filters.sql.ts'
import { countMatching, sampleMatching } from '../domain/filters/matching.ts'
import {
  addNamedFilter,
  conditionOf,
  conditionText,
  dropFilter,
  editFilter,
  requireFilters,
} from '../domain/filters/save-filter.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { chosenId, idOf, number, textOfFile } from './arguments.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import { CommandFailed, type Context } from './context.ts'

interface FileOption extends AccountOption {
  file?: string
}

interface CountOption extends AccountOption {
  list?: number
}

interface ShowOption extends AccountOption {
  sample?: number
}

const MOST_SAMPLE = 1000
const filterId = idOf('filter')

export function register(filter: Command, context: Context): void {
  withAccount(filter.command('add'))
    .argument('<name>', 'its name')
    .argument('[condition]', 'the condition; or use --file')
    .option('--file <file>', 'the condition from a file, - for standard input')
    .addOption(chosenId('filter'))
    .description('Save a filter.')
    .addHelpText(
      'after',
      `
Examples:
  $ pennypost filter add "Lund or lately" 'country = "46" and (DD5 contains "Lund" or clicked \
within 90 days) and not on list 7'
  $ pennypost filter add Sleeping 'not opened within 90 days'`,
    )
    .action((name: string, condition: string | undefined, options: FileOption) =>
      add(context, name, condition, options),
    )

  withAccount(filter.command('edit'))
    .argument('<id>', 'which filter', filterId)
    .argument('[condition]', 'the new condition; or use --file')
    .option('--file <file>', 'the condition from a file, - for standard input')
    .description('Change the condition of a filter. Earlier sendings keep the former one.')
    .addHelpText('after', `\nExample:\n  $ pennypost filter edit 3 'not opened within 60 days'`)
    .action((id: number, condition: string | undefined, options: FileOption) =>
      edit(context, id, condition, options),
    )

  withAccount(filter.command('list'))
    .description('List the filters.')
    .addHelpText('after', '\nExample:\n  $ pennypost filter list --json')
    .action((options: AccountOption) => list(context, options))

  withAccount(filter.command('count'))
    .argument(
      '<id...>',
      'which filters; of several, who matches all of them',
      (text, ids: number[] = []) => [...ids, filterId(text)],
    )
    .option('--list <id>', 'only those on this list', idOf('list'))
    .description('Count who matches.')
    .addHelpText('after', '\nExample:\n  $ pennypost filter count 3 5 --list 1')
    .action((ids: number[], options: CountOption) => count(context, ids, options))

  withAccount(filter.command('show'))
    .argument('<id>', 'which filter', filterId)
    .option('--sample <number>', 'show this many subscribers who match', number)
    .description('Show the condition of a filter, and subscribers who match it.')
    .addHelpText('after', '\nExample:\n  $ pennypost filter show 3 --sample 10')
    .action((id: number, options: ShowOption) => show(context, id, options))

  withAccount(filter.command('check'))
    .argument('[condition]', 'the condition; or use --file')
    .option('--file <file>', 'the condition from a file, - for standard input')
    .description('Say how a condition is understood and how many match it, and save nothing.')
    .addHelpText(
      'after',
      `\nExample:\n  $ pennypost filter check 'domain = "example.com" and DD5 is not empty'`,
    )
    .action((condition: string | undefined, options: FileOption) =>
      check(context, condition, options),
    )

  withYes(withAccount(filter.command('remove')))
    .argument('<id>', 'which filter', filterId)
    .description('Remove a filter. Sendings that were made with it keep it.')
    .addHelpText('after', '\nExample:\n  $ pennypost filter remove 3')
    .action((id: number, options: AccountOption & YesOption) => remove(context, id, options))
}

function given(condition: string | undefined, { file }: FileOption): string {
  if ((condition === undefined) === (file === undefined))
    throw new CommandFailed('Give the condition in quotes, or a file that contains it with --file.')
  return condition ?? textOfFile(file!).replace(/^\ufeff/, '')
}

async function add(
  context: Context,
  name: string,
  text: string | undefined,
  options: FileOption & { id?: number },
): Promise<void> {
  const source = given(text, options)
  const { id, numbers } = await forAccount(context, options, async (db, account) => {
    const id = await addNamedFilter(db, account.id, name, source, options)
    return { id, numbers: await countOf(db, account.id, [id]) }
  })
  if (options.json) return context.printJson({ id, ...numbers })
  context.print(`Filter ${id} was saved: ${people(numbers)}.`)
  context.print(`To send by it: pennypost send --newsletter ID --filter ${id}`)
}

async function edit(
  context: Context,
  id: number,
  text: string | undefined,
  options: FileOption,
): Promise<void> {
  const source = given(text, options)
  const numbers = await forAccount(context, options, async (db, account) => {
    await editFilter(db, account.id, id, { source })
    return countOf(db, account.id, [id])
  })
  if (options.json) return context.printJson({ id, ...numbers })
  context.print(`Filter ${id} was changed: ${people(numbers)}.`)
}

async function list(context: Context, options: AccountOption): Promise<void> {
  const filters = await forAccount(context, options, async (db, { id }) => {
    const rows = await filtersOfAccount(db, { accountId: id })
    return Promise.all(
      rows.map(async row => ({
        id: row.id,
        name: row.name,
        condition: await conditionText(db, id, JSON.parse(row.condition)),
      })),
    )
  })
  if (options.json) return context.printJson(filters)
  if (filters.length === 0)
    return context.print(
      'There are no filters yet. To save one: pennypost filter add NAME CONDITION',
    )
  for (const { id, name, condition } of filters)
    context.print(`${String(id).padStart(5)}  ${name}: ${condition}`)
}

async function count(context: Context, ids: number[], options: CountOption): Promise<void> {
  const numbers = await forAccount(context, options, (db, { id }) =>
    countOf(db, id, ids, options.list),
  )
  if (options.json) return context.printJson(numbers)
  context.print(
    `${people(numbers)}${options.list === undefined ? '' : ` on list ${options.list}`}.`,
  )
}

async function show(context: Context, id: number, options: ShowOption): Promise<void> {
  if ((options.sample ?? 0) > MOST_SAMPLE)
    throw new CommandFailed(`A sample has at most ${MOST_SAMPLE} people.`)
  const shown = await forAccount(context, options, async (db, account) => {
    const [filter] = await requireFilters(db, account.id, [id])
    const { name, condition } = filter!
    const sample =
      options.sample === undefined
        ? undefined
        : await sampleMatching(db, account.id, [condition], Math.floor(options.sample))
    return {
      id,
      name,
      condition: await conditionText(db, account.id, condition),
      ...(await counted(db, account.id, [condition])),
      sample,
    }
  })
  if (options.json) return context.printJson(shown)
  context.print(`${shown.name}, filter ${id}`)
  context.print(`  ${shown.condition}`)
  context.print(`${people(shown)}.`)
  for (const { id: person, email, name } of shown.sample ?? [])
    context.print(`${String(person).padStart(9)}  ${email}${name === '' ? '' : `  ${name}`}`)
}

async function check(
  context: Context,
  text: string | undefined,
  options: FileOption,
): Promise<void> {
  const source = given(text, options)
  const checked = await forAccount(context, options, async (db, { id }) => {
    const condition = await conditionOf(db, id, source)
    return {
      condition: await conditionText(db, id, condition),
      ...(await counted(db, id, [condition])),
    }
  })
  if (options.json) return context.printJson(checked)
  context.print(`Understood as: ${checked.condition}`)
  context.print(`${people(checked)}.`)
}

async function remove(
  context: Context,
  id: number,
  options: AccountOption & YesOption,
): Promise<void> {
  await forAccount(context, options, async (db, account) => {
    const [filter] = await requireFilters(db, account.id, [id])
    await confirmed(
      context,
      options,
      `${filter!.name}: new sendings can't be made with it.`,
      'Remove it',
    )
    await dropFilter(db, account.id, id)
  })
  if (options.json) return context.printJson({ id, removed: true })
  context.print(`Filter ${id} was removed.`)
}

async function countOf(db: Db, accountId: number, ids: number[], listId?: number) {
  const filters = await requireFilters(db, accountId, ids)
  if (listId !== undefined) await conditionOf(db, accountId, `on list ${listId}`)
  return counted(
    db,
    accountId,
    filters.map(({ condition }) => condition),
    listId,
  )
}

async function counted(db: Db, accountId: number, conditions: Condition[], listId?: number) {
  return countMatching(db, accountId, conditions, { listId })
}

const people = ({ matching, of }: { matching: number; of: number }): string =>
  `${matching} of ${of} ${of === 1 ? 'subscriber' : 'subscribers'} ` +
  `${matching === 1 ? 'matches' : 'match'}`
