/** Adds nodes to a cluster (Citus), and moves shards between nodes: thin over its own functions. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Store } from '../db.ts'
import { ClusterFailed } from './failure.ts'
import { type ClusterNode, clusterNodes, nodeAddress } from './nodes.ts'
import { connectionsOf, nodeObstacles } from './obstacles.ts'

const EVERY_MILLIS = 1000

export interface MovedShards {
  done: number
  of: number
  /** The progress of the move, in words. */
  says: string
}

/** Adds a worker; the coordinator is given its own address first, which the workers call. */
export async function addNode(store: Store, address: string, coordinator: string): Promise<void> {
  const node = wanted(address)
  return await store.withClient(async client => {
    const { rowCount } = await client.query('select from pg_dist_node where groupid = 0')
    if (rowCount === 0) {
      const { host, port } = wanted(coordinator)
      await allowed(client, 'select citus_set_coordinator_host($1, $2)', [host, port])
    }
    await allowed(client, 'select citus_add_node($1, $2)', [node.host, node.port])
  }, 'upkeep')
}

/** Spreads the shards evenly over the nodes that take some. False: they are already. */
export const rebalance = (store: Store, onMoved: (moved: MovedShards) => void): Promise<boolean> =>
  store.withClient(async client => {
    await readyNodes(client)
    return await moveShards(client, false, onMoved)
  }, 'upkeep')

/** Moves all shards from a node to the remaining ones; it takes none from then on. */
export async function drain(
  store: Store,
  address: string,
  onMoved: (moved: MovedShards) => void,
): Promise<boolean> {
  const { host, port } = wanted(address)
  return await store.withClient(async client => {
    const nodes = await readyNodes(client)
    const node = nodes.find(({ name }) => name === `${host}:${port}`)
    if (!node)
      throw new ClusterFailed(
        `The cluster has no node ${host}:${port}; it has ` +
          `${nodes.map(({ name }) => name).join(', ')}.`,
      )
    if (!nodes.some(other => other !== node && other.takesShards && !other.isCoordinator))
      throw new ClusterFailed(
        'No other node takes shards. Add one first: pennypost store add-node HOST:PORT',
      )
    await allowed(client, "select citus_set_node_property($1, $2, 'shouldhaveshards', false)", [
      host,
      port,
    ])
    return await moveShards(client, true, onMoved)
  }, 'upkeep')
}

/** The nodes, none of which keeps shards from being moved. */
async function readyNodes(client: pg.ClientBase): Promise<ClusterNode[]> {
  const nodes = await clusterNodes(client)
  const [obstacle] = nodeObstacles(nodes, await connectionsOf(client))
  if (obstacle) throw new ClusterFailed(`${obstacle.says} ${obstacle.todo}`)
  return nodes
}

function wanted(address: string): { host: string; port: number } {
  const found = nodeAddress(address)
  if (!found) throw new ClusterFailed(`"${address.slice(0, 60)}" is not an address: HOST:PORT.`)
  return found
}

/** Without its end, as part of a sentence; Citus adds hints in further lines. */
const firstLine = (text: string): string =>
  `${text
    .slice(0, 300)
    .split('\n')[0]!
    .replace(/[.?!]{1,5}$/, '')}.`

/** Runs a function of Citus that a superuser grants. */
async function allowed(client: pg.ClientBase, text: string, values: unknown[]): Promise<void> {
  try {
    await client.query(text, values)
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause
    if (cause.code !== '42501') throw new ClusterFailed(firstLine(cause.message), { cause })
    const call = values.reduce<string>(
      (said, value, at) =>
        said.replace(`$${at + 1}`, typeof value === 'number' ? String(value) : `'${value}'`),
      text,
    )
    throw new ClusterFailed(
      `Our role may not do that. Run as a superuser in the database at the coordinator: ${call}`,
      { cause },
    )
  }
}

/** Citus moves shards in the background; a run that is under way is joined. */
async function moveShards(
  client: pg.ClientBase,
  drainOnly: boolean,
  onMoved: (moved: MovedShards) => void,
): Promise<boolean> {
  const running = await lastJob(client)
  let id = running !== undefined && isUnderWay(running) ? running.id : undefined
  if (id === undefined) {
    // Replicated logically: writes are held for a moment at the end of each move.
    const { rows } = await client.query<{ id: number | null }>(
      `select citus_rebalance_start(drain_only => $1, shard_transfer_mode => 'force_logical')
         ::float8 as id`,
      [drainOnly],
    )
    if (rows[0]!.id === null) return false
    id = rows[0]!.id
  }
  for (let said = ''; ; await pause(EVERY_MILLIS)) {
    const job = await lastJob(client)
    if (job?.id !== id) throw new ClusterFailed('Another move was started; run this again.')
    // Citus tries a move again that failed.
    const says = job.error === null ? job.says : `tried again, for: ${firstLine(job.error)}`
    const moved = { done: job.done, of: job.of, says }
    if (JSON.stringify(moved) !== said) onMoved(moved)
    said = JSON.stringify(moved)
    if (job.state === 'finished') return true
    if (!isUnderWay(job))
      throw new ClusterFailed(
        `The move ended as ${job.state}${job.error === null ? '' : `: ${job.error}`}. Shards ` +
          'that were moved stay moved. Mend the cause, then run this again.',
      )
  }
}

interface RebalanceJob {
  id: number
  state: string
  done: number
  of: number
  says: string
  error: string | null
}

const isUnderWay = ({ state }: RebalanceJob): boolean =>
  ['scheduled', 'running', 'cancelling', 'failing'].includes(state)

async function lastJob(client: pg.ClientBase): Promise<RebalanceJob | undefined> {
  const { rows } = await client.query<RebalanceJob>(
    `select j.job_id::float8 as id, j.state::text as state,
       (count(t) filter (where t.status = 'done'))::int as done, count(t)::int as of,
       coalesce(min(t.command) filter (where t.status = 'running'), '') as says,
       nullif(min(left(t.message, 300)) filter (where t.status <> 'done'), '') as error
     from pg_dist_background_job j
     left join pg_dist_background_task t on t.job_id = j.job_id
     where j.job_type = 'rebalance' group by j.job_id order by j.job_id desc limit 1`,
  )
  return rows[0]
}
