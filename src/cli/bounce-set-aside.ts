/**
 * `pennypost bounce list --set-aside` and `bounce rejudge --set-aside`: messages whose judging
 * failed repeatedly.
 */
import { judgeAgain as judgeMessages } from '../domain/bounces/messages/judge-set-aside.ts'
import { messagesSetAside } from '../domain/bounces/messages/messages.sql.ts'
import { NO_ACCOUNT } from '../domain/bounces/messages/store-message.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount } from './account-option.ts'
import type { Context } from './context.ts'

export async function listSetAside(
  context: Context,
  options: AccountOption & { limit: number },
): Promise<void> {
  const most = options.limit
  const rows = await forAccount(context, options, async (db, { id }) => {
    const own = await messagesSetAside(db, { accountId: id, most })
    const unowned = await messagesSetAside(db, { accountId: NO_ACCOUNT, most })
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

export async function judgeAgain(context: Context, options: AccountOption): Promise<void> {
  const again = await forAccount(context, options, async (db, { id }) => {
    const own = await judgeMessages(db, id)
    return own + (await judgeMessages(db, NO_ACCOUNT))
  })
  if (options.json) context.printJson({ again })
  else context.print(`The service judges ${again} messages again.`)
}
