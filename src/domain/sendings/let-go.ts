/**
 * What becomes of a sending's work when a worker may not go on with it: a person has paused or
 * cancelled it.
 */
import { atomically, type Store } from '../../db/db.ts'
import { clearWork, setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { lockSending, withdrawWaiting } from './sendings.sql.ts'

/**
 * Letters of a cancelled sending whose replies came after it was cancelled, or that a dead worker
 * has left, are withdrawn too. One that waits for a person's word is not looked at until then. One
 * that goes on meanwhile is left as it is.
 */
export function letGoOfSending(db: Store, accountId: number, sendingId: number): Promise<void> {
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
