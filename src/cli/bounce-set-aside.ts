/** `pennypost bounce set-aside`: messages whose judging failed repeatedly. */
import type { Command } from 'commander'
import { judgeAgain as judgeMessages } from '../domain/bounces/messages/judge-set-aside.ts'
import { messagesSetAside } from '../domain/bounces/messages/messages.sql.ts'
import { NO_ACCOUNT } from '../domain/bounces/messages/store-message.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import type { Context } from './context.ts'

const MOST = 1_000

export function registerSetAside(bounce: Command, context: Context): void {
  withAccount(bounce.command('set-aside'))
    .option('--judge', 'have the service judge them again, as after an upgrade')
    .description("List messages that could not be judged: the account's, and those of no account.")
    .addHelpText(
      'after',
      '\nWith --json one object a line.\n\nExamples:\n  $ pennypost bounce set-aside\n' +
        '  $ pennypost bounce set-aside --judge',
    )
    .action((options: AccountOption & { judge?: boolean }) =>
      options.judge ? judgeAgain(context, options) : list(context, options),
    )
}

async function list(context: Context, options: AccountOption): Promise<void> {
  const rows = await forAccount(context, options, async (db, { id }) => {
    const own = await messagesSetAside(db, { accountId: id, most: MOST })
    const unowned = await messagesSetAside(db, { accountId: NO_ACCOUNT, most: MOST })
    return [
      ...own.map(row => ({ ...row, whose: 'account' })),
      ...unowned.map(row => ({ ...row, whose: 'nobody' })),
    ]
  })
  for (const { received, ...row } of rows) {
    const at = formatInstant(received)
    if (options.json) context.print(JSON.stringify({ ...row, received: at }))
    else {
      const why =
        row.begun > 1
          ? `begun ${row.begun} times and never ended`
          : 'the store does not take what it says'
      context.print(
        `${row.id}  ${at}  from <${row.envelopeFrom}> to <${row.envelopeTo}>, ${row.size} ` +
          `octets: ${why}`,
      )
    }
  }
  if (rows.length === 0 && !options.json) context.print('No message was set aside.')
}

async function judgeAgain(context: Context, options: AccountOption): Promise<void> {
  const again = await forAccount(context, options, async (db, { id }) => {
    const own = await judgeMessages(db, id)
    return own + (await judgeMessages(db, NO_ACCOUNT))
  })
  if (options.json) context.printJson({ again })
  else context.print(`The service judges ${again} messages again.`)
}
