/** `pennypost list ...`: mailing lists. list-export.ts exports their subscribers. */
import { type Command, Option } from 'commander'
import type { Db } from '../db/db.ts'
import { deleteList, type ListChanges, makeList } from '../domain/lists/add-list.ts'
import { archiveList, restoreList } from '../domain/lists/archive-list.ts'
import { usesOfList } from '../domain/lists/lists.sql.ts'
import { setTracking, type Tracking } from '../domain/tracking/anonymous-lists.ts'
import {
  editTrackedList,
  type TrackedList,
  trackedList,
  trackedLists,
} from '../domain/tracking/tracked-lists.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { chosenId, idOf } from './arguments.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import { CommandFailed, type Context } from './context.ts'
import { registerExport } from './list-export.ts'
import { count } from './long-work.ts'

interface NewListOptions extends AccountOption {
  fromEmail: string
  fromName?: string
  description?: string
  characterSet?: string
  tracking: Tracking
  id?: number
}

type ChangeOptions = AccountOption & ListChanges & { tracking?: Tracking }

export function register(list: Command, context: Context): void {
  const one = (name: string) =>
    withAccount(list.command(name)).argument('<id>', 'which list', idOf('list'))

  withAccount(list.command('list'))
    .description('List the mailing lists with how many are on each.')
    .addHelpText('after', '\nExample:\n  $ pennypost list list')
    .action((options: AccountOption) => all(context, options))

  withAccount(list.command('show'))
    .argument('[id]', 'which list', idOf('list'))
    .description('Show a mailing list with how many are on it.')
    .addHelpText('after', '\nExample:\n  $ pennypost list show 1 --json')
    // Without an id it lists all of them, as before `list list` existed.
    .action((id: number | undefined, options: AccountOption) =>
      id === undefined ? all(context, options) : show(context, id, options),
    )

  withAccount(list.command('add'))
    .argument('<name>', 'its name')
    .requiredOption('--from-email <address>', 'the address that its emails come from')
    .option('--from-name <name>', 'the name beside that address; otherwise the name of the list')
    .option('--description <text>', 'what it is about')
    .option('--character-set <name>', 'what its emails are written in; otherwise iso-8859-1')
    .addOption(trackingOption().default('personal'))
    .addOption(chosenId('list'))
    .description('Make a mailing list and show its id.')
    .addHelpText(
      'after',
      `
Example:
  $ pennypost list add "Customers" --from-email news@example.com --from-name "The Shop"`,
    )
    .action((name: string, options: NewListOptions) => add(context, name, options))

  one('edit')
    .alias('change')
    .option('--name <name>', 'its name')
    .option('--from-email <address>', 'the address that its emails come from')
    .option('--from-name <name>', 'the name beside that address')
    .option('--description <text>', 'what it is about')
    .option('--character-set <name>', 'what its emails are written in')
    .addOption(trackingOption())
    .description('Change a mailing list. Existing sendings keep their sender.')
    .addHelpText(
      'after',
      `
Emails sent while tracking was anonymous stay anonymous.

Examples:
  $ pennypost list edit 1 --name "Customers, Sweden" --from-name "The Shop"
  $ pennypost list edit 1 --tracking anonymous`,
    )
    .action((id: number, options: ChangeOptions) => edit(context, id, options))

  withYes(one('remove'))
    .description(
      'Remove a mailing list with its subscriptions. Subscribers, sendings and reports are kept.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost list remove 3')
    .action((id: number, options: AccountOption & YesOption) => remove(context, id, options))

  one('archive')
    .description('Hide a mailing list. It keeps its subscribers, and nothing is sent to it.')
    .addHelpText('after', '\nExample:\n  $ pennypost list archive 3')
    .action((id: number, options: AccountOption) => archive(context, id, options))

  one('restore')
    .description('Take a mailing list out of the archive.')
    .addHelpText('after', '\nExample:\n  $ pennypost list restore 3')
    .action((id: number, options: AccountOption) => restore(context, id, options))

  registerExport(list, context)
}

async function archive(context: Context, id: number, options: AccountOption): Promise<void> {
  await forAccount(context, options, (db, account) => archiveList(db, account.id, id))
  if (options.json) return context.printJson({ id, archived: true })
  context.print(`List ${id} is archived. To have it back: pennypost list restore ${id}`)
}

async function restore(context: Context, id: number, options: AccountOption): Promise<void> {
  await forAccount(context, options, (db, account) => restoreList(db, account.id, id))
  if (options.json) return context.printJson({ id, archived: false })
  context.print(`List ${id} is in use again.`)
}

const trackingOption = () =>
  new Option(
    '--tracking <how>',
    'personal: who opened and clicked is known; anonymous: only how often; off: nothing, no pixel ' +
      'and links as written',
  ).choices(['personal', 'anonymous', 'off'])

async function add(context: Context, name: string, options: NewListOptions): Promise<void> {
  const { fromEmail, fromName = name, description = '', characterSet = '', tracking } = options
  const id = await forAccount(context, options, async (db, account) => {
    const list = { name, fromName, fromEmail, description, characterSet }
    const made = await makeList(db, account.id, list, options)
    if (tracking !== undefined) await setTracking(db, account.id, made, tracking)
    return made
  })
  if (options.json) context.printJson({ id, name: name.trim() })
  else context.print(`The list ${name.trim()} was made. Its id is ${id}.`)
}

async function edit(context: Context, id: number, options: ChangeOptions): Promise<void> {
  const { tracking, account, json, ...changes } = options
  if (tracking === undefined && Object.keys(changes).length === 0)
    throw new CommandFailed('Nothing to change: give --name, --from-email, --from-name, ...')
  const changed = await forAccount(context, options, async (db, { id: accountId }) => {
    await editTrackedList(db, accountId, id, { ...changes, ...(tracking && { tracking }) })
    return trackedList(db, accountId, id)
  })
  if (json) return context.printJson(facts(changed))
  const { name, fromName, fromEmail } = changed
  context.print(`List ${id} is ${name}, from ${fromName} <${fromEmail}>.`)
  if (tracking !== undefined)
    context.print(
      tracking === 'off'
        ? 'Its emails are not tracked from now on.'
        : `It is tracked ${tracking === 'anonymous' ? 'anonymously' : 'by person'} from now on.`,
    )
}

async function remove(
  context: Context,
  id: number,
  options: AccountOption & YesOption,
): Promise<void> {
  const removed = await forAccount(context, options, async (db, { id: accountId }) => {
    const list = await trackedList(db, accountId, id)
    await confirmed(
      context,
      options,
      `${list.name}: ${await touched(db, accountId, list)}.`,
      'Remove the list',
    )
    await deleteList(db, accountId, id)
    return list
  })
  if (options.json) context.printJson({ id, name: removed.name, removed: true })
  else context.print(`The list ${removed.name} was removed.`)
}

/** What the removal of the list affects. */
async function touched(
  db: Db,
  accountId: number,
  { id, subscribers }: TrackedList,
): Promise<string> {
  const { newsletters, triggers, sendings } = await usesOfList(db, { accountId, listId: id })
  const of = (number: number, one: string) => `${count(number)} ${one}${number === 1 ? '' : 's'}`
  return [
    `${of(subscribers, 'subscription')} ${subscribers === 1 ? 'is removed' : 'are removed'}`,
    ...(sendings > 0
      ? [`${of(sendings, 'sending')} to it ${sendings === 1 ? 'is' : 'are'} not finished`]
      : []),
    ...(triggers > 0 ? [`${of(triggers, 'trigger')} of it will stop`] : []),
    ...(newsletters > 0
      ? [`${of(newsletters, 'newsletter')} ${newsletters === 1 ? 'is' : 'are'} meant for it`]
      : []),
  ].join(', ')
}

async function show(context: Context, id: number, options: AccountOption): Promise<void> {
  const found = await forAccount(context, options, (db, account) => trackedList(db, account.id, id))
  if (options.json) return context.printJson(facts(found))
  for (const [name, value] of Object.entries(facts(found)))
    context.print(`${`${name}:`.padEnd(14)}${value}`.trimEnd())
}

async function all(context: Context, options: AccountOption): Promise<void> {
  const lists = await forAccount(context, options, (db, { id }) => trackedLists(db, id))
  if (options.json) return context.printJson(lists.map(facts))
  if (lists.length === 0)
    return context.print(
      'There are no lists yet. To make one: pennypost list add NAME --from-email ADDRESS',
    )
  const width = Math.max(4, ...lists.map(({ name }) => name.length))
  context.print(`${'Id'.padStart(6)}  ${'Name'.padEnd(width)}  Subscribers  From`)
  for (const { id, name, subscribers, fromName, fromEmail, archived } of lists)
    context.print(
      `${String(id).padStart(6)}  ${name.padEnd(width)}  ` +
        `${String(subscribers).padStart(11)}  ${fromName} <${fromEmail}>` +
        `${archived === null ? '' : '  archived'}`,
    )
}

const facts = ({ created, archived, ...list }: TrackedList) => ({
  ...list,
  created: formatInstant(created),
  ...(archived !== null && { archived: formatInstant(archived) }),
})
