/**
 * Sends hot statements and transactions of an account to the node of a cluster (Citus) that has its
 * rows, with the names of its shards: past the coordinator, and past the planner of Citus, which
 * costs the node more than the rows do. Ahead of each, in the same transaction, hold_shard() takes
 * the lock that a move of the shards waits for, and fails if they lie elsewhere. Where that can't
 * be done nothing was changed, and the coordinator is asked:
 * docs/decisions/0057-statements-at-the-node.md.
 */
import pg from 'pg'
import { isSettled, NodeDown, noteLost, OutcomeUnknown } from '../again.ts'
import { UNDISTRIBUTED } from '../cluster/places.ts'
import { cut } from '../copy-streams.ts'
import { limitOf } from '../deadlines.ts'
import { at } from '../hosts.ts'
import type { PoolCounts } from '../pool-counts.ts'
import { send } from '../send.ts'
import { accountOf, type Statement, type StatementResult } from '../statement.ts'
import { inTransaction, type Tx } from '../transaction.ts'
import { createAccountShards } from './account-shards.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { type NodePool, type NodePoolOptions, openNodePool } from './node-pool.ts'
import { inShards, type ShardGroup } from './shard-groups.ts'
import { createShardUnions } from './shard-unions.ts'

export interface AtNode {
  /** Undefined: the server that the store is connected to has to run it. */
  run(statement: Statement, values: unknown[]): Promise<StatementResult | undefined>
  /** Runs one that is answered shard by shard. Undefined: as before. */
  runPerShard(statement: Statement): Promise<StatementResult | undefined>
  /** Whether the server that the store is connected to is the coordinator of a cluster. */
  isCluster(): Promise<boolean>
  /** Throws NodeDown if the node of the account is. */
  refuseDown(accountId: unknown): Promise<void>
  isAnyDown(): boolean
  /**
   * Notes that the connection to the coordinator waits for the node of an account, and is closed if
   * that is found down. Undefined: it waits for none. Throws NodeDown if it is known to be.
   */
  noteWaiting(client: pg.ClientBase, accountId?: unknown): void
  /** Undefined: as before, and what the work did is rolled back. Throws OutcomeUnknown. */
  transact<T>(accountId: number, work: (tx: Tx) => Promise<T>): Promise<{ answer: T } | undefined>
  /** Age of the oldest statement in flight; 0 if there is none. */
  oldestSeconds(): number
  /** The nodes, as `10.0.0.2:5432`, that leave a statement without an answer for too long. */
  silent(): string[]
  /** Of the connections to all nodes. */
  counts(): PoolCounts[]
  close(): Promise<void>
}

export interface AtNodeOptions extends NodePoolOptions {
  onLost(error: unknown): void
  /** As ask(), on a connection of its own: others may all wait for a node. Default: ask(). */
  askAlone?: NodePoolOptions['ask']
}

/** How long the coordinator is asked after a node could not be reached: each time twice as long. */
const REST_MILLIS = { least: 2_000, most: 60_000 }

/** Of hold_shard(). The statement behind it was not run. */
const ELSEWHERE = '55000'
/** A shard that was split, or a name that is not known there. The statement has changed nothing. */
const UNKNOWN_THERE = /^(?:XX000|42)/

/** Of the coordinator, with a limit of its own for the connection. */
const REACHED: Statement = {
  name: 'shards.reached',
  text:
    "select set_config('citus.node_connection_timeout', '700', true), " +
    'citus_check_connection_to_node($1, $2::int)',
  again: true,
}

/** A transaction that has to go by the coordinator. */
class NotHere extends Error {}

const CHANGED = /\b(?:insert\s+into|update|delete\s+from|copy)\s+(\w+)/gi

interface Node {
  pool: NodePool
  heartbeat: Heartbeat
  restsUntil: number
  /** How long it rests the next time. */
  restMillis: number
}

export function createAtNode(options: AtNodeOptions): AtNode {
  const { connection, deadlines, ask, askAlone = ask, onLost } = options
  const shards = createAccountShards(ask, keepNodes)
  const nodes = new Map<string, Node>()
  /** The node that a connection waits for. */
  const waiting = new Map<pg.ClientBase, Node>()
  const pools = () => [...nodes.values()].map(({ pool }) => pool)
  const isAnyDown = () => [...nodes.values()].some(({ heartbeat }) => heartbeat.isDown())
  const unions = createShardUnions()
  const placed = new WeakMap<ShardGroup, Map<string, Statement>>()

  function nodeOf({ host, port }: ShardGroup): Node {
    const key = `${host}:${port}`
    const known = nodes.get(key)
    if (known) return known
    const node: Node = {
      pool: openNodePool({ host, port }, options),
      heartbeat: startHeartbeat({
        connection: at(connection, { host, port }),
        isReached: async () => (await askAlone(REACHED, [host, port])).rows[0]?.[1] === 't',
        onDown() {
          cutWaiting(node)
          // It may have been replaced by its standby.
          shards.forget()
        },
      }),
      restsUntil: 0,
      restMillis: REST_MILLIS.least,
    }
    nodes.set(key, node)
    return node
  }

  /** Those that have shards. */
  function keepNodes(groups: readonly ShardGroup[]): void {
    const kept = new Set(groups.map(nodeOf))
    for (const [key, node] of nodes) {
      if (kept.has(node)) continue
      nodes.delete(key)
      void closeNode(node)
    }
  }

  function cutWaiting(node: Node): void {
    for (const [client, one] of waiting) if (one === node) cut(client)
  }

  const notDown = (node: Node): void => {
    if (node.heartbeat.isDown()) throw new NodeDown()
  }

  function statementIn(group: ShardGroup, statement: Statement): Statement {
    const known = placed.get(group) ?? new Map<string, Statement>()
    placed.set(group, known)
    const found = known.get(statement.name)
    if (found) return found
    requireHere(statement.text)
    const text = inShards(statement.text, group.names)
    // One without a name is not prepared.
    if (statement.name === '') return { ...statement, text }
    const made = { ...statement, name: `${statement.name}.${group.id}`, text }
    known.set(statement.name, made)
    return made
  }

  /** The coordinator is asked for a while. */
  function rest(node: Node, reason: unknown): undefined {
    node.restsUntil = performance.now() + node.restMillis
    node.restMillis = Math.min(2 * node.restMillis, REST_MILLIS.most)
    shards.forget()
    // The coordinator could not be asked who the node is.
    onLost(reason instanceof OutcomeUnknown ? noteLost(reason.cause) : reason)
  }

  /** Without the lock, shards may be gone that were there. */
  function elsewhere(error: unknown): never {
    if (!(error instanceof pg.DatabaseError && UNKNOWN_THERE.test(error.code ?? ''))) throw error
    shards.forget()
    throw new NotHere()
  }

  async function lend<T>(
    accountId: unknown,
    use: (client: pg.PoolClient, group: ShardGroup) => Promise<T>,
  ): Promise<{ answer: T } | undefined> {
    const group = await shards.of(accountId).catch(notSent)
    if (!group) return undefined
    return lendOf(nodeOf(group), client => use(client, group))
  }

  async function lendOf<T>(
    node: Node,
    use: (client: pg.PoolClient) => Promise<T>,
  ): Promise<{ answer: T } | undefined> {
    notDown(node)
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
      const cause = error instanceof OutcomeUnknown ? error.cause : error
      if (cause instanceof NotHere) return undefined
      const { code = '' } = cause instanceof pg.DatabaseError ? cause : {}
      if (code === ELSEWHERE) return shards.forget()
      if (UNKNOWN_THERE.test(code)) return rest(node, cause)
      throw error
    } finally {
      waiting.delete(client)
      client.release(broken)
    }
  }

  return {
    async run(statement, values) {
      const lent = await lend(values[statement.accountAt!], (client, group) => {
        const ours = statementIn(group, statement)
        return send(client, ours, values, limitOf(statement, deadlines), group.id)
      })
      return lent?.answer
    },
    async runPerShard(statement) {
      const groups = await shards.all().catch(notSent)
      if (groups.length === 0) return undefined
      const answers = await Promise.all(
        unions
          .of(statement, groups)
          // The others answer for their accounts.
          .filter(([place]) => !nodeOf(place).heartbeat.isDown())
          .map(async ([place, ours]) => {
            const limit = limitOf(ours, deadlines)
            return lendOf(nodeOf(place), client => send(client, ours, [], limit).catch(elsewhere))
          }),
      )
      const rows = answers.flatMap(lent => lent?.answer.rows ?? [])
      return answers.includes(undefined) ? undefined : { rows, count: rows.length }
    },
    isCluster: async () => (await shards.all().catch(notSent)).length > 0,
    async refuseDown(accountId) {
      if (!isAnyDown()) return
      const group = await shards.of(accountId).catch(notSent)
      if (group) notDown(nodeOf(group))
    },
    isAnyDown,
    noteWaiting(client, accountId) {
      waiting.delete(client)
      const group = accountId === undefined ? undefined : shards.known(accountId)
      if (!group) return
      notDown(nodeOf(group))
      waiting.set(client, nodeOf(group))
    },
    transact: (accountId, work) =>
      lend(accountId, (client, group) =>
        inTransaction(client, work, {
          begin: `begin isolation level read committed; select hold_shard(${group.id})`,
          deadlines,
          placed(statement, values) {
            const other = accountOf(statement, values)
            if (other !== undefined && other !== accountId) throw new NotHere()
            return statementIn(group, statement)
          },
        }),
      ),
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

async function closeNode({ heartbeat, pool }: Node): Promise<void> {
  await heartbeat.stop()
  await pool.close()
}

/** What is the same on all nodes changes on all of them. */
function requireHere(text: string): void {
  const isLocal = (word: string) => UNDISTRIBUTED[word] === 'local'
  const changed = [...text.matchAll(CHANGED)].map(([, table]) => table!)
  if (changed.some(table => table in UNDISTRIBUTED) || text.match(/\w+/g)!.some(isLocal))
    throw new NotHere()
}

/** Only whoever sends the statement retries, or each of its attempts would be as many. */
function notSent(error: unknown): never {
  throw error instanceof OutcomeUnknown ? error : new OutcomeUnknown('not-sent', error)
}
