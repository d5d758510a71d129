/** Closes a message for which a worker finds no more work. */
import { atomically, type Db } from '../../db/db.ts'
import { clearWork, lockWork, setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { amountOf } from './credits/amount.ts'
import { giveBack, holdBalance } from './credits/credits.ts'
import { endMessage, findMessage, lockMessage, openSms, withdrawPlanned } from './messages.sql.ts'

const SOON = 2_000

/**
 * finished: nothing waits and there are no claims. open: rescheduled. left: it is not being sent;
 * SMS that were claimed when it was cancelled, and returned unsent since, are withdrawn and
 * refunded.
 */
export function closeMessage(
  db: Db,
  accountId: number,
  messageId: number,
): Promise<'finished' | 'open' | 'left'> {
  const work = { accountId, kind: WORK.sms, sourceId: messageId }
  return atomically(db, async tx => {
    // The lock order is balance, message, SMS, work. Only a cancelled message needs the balance,
    // and it stays cancelled.
    const cancelled = (await findMessage(tx, { accountId, messageId }))?.state === 'cancelled'
    if (cancelled) await holdBalance(tx, accountId)
    const message = await lockMessage(tx, { accountId, messageId })
    const { nextTry, claims } = await openSms(tx, { accountId, messageId })
    if (cancelled && nextTry !== null) {
      const { cost, count } = await withdrawPlanned(tx, { accountId, messageId, paid: true })
      await giveBack(tx, accountId, messageId, amountOf(cost), count)
    }
    if (!(await lockWork(tx, work))) return 'left'
    const sending = message?.state === 'sending'
    const justCancelled = message?.state === 'cancelled' && !cancelled
    if ((sending && nextTry !== null) || ((sending || cancelled) && claims > 0) || justCancelled) {
      await setWork(tx, { ...work, due: (sending && nextTry) || new Date(Date.now() + SOON) })
      return 'open'
    }
    await clearWork(tx, work)
    if (!sending) return 'left'
    await endMessage(tx, { accountId, messageId, state: 'finished' })
    return 'finished'
  })
}
