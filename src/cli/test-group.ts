/** `pennypost test-group ...`: the recipients of test emails. */
import type { Command } from 'commander'
import { addToTestGroup, removeFromTestGroup } from '../domain/test-groups/keep-test-group.ts'
import { testGroups } from '../domain/test-groups/test-groups.sql.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import { CommandFailed, type Context } from './context.ts'

export function register(group: Command, context: Context): void {
  withAccount(group.command('add'))
    .argument('<group>', 'its name')
    .argument('<address...>', 'who shall be in it')
    .description('Put addresses into a test group; the first makes the group.')
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost test-group add office ada@example.com bo@example.com',
    )
    .action((name: string, addresses: string[], options: AccountOption) =>
      add(context, name, addresses, options),
    )

  withAccount(group.command('list'))
    .description('List the test groups with their addresses.')
    .addHelpText('after', '\nExample:\n  $ pennypost test-group list --json')
    .action((options: AccountOption) => list(context, options))

  withYes(withAccount(group.command('remove')))
    .argument('<group>', 'its name')
    .argument('[address...]', 'addresses to remove; without any, the whole group is removed')
    .description('Take addresses out of a test group, or the group away.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost test-group remove office bo@example.com\n' +
        '  $ pennypost test-group remove office',
    )
    .action((name: string, addresses: string[], options: AccountOption & YesOption) =>
      remove(context, name, addresses, options),
    )
}

async function add(
  context: Context,
  name: string,
  addresses: string[],
  options: AccountOption,
): Promise<void> {
  const size = await forAccount(context, options, (db, { id }) =>
    addToTestGroup(db, id, name, addresses),
  )
  if (options.json) return context.printJson({ group: name.trim(), addresses: size })
  context.print(
    `The test group ${name.trim()} has ${size} ${size === 1 ? 'address' : 'addresses'}.`,
  )
}

async function list(context: Context, options: AccountOption): Promise<void> {
  const rows = await forAccount(context, options, (db, { id }) => testGroups(db, { accountId: id }))
  const groups = new Map<string, string[]>()
  for (const { name, email } of rows) groups.set(name, [...(groups.get(name) ?? []), email])
  if (options.json)
    return context.printJson([...groups].map(([group, addresses]) => ({ group, addresses })))
  if (groups.size === 0)
    return context.print(
      'There are no test groups yet. To make one: pennypost test-group add NAME ADDRESS',
    )
  for (const [name, addresses] of groups) context.print(`${name}: ${addresses.join(', ')}`)
}

const nothingRemoved = (name: string, addresses: string[]): string =>
  `${addresses.length === 0 ? 'There is no' : `${addresses.join(', ')}: not in a`} test ` +
  `group ${name.trim()}. To see them: pennypost test-group list`

async function remove(
  context: Context,
  name: string,
  addresses: string[],
  options: AccountOption & YesOption,
): Promise<void> {
  const removed = await forAccount(context, options, async (db, { id }) => {
    const known = await testGroups(db, { accountId: id })
    if (addresses.length === 0 && known.some(group => group.name === name.trim()))
      await confirmed(
        context,
        options,
        `The whole test group ${name.trim()} is removed.`,
        'Remove it',
      )
    return removeFromTestGroup(db, id, name, addresses)
  })
  if (removed === 0) throw new CommandFailed(nothingRemoved(name, addresses))
  if (options.json) return context.printJson({ group: name.trim(), removed })
  context.print(removed === 1 ? 'One address was removed.' : `${removed} addresses were removed.`)
}
