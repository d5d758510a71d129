/**
 * Reads the outbox (publish.ts) and writes one row for each event and webhook. One process at a
 * time does it for an account, and in the order of the bundles, so that the numbers of events are
 * in the order of what happened to a subscriber.
 */
import { atomically, type Db } from '../../db/db.ts'
import {
  bundlesInOrder,
  fanOutBundles,
  fanOutHits,
  isUndecided,
  lockCounter,
  markWebhooks,
  removeBundles,
  setCounter,
} from './fan-out.sql.ts'

/** The maximum of bundles and events per transaction. */
const MOST_BUNDLES = 200
const MOST_EVENTS = 10_000
/**
 * Opens and clicks wait for the second check of their email (fold-hits.ts), and later events of the
 * account wait behind them.
 */
const HITS_WAIT_SECONDS = 7
/** Each further click prolongs the second check; events wait at most this long. */
const MOST_WAIT_SECONDS = 60

/** Returns how many bundles were processed. */
export function fanOutEvents(
  db: Db,
  accountId: number,
  hitsWaitSeconds = HITS_WAIT_SECONDS,
): Promise<number> {
  return atomically(db, async tx => {
    const counter = await lockCounter(tx, { accountId })
    if (!counter) return 0
    const runs = await nextRuns(tx, accountId, hitsWaitSeconds)
    let lastId = counter.lastId
    for (const { hits, bundleIds } of runs) {
      const fanOut = hits ? fanOutHits : fanOutBundles
      lastId += (await fanOut(tx, { accountId, bundleIds, lastId })).numbered
      await removeBundles(tx, { accountId, bundleIds })
    }
    if (runs.length === 0) return 0
    await setCounter(tx, { accountId, lastId })
    await markWebhooks(tx, { accountId })
    return runs.reduce((sum, { bundleIds }) => sum + bundleIds.length, 0)
  })
}

interface Run {
  hits: boolean
  bundleIds: string[]
}

/**
 * The bundles ready to process: consecutive bundles of one kind form a run. Ends at the first that
 * has to wait.
 */
async function nextRuns(tx: Db, accountId: number, hitsWaitSeconds: number): Promise<Run[]> {
  const runs: Run[] = []
  let events = 0
  for (const { id, size, hits, ageSeconds } of await bundlesInOrder(tx, {
    accountId,
    most: MOST_BUNDLES,
  })) {
    if (events >= MOST_EVENTS) break
    if (hits && ageSeconds < hitsWaitSeconds) break
    if (
      hits &&
      ageSeconds < MOST_WAIT_SECONDS &&
      (await isUndecided(tx, { accountId, bundleId: id })).undecided
    )
      break
    events += size
    const run = runs.at(-1)
    if (run?.hits === hits) run.bundleIds.push(id)
    else runs.push({ hits, bundleIds: [id] })
  }
  return runs
}
