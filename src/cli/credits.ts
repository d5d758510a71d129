/** `pennypost credits ...`: the credits that pay for SMS. */
import type { Command } from 'commander'
import { DEFAULT_ZONE, shownTime } from '../domain/sendings/due-time.ts'
import { creditEntries } from '../domain/sms/credits/credits.sql.ts'
import { addCredits, balanceOf } from '../domain/sms/credits/credits.ts'
import { heldOfAccount } from '../domain/sms/messages.sql.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { withLimit } from './arguments.ts'
import type { Context } from './context.ts'
import { credits as inCredits, oneLine } from './sms-report.ts'

interface AddOptions extends AccountOption {
  amount: string
  note?: string
}

export function register(credits: Command, context: Context): void {
  withAccount(credits.command('add'))
    .requiredOption('--amount <credits>', 'how many; with a minus it takes some away (--amount=-5)')
    .option('--note <text>', 'a note in the ledger')
    .description(
      'Add credits. Messages that are held go as soon as there are enough for them, in the ' +
        'order they were made.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost credits add --amount 500 --note "invoice 1042"\n' +
        '  $ pennypost credits add --amount=-12.5 --note "a mistake"',
    )
    .action((options: AddOptions) => add(context, options))

  withLimit(withAccount(credits.command('show')), 20)
    .description('Show the balance and the ledger: every change there was.')
    .addHelpText('after', '\nExample:\n  $ pennypost credits show --limit 5')
    .action((options: AccountOption & { limit: number }) => show(context, options))
}

async function add(context: Context, options: AddOptions): Promise<void> {
  const { balance, released } = await forAccount(context, options, (db, { id }) =>
    addCredits(db, id, options.amount, options.note ?? ''),
  )
  if (options.json) return context.printJson({ balance, released })
  context.print(`The balance is ${balance}.`)
  if (released.length > 0)
    context.print(
      released.length === 1
        ? `SMS ${released[0]} was held and is sent now.`
        : `SMS ${released.join(', ')} were held and go now.`,
    )
}

async function show(context: Context, options: AccountOption & { limit: number }): Promise<void> {
  const found = await forAccount(context, options, async (db, { id: accountId }) => ({
    balance: await balanceOf(db, accountId),
    held: await heldOfAccount(db, { accountId }),
    entries: await creditEntries(db, {
      accountId,
      beforeId: Number.MAX_SAFE_INTEGER,
      most: options.limit,
    }),
  }))
  const { balance, held, entries } = found
  if (options.json)
    return context.printJson({
      balance,
      held,
      entries: entries.map(({ created, ...entry }) => ({
        ...entry,
        created: formatInstant(created),
      })),
    })
  context.print(`Balance: ${balance}`)
  if (held.messages > 0)
    context.print(
      `Held:    ${held.messages} ${held.messages === 1 ? 'message' : 'messages'} for ` +
        `${inCredits(held.cost)} (pennypost sms list)`,
    )
  if (entries.length === 0)
    return context.print('Nothing was added yet: pennypost credits add --amount CREDITS')
  const width = (of: string[]) => Math.max(...of.map(text => text.length))
  const amounts = width(['Amount', ...entries.map(({ amount }) => amount)])
  const balances = width(['Balance', ...entries.map(entry => entry.balance)])
  context.print(
    `\n${'Entry'.padStart(7)}  ${'Time'.padEnd(26)}  ${'Kind'.padEnd(10)}  ` +
      `${'Amount'.padStart(amounts)}  ${'Balance'.padStart(balances)}  For`,
  )
  for (const { id, created, kind, amount, balance: after, messageId, note } of entries) {
    const what = [messageId === null ? '' : `message ${messageId}`, oneLine(note)]
      .filter(Boolean)
      .join(': ')
    context.print(
      `${String(id).padStart(7)}  ${shownTime(created, DEFAULT_ZONE).padEnd(26)}  ${kind.padEnd(10)}  ${amount.padStart(amounts)}  ${after.padStart(balances)}  ${what}`.trimEnd(),
    )
  }
}
