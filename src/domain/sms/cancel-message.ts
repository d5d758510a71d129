/** Cancels an SMS: parts not handed over are withdrawn, and their credits refunded. */
import { atomically, type Db } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { noSuch, refused } from '../refusal.ts'
import { amountOf } from './credits/amount.ts'
import { giveBack, holdBalance, releaseHeld } from './credits/credits.ts'
import { endMessage, lockMessage, withdrawPlanned } from './messages.sql.ts'

interface Cancelled {
  /** SMS that will not be sent. */
  withdrawn: number
  /** Refunded credits: an exact decimal. */
  givenBack: string
}

export function cancelMessage(db: Db, accountId: number, messageId: number): Promise<Cancelled> {
  return atomically(db, async tx => {
    const balance = await holdBalance(tx, accountId)
    const message = await lockMessage(tx, { accountId, messageId })
    if (!message) throw noSuch('no-such-message', messageId)
    if (message.state === 'finished' || message.state === 'cancelled')
      throw refused('not-now', 'sms-state', { id: messageId, state: message.state })
    const paid = message.state !== 'held'
    const { count, cost } = await withdrawPlanned(tx, { accountId, messageId, paid })
    await endMessage(tx, { accountId, messageId, state: 'cancelled' })
    const before = { state: message.state }
    await recordChange(tx, accountId, { action: 'sms.cancel', id: messageId, before })
    if (paid) await giveBack(tx, accountId, messageId, amountOf(cost), count)
    // It may have been the first of the held messages.
    else await releaseHeld(tx, accountId, balance)
    return { withdrawn: count, givenBack: paid ? cost : '0' }
  })
}
