/**
 * Aggregates hits that have arrived (record-hit.ts) into hits, hit_totals, hit_hours and the
 * engagement of subscribers, in one transaction. The SQL function fold_hits() does it; called by a
 * worker (workers/hits.ts) and before counts are read.
 */
import type { Db } from '../../db/db.ts'
import { AFTER_MILLIS } from './hit.ts'
import { arrivalsLeft, foldArrivals } from './tracking.sql.ts'

/**
 * The hold: how long after its last sign a suspicion is judged (judge-hits.ts). Some seconds
 * longer than the sign has effect, since a busy process writes hits late.
 */
const HOLD_SECONDS = AFTER_MILLIS / 1000 + 5
/** Rows of arrivals per transaction: some thousands of hits. */
const MOST = 200

/**
 * Aggregates all hits that were acknowledged before the call. Reports and filters call it before
 * they read. Later hits may be left, so that it ends under continuous load. Returns the number of
 * rows of arrivals.
 */
export async function foldHits(
  db: Db,
  accountId: number,
  { holdSeconds = HOLD_SECONDS } = {},
): Promise<number> {
  let rows = 0
  for (let until: string | null = null; ; ) {
    const { taken } = await foldArrivals(db, { accountId, most: MOST, wait: true, holdSeconds })
    rows += taken
    if (taken < MOST) return rows
    const left = await arrivalsLeft(db, { accountId, until })
    if (!left.some) return rows
    until = left.until
  }
}

/**
 * Aggregates some thousands of hits, in one short transaction; leaves rows that another worker has
 * locked, and all later ones, so that an open is counted before the click after it. Returns the
 * number of rows of arrivals, and whether there are likely more.
 */
export async function foldSome(
  db: Db,
  accountId: number,
): Promise<{ taken: number; more: boolean }> {
  const { taken } = await foldArrivals(db, {
    accountId,
    most: MOST,
    wait: false,
    holdSeconds: HOLD_SECONDS,
  })
  return { taken, more: taken === MOST }
}
