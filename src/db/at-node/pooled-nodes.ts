/** The nodes of a cluster (Citus) that have shards: the connections, heartbeat and rest of each. */
import type pg from 'pg'
import { isSettled, NodeDown, noteLost, OutcomeUnknown } from '../again.ts'
import { cut } from '../copy-streams.ts'
import { at } from '../hosts.ts'
import type { PoolCounts } from '../pool-counts.ts'
import type { Statement } from '../statement.ts'
import { createAttempts } from './attempts.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { type NodePool, type NodePoolOptions, openNodePool } from './node-pool.ts'
import type { ShardGroup } from './shard-groups.ts'

export interface PooledNodesOptions extends NodePoolOptions {
  onLost(error: unknown): void
  /** As ask(), on a connection of its own: others may all wait for a node. Default: ask(). */
  askAlone?: NodePoolOptions['ask']
}

export interface PooledNode {
  pool: NodePool
  heartbeat: Heartbeat
  /** No connection is lent before; by the monotonic clock. */
  restsUntil: number
  /** The next backoff. */
  restMillis: number
}

export interface PooledNodes {
  /** The node of a group. */
  of(group: ShardGroup): PooledNode
  /** Keeps the pools of these groups, and closes the rest. */
  keep(groups: readonly ShardGroup[]): void
  /** Throws NodeDown. */
  refuseDown(node: PooledNode): void
  isAnyDown(): boolean
  /**
   * Lends a connection to the node. Undefined: it rests, or all its connections are in use. Throws
   * NodeDown, and errors of `use`.
   */
  lend<T>(
    node: PooledNode,
    use: (client: pg.PoolClient) => Promise<T>,
  ): Promise<{ answer: T } | undefined>
  /** Backoff after a failure: the coordinator is asked until it ends. */
  rest(node: PooledNode, reason: unknown): undefined
  /** The node that a connection to the coordinator waits for; undefined: none. Throws NodeDown. */
  noteWaiting(client: pg.ClientBase, node: PooledNode | undefined): void
  /** Age of the oldest statement in flight; 0 if there is none. */
  oldestSeconds(): number
  /** The nodes, as `10.0.0.2:5432`, that leave a statement without an answer for too long. */
  silent(): string[]
  counts(): PoolCounts[]
  close(): Promise<void>
}

/** Backoff: how long the coordinator is asked after a failure, each time twice as long. */
const REST_MILLIS = { least: 2_000, most: 60_000 }

/** Of the coordinator, with a limit of its own for the connection. */
const REACHED: Statement = {
  name: 'shards.reached',
  text:
    "select set_config('citus.node_connection_timeout', $3, true), " +
    'citus_check_connection_to_node($1, $2::int)',
  again: true,
}

/** `forgetShards`: called when they may lie elsewhere. */
export function createPooledNodes(
  options: PooledNodesOptions,
  forgetShards: () => void,
): PooledNodes {
  const { connection, ask, askAlone = ask, onLost } = options
  const nodes = new Map<string, PooledNode>()
  /** The node that a connection waits for. */
  const waiting = new Map<pg.ClientBase, PooledNode>()
  const pools = () => [...nodes.values()].map(({ pool }) => pool)

  function nodeOf({ host, port }: ShardGroup): PooledNode {
    const key = `${host}:${port}`
    const known = nodes.get(key)
    if (known) return known
    const attempts = createAttempts()
    const node: PooledNode = {
      pool: openNodePool({ host, port }, options, attempts),
      heartbeat: startHeartbeat({
        connection: at(connection, { host, port }),
        attempts,
        isReached: async patience =>
          (await askAlone(REACHED, [host, port, String(patience)])).rows[0]?.[1] === 't',
        onDown() {
          cutWaiting(node)
          // It may have been replaced by its standby.
          forgetShards()
        },
      }),
      restsUntil: 0,
      restMillis: REST_MILLIS.least,
    }
    nodes.set(key, node)
    return node
  }

  function cutWaiting(node: PooledNode): void {
    for (const [client, one] of waiting) if (one === node) cut(client)
  }

  function refuseDown(node: PooledNode): void {
    if (node.heartbeat.isDown()) throw new NodeDown()
  }

  function rest(node: PooledNode, reason: unknown): undefined {
    node.restsUntil = performance.now() + node.restMillis
    node.restMillis = Math.min(2 * node.restMillis, REST_MILLIS.most)
    forgetShards()
    // The coordinator could not be asked for the node's address.
    onLost(reason instanceof OutcomeUnknown ? noteLost(reason.cause) : reason)
  }

  return {
    of: nodeOf,
    keep(groups) {
      const kept = new Set(groups.map(nodeOf))
      for (const [key, node] of nodes) {
        if (kept.has(node)) continue
        nodes.delete(key)
        void closeNode(node)
      }
    },
    refuseDown,
    isAnyDown: () => [...nodes.values()].some(({ heartbeat }) => heartbeat.isDown()),
    async lend(node, use) {
      refuseDown(node)
      if (performance.now() < node.restsUntil) return undefined
      const client = await node.pool.connect().catch(reason => rest(node, reason))
      if (!client) return undefined
      node.restMillis = REST_MILLIS.least
      let broken = false
      waiting.set(client, node)
      try {
        return { answer: await use(client) }
      } catch (error) {
        broken = !isSettled(error)
        throw error
      } finally {
        waiting.delete(client)
        client.release(broken)
      }
    },
    rest,
    noteWaiting(client, node) {
      waiting.delete(client)
      if (!node) return
      refuseDown(node)
      waiting.set(client, node)
    },
    oldestSeconds: () => Math.max(0, ...pools().map(pool => pool.oldestSeconds())),
    silent: () =>
      [...nodes]
        .filter(([, { pool, heartbeat }]) => heartbeat.isDown() || pool.isSilent())
        .map(([name]) => name),
    counts: () => pools().map(pool => pool.counts()),
    async close() {
      for (const node of nodes.values()) await closeNode(node)
    },
  }
}

async function closeNode({ heartbeat, pool }: PooledNode): Promise<void> {
  await heartbeat.stop()
  await pool.close()
}
