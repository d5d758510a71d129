/**
 * Reads the outbox (tell.ts) and writes one row for each event and webhook. One process at a time
 * does it for an account, and bundles go in the order they were written, so that the numbers of
 * events tell the order in which things happened to a person.
 */
import { atomically, type Db } from '../../db/db.ts'
import {
  bundlesInOrder,
  isUndecided,
  lockCounter,
  markWebhooks,
  removeBundles,
  setCounter,
  spreadBundles,
  spreadHits,
} from './spread.sql.ts'

/** Bundles and events of a transaction. */
const MOST_BUNDLES = 200
const MOST_EVENTS = 10_000
/**
 * Opens and clicks are told when the second look at a letter is over (fold-hits.ts), and later
 * events of the account after them.
 */
const HITS_WAIT_SECONDS = 7
/** A letter that is clicked on and on is looked at on and on: so long it may hold up the others. */
const MOST_WAIT_SECONDS = 60

/** Answers how many bundles were spread out. */
export function spreadEvents(
  db: Db,
  accountId: number,
  hitsWaitSeconds = HITS_WAIT_SECONDS,
): Promise<number> {
  return atomically(db, async tx => {
    const counter = await lockCounter(tx, { accountId })
    if (!counter) return 0
    const runs = await inRuns(tx, accountId, hitsWaitSeconds)
    let lastId = counter.lastId
    for (const { hits, bundleIds } of runs) {
      const spread = hits ? spreadHits : spreadBundles
      lastId += (await spread(tx, { accountId, bundleIds, lastId })).numbered
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
 * What can be spread out now: bundles of one kind that follow each other go together. Ends at the
 * first that has to wait.
 */
async function inRuns(tx: Db, accountId: number, hitsWaitSeconds: number): Promise<Run[]> {
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
