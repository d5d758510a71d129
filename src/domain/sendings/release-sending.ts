/**
 * A sending that a worker must not continue: an overdue one is held, a paused or cancelled one is
 * released.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { type Detail, storedDetail } from '../details/details.ts'
import { isListenedTo } from '../webhooks/publish.ts'
import { clearWork, setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { publishSteered } from './sending-events.ts'
import { lockSending, setSendingState, withdrawWaiting } from './sendings.sql.ts'

/**
 * Until a person confirms it. Of a locked sending; a sample of an A/B test has no event, since its
 * test is the sending.
 */
export async function holdSending(
  tx: Db,
  accountId: number,
  sending: NonNullable<Awaited<ReturnType<typeof lockSending>>>,
  why: Detail,
): Promise<void> {
  const stop = storedDetail(why)
  await setSendingState(tx, { accountId, sendingId: sending.id, state: 'unconfirmed', ...stop })
  if (sending.parentId === null && (await isListenedTo(tx, accountId, 'sending-paused')))
    await publishSteered(tx, accountId, 'sending-paused', sending, stop)
}

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
