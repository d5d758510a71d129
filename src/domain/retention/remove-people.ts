/**
 * Removes the rows of people of sendings that ended longer ago than the ledger is kept. First the
 * final counts of outcomes are written and the sending is marked, in one transaction: from there on
 * reports read the counts. Then the rows are deleted, some thousands in a transaction; a process
 * that is killed in between leaves the mark, and the next one continues.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { countLocked } from '../deliveries/count-sendings.ts'
import { lockCounts } from '../deliveries/counts.sql.ts'
import { openSuspicions } from '../reports/sendings/ab-test.sql.ts'
import { lockSending } from '../sendings/sendings.sql.ts'
import { foldHits } from '../tracking/fold-hits.ts'
import {
  accountsToTrim,
  lastOfSome,
  markGone,
  markRemoved,
  removeClickedLinks,
  removeDeliveries,
  removeEngagements,
  sendingsToTrim,
} from './retention.sql.ts'

/** Rows of a transaction. */
const AT_ONCE = 5_000
const SENDINGS = 1_000

export interface RemovedRows {
  accountId: number
  sendingId: number
  rows: number
}

/** The first moment that is kept: the beginning of a month, UTC. */
export function keptSince(keepMonths: number, now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keepMonths))
}

/** Yields after each transaction, so that the caller can rest or stop. */
export async function* removeOld(store: Store, before: Date): AsyncGenerator<RemovedRows> {
  for (const { accountId } of await accountsToTrim(store, { before }))
    for (const { id: sendingId } of await sendingsToTrim(store, {
      accountId,
      before,
      most: SENDINGS,
    })) {
      await foldHits(store, accountId)
      const isMarked = await atomically(store, tx => mark(tx, accountId, sendingId), {
        again: true,
        accountId,
      })
      if (!isMarked) continue
      for await (const rows of removedRows(store, { accountId, sendingId }))
        yield { accountId, sendingId, rows }
      await markGone(store, { accountId, sendingId })
    }
}

/** False: an email or a hit is open still, and it is left for the next time. */
async function mark(tx: Db, accountId: number, sendingId: number): Promise<boolean> {
  const sending = await lockSending(tx, { accountId, sendingId })
  const known = await lockCounts(tx, { accountId, sendingId })
  if (known?.peopleRemovedAt) return true
  if (!known || (sending?.state !== 'finished' && sending?.state !== 'cancelled')) return false
  if ((await openSuspicions(tx, { accountId, sendingIds: [sendingId] })).some) return false
  if (!(await countLocked(tx, accountId, sendingId))) return false
  await markRemoved(tx, { accountId, sendingId })
  return true
}

async function* removedRows(
  store: Store,
  sending: { accountId: number; sendingId: number },
): AsyncGenerator<number> {
  for (let afterId = 0; ; ) {
    const { lastId } = await lastOfSome(store, { ...sending, afterId, most: AT_ONCE })
    if (lastId === null) break
    yield await removeDeliveries(store, { ...sending, afterId, lastId })
    afterId = lastId
  }
  for (const remove of [removeEngagements, removeClickedLinks])
    for (;;) {
      const removed = await remove(store, { ...sending, most: AT_ONCE })
      if (removed === 0) break
      yield removed
    }
}
