/** Releases a sending that a worker must not continue, because it was paused or cancelled. */
import { atomically, type Store } from '../../db/db.ts'
import { clearWork, setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { lockSending, withdrawWaiting } from './sendings.sql.ts'

/**
 * Withdraws emails of a cancelled sending that were deferred after the cancellation, or left by a
 * worker that died. A sending that waits for confirmation is not polled until then. A sending that
 * was resumed meanwhile is not changed.
 */
export function releaseSending(db: Store, accountId: number, sendingId: number): Promise<void> {
  return atomically(
    db,
    async tx => {
      const sending = await lockSending(tx, { accountId, sendingId })
      const work = { accountId, kind: WORK.deliver, sourceId: sendingId }
      if (sending?.state === 'sending') return
      if (sending?.state === 'cancelled') await withdrawWaiting(tx, { accountId, sendingId })
      if (sending?.state === 'paused' || sending?.state === 'unconfirmed')
        await setWork(tx, { ...work, due: 'infinity' })
      else await clearWork(tx, work)
    },
    { again: true },
  )
}
