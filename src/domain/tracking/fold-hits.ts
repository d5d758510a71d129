/**
 * Aggregates hits that have arrived (record-hit.ts) into hit_totals and hit_hours: they go into the
 * table of hits, and into what people did and all counts, in one transaction. fold_hits() in the
 * store does it; a worker calls it (workers/hits.ts), and whoever reads the counts.
 */
import type { Db } from '../../db/db.ts'
import { arrivalsLeft, foldArrivals } from './tracking.sql.ts'

/** So long after its last sign, what looked suspicious is judged (judge-hits.ts). */
const HOLD_SECONDS = 5
/** Rows of arrivals for one transaction: some thousands of hits. */
const MOST = 200

/**
 * Takes over what has come in: when it answers, every hit that was answered before the call is
 * counted. Reports and filters ask so before they read. What comes meanwhile may be left, so that
 * it ends however much comes. Answers how many rows of arrivals there were.
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
 * Some thousands of what has come in, so that answers go first while many come; what another one
 * has in hand is left to it. Answers how many rows of arrivals it took, and whether there are
 * likely more.
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
