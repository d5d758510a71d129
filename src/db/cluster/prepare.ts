/** `pennypost store distribute`: a dry run, and the distribution with its failures in words. */
import pg from 'pg'
import type { Store } from '../db.ts'
import { schemaNumber, storeNumber } from '../migrate.ts'
import { type DistributedTable, distributeStore, placedTables } from './distribute.ts'
import { ClusterFailed } from './failure.ts'
import { type ClusterObstacle, obstacles } from './obstacles.ts'

export interface DistributionPlan {
  obstacles: ClusterObstacle[]
  /** The tables that are not part of the cluster yet, in the order they are distributed. */
  missing: Pick<DistributedTable, 'name' | 'place'>[]
  /** The schema is brought up to date first. */
  upgrades: boolean
}

export const distributionPlan = (store: Store): Promise<DistributionPlan> =>
  store.withClient(async client => {
    const found = await obstacles(client)
    const upgrades = (await storeNumber(client)) < schemaNumber()
    if (found.length > 0) return { obstacles: found, missing: [], upgrades }
    const missing = (await placedTables(client)).filter(({ is }) => is === undefined)
    return {
      obstacles: [],
      upgrades,
      missing: missing.map(({ name, wanted }) => ({ name, place: wanted })),
    }
  }, 'upkeep')

/** As distributeStore(), after the checks. Throws ClusterFailed. */
export async function distributeChecked(
  store: Store,
  onTable: (table: DistributedTable) => void,
): Promise<number> {
  const { obstacles: found } = await distributionPlan(store)
  if (found.length > 0)
    throw new ClusterFailed(
      ['Nothing was changed.', ...found.map(({ says, todo }) => `${says} ${todo}`)].join('\n'),
    )
  try {
    return await distributeStore(store, onTable)
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause
    throw new ClusterFailed(
      `It stopped: ${cause.message.slice(0, 500)}. All tables are distributed in one ` +
        'transaction, so none is half. If a node went away, start it; then run this again: it ' +
        'does what is not done.',
      { cause },
    )
  }
}
