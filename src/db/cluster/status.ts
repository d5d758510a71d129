/** The state of a store on a cluster (Citus), for `store status` and `doctor`. */
import type { Store } from '../db.ts'
import { hasCitus, isDistributed, placedTables } from './distribute.ts'
import { type ClusterNode, clusterNodes } from './nodes.ts'
import { type ClusterObstacle, connectionsOf, nodeObstacles } from './obstacles.ts'
import { NODE_SETTINGS } from './places.ts'
import { groupsWithoutFunctions } from './shard-functions.ts'

export interface ClusterStatus {
  distributed: boolean
  tables: { distributed: number; reference: number; local: number }
  /** Tables that should be part of the cluster, and are not. */
  undistributed: string[]
  /** Nodes whose sessions do not have the settings of ours. */
  unset: string[]
  /** Groups of shards without copies of the functions. */
  uncopied: number
  nodes: ClusterNode[]
  obstacles: ClusterObstacle[]
}

/** Undefined for a store on one server, without the extension. */
export const clusterStatus = (store: Store): Promise<ClusterStatus | undefined> =>
  store.withClient(async client => {
    if (!(await hasCitus(client))) return undefined
    const nodes = await clusterNodes(client)
    const tables = await placedTables(client)
    const count = (place: string) => tables.filter(({ is }) => is === place).length
    return {
      distributed: await isDistributed(client),
      tables: {
        distributed: count('distributed'),
        reference: count('reference'),
        local: count('local'),
      },
      undistributed: tables.filter(({ is }) => is === undefined).map(({ name }) => name),
      unset: nodes.filter(lacksSetting).map(({ name }) => name),
      uncopied: await groupsWithoutFunctions(client),
      nodes,
      obstacles: nodes.length > 1 ? nodeObstacles(nodes, await connectionsOf(client)) : [],
    }
  })

const lacksSetting = ({ facts }: ClusterNode): boolean =>
  facts !== undefined &&
  Object.entries(NODE_SETTINGS).some(
    ([name, value]) =>
      !facts.settings.some(
        ({ setting }) => setting.toLowerCase() === `${name}=${value}`.toLowerCase(),
      ),
  )
