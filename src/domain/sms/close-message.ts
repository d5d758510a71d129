/** What is done when a worker finds nothing more to do for a message. */
import { atomically, type Db } from '../../db/db.ts'
import { clearWork, lockWork, setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { amountOf } from './credits/amount.ts'
import { giveBack, holdBalance } from './credits/credits.ts'
import { endMessage, findMessage, lockMessage, openSms, withdrawPlanned } from './messages.sql.ts'

const SOON = 2_000

/**
 * finished: nothing waits and nobody has a claim. open: its mark says when to come back. left: it
 * is not being sent; what was in hand when it was cancelled, and came back unsent since, is
 * withdrawn and paid back.
 */
export function closeMessage(
  db: Db,
  accountId: number,
  messageId: number,
): Promise<'finished' | 'open' | 'left'> {
  const work = { accountId, kind: WORK.sms, sourceId: messageId }
  return atomically(db, async tx => {
    // In the order that all take them: balance, message, SMS, work. Only what is cancelled needs
    // the balance, and that stays cancelled.
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
