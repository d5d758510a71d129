/**
 * Taking hits over from where they were written when they came (record-hit.ts): into the table of hits, and into what people did and all
 * counts, in one transaction. fold_hits() in the store does it; here is who calls it and when.
 */
import type { Db } from '../../db/db.ts'
import { accountsWithArrivals, arrivalsLeft, foldArrivals } from './tracking.sql.ts'

/** So long after its last sign, what looked suspicious is judged (judge-hits.ts). */
const HOLD_SECONDS = 5
/** Rows of arrivals for one transaction: some thousands of hits. */
const MOST = 200
/** The process that wrote them takes them over sooner; others wait so long, and longer while some still come: then it is alive, and busy. */
const LEFT_BEHIND = { seconds: 15, quietSeconds: 5 }

/**
 * Takes over what has come in: when it answers, every hit that was answered before the call is counted. Reports and filters ask so before they
 * read. What comes meanwhile may be left, so that it ends however much comes. Answers how many rows of arrivals there were.
 */
export async function foldHits(db: Db, accountId: number, { holdSeconds = HOLD_SECONDS } = {}): Promise<number> {
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
 * Some thousands of what has come in, so that answers go first while many come; what another one has in hand is left to it. Answers how many rows
 * of arrivals it took, and whether there are likely more.
 */
export async function foldSome(db: Db, accountId: number): Promise<{ taken: number; more: boolean }> {
  const { taken } = await foldArrivals(db, { accountId, most: MOST, wait: false, holdSeconds: HOLD_SECONDS })
  return { taken, more: taken === MOST }
}

/** Turns of one account in a row: to look for accounts is to read all that has arrived. */
const MOST_TURNS = 25

/** What processes that are gone have left behind. Answers whether there was some. */
export async function foldLeftBehind(db: Db): Promise<boolean> {
  const accounts = await accountsWithArrivals(db, LEFT_BEHIND)
  for (const { accountId } of accounts)
    for (let turn = 0; turn < MOST_TURNS; turn++) if (!(await foldSome(db, accountId)).more) break
  return accounts.length > 0
}
