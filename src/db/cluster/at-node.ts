/**
 * Sends hot statements and transactions of an account to the node of a cluster (Citus) that has its
 * rows, with the names of its shards: past the coordinator, and past the planner of Citus, which
 * costs the node more than the rows do. Ahead of each, in the same transaction, hold_shard() takes
 * the lock that a move of the shards waits for, and fails if they lie elsewhere. Where that can't
 * be done nothing was changed, and the coordinator is asked:
 * docs/decisions/0057-statements-at-the-node.md.
 */
import pg from 'pg'
import { isSettled, noteLost, OutcomeUnknown } from '../again.ts'
import { type Deadline, limitOf, type StatementLimits } from '../deadlines.ts'
import { HOLD } from '../execution.ts'
import { at } from '../hosts.ts'
import { send } from '../send.ts'
import { prepareSession } from '../session.ts'
import type { Statement, StatementResult } from '../statement.ts'
import type { StoreConnection } from '../store-url.ts'
import { inTransaction, type Tx } from '../transaction.ts'
import { type ConnectionWatch, watchConnections } from '../watch.ts'
import { createAccountShards } from './account-shards.ts'
import { UNDISTRIBUTED } from './places.ts'
import { inShards, type ShardGroup } from './shard-groups.ts'

export interface AtNode {
  /** Undefined: the server that the store is connected to has to run it. */
  run(statement: Statement, values: unknown[]): Promise<StatementResult | undefined>
  /** Undefined: as before, and what the work did is rolled back. Throws OutcomeUnknown. */
  transact<T>(accountId: number, work: (tx: Tx) => Promise<T>): Promise<{ answer: T } | undefined>
  /** Age of the oldest statement in flight; 0 if there is none. */
  oldestSeconds(): number
  close(): Promise<void>
}

export interface AtNodeOptions {
  connection: StoreConnection
  /** To each node. */
  connections: number
  deadlines: Record<Deadline, StatementLimits>
  /** Runs a statement on the coordinator, without another attempt. */
  ask(statement: Statement, values: unknown[]): Promise<StatementResult>
  onLost(error: unknown): void
}

const CONNECT_MILLIS = 1_500
/** How long the coordinator is asked after a node could not be reached: each time twice as long. */
const REST_MILLIS = { least: 2_000, most: 60_000 }

/** Of hold_shard(). The statement behind it was not run. */
const ELSEWHERE = '55000'
/** A shard that was split, or a name that is not known there. The statement has changed nothing. */
const UNKNOWN_THERE = /^(?:XX000|42)/

/** Numbers of shards are the same in every cluster: another server by that name would take rows. */
const WHO = "select system_identifier || ' ' || current_database() as who from pg_control_system()"
const IS_NODE: Statement = {
  name: 'shards.isNode',
  text:
    'select success and result = $4 ' +
    'from master_run_on_worker(array[$1], array[$2::int], array[$3], false)',
  again: true,
}

/** A transaction that has to go by the coordinator. */
class NotHere extends Error {}

const CHANGED = /\b(?:insert\s+into|update|delete\s+from|copy)\s+(\w+)/gi

type Place = Pick<ShardGroup, 'host' | 'port'>

interface Node {
  pool: pg.Pool
  restsUntil: number
  /** How long it rests the next time. */
  restMillis: number
}

export function createAtNode({
  connection,
  connections,
  deadlines,
  ask,
  onLost,
}: AtNodeOptions): AtNode {
  const shards = createAccountShards(ask)
  const nodes = new Map<string, Node>()
  const placed = new WeakMap<ShardGroup, Map<string, Statement>>()
  let watch: ConnectionWatch | undefined

  function nodeOf({ host, port }: ShardGroup): Node {
    const key = `${host}:${port}`
    const node = nodes.get(key) ?? {
      ...{ pool: openPool({ host, port }), restsUntil: 0, restMillis: REST_MILLIS.least },
    }
    nodes.set(key, node)
    return node
  }

  function openPool(place: Place): pg.Pool {
    watch ??= watchConnections({ limits: deadlines })
    const watching = watch
    const pool = new pg.Pool({
      ...at(connection, place),
      max: connections,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: CONNECT_MILLIS,
      keepAlive: true,
      onConnect: async client => {
        watching.add(client)
        // Of one that is lent, an error without a listener would end the process; its query tells.
        client.on('error', () => {})
        await prepareSession(client, deadlines.usual.server)
        await refuseOther(client, place)
        await client.query('set citus.enable_manual_changes_to_shards = on')
        await client.query({ ...HOLD, values: [null] })
      },
    })
    pool.on('error', () => {})
    pool.on('acquire', client => watching.lent(client, true))
    pool.on('release', (_error, client) => watching.lent(client, false))
    return pool
  }

  /** Throws if the server is not the one that the coordinator finds under that name. */
  async function refuseOther(client: pg.ClientBase, { host, port }: Place): Promise<void> {
    const { rows } = await client.query<{ who: string }>(WHO)
    const answer = await ask(IS_NODE, [host, port, WHO, rows[0]!.who])
    if (answer.rows[0]?.[0] !== 't')
      throw new Error(`the server at ${host}:${port} is not the node of that name`)
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

  async function lend<T>(
    accountId: unknown,
    use: (client: pg.PoolClient, group: ShardGroup) => Promise<T>,
  ): Promise<{ answer: T } | undefined> {
    const group = await shards.of(accountId).catch(notSent)
    if (!group) return undefined
    const node = nodeOf(group)
    if (performance.now() < node.restsUntil) return undefined
    const client = await node.pool.connect().catch(reason => rest(node, reason))
    if (!client) return undefined
    node.restMillis = REST_MILLIS.least
    let broken = false
    try {
      return { answer: await use(client, group) }
    } catch (error) {
      broken = !isSettled(error)
      const cause = error instanceof OutcomeUnknown ? error.cause : error
      if (cause instanceof NotHere) return undefined
      const { code = '' } = cause instanceof pg.DatabaseError ? cause : {}
      if (code === ELSEWHERE) return shards.forget()
      if (UNKNOWN_THERE.test(code)) return rest(node, cause)
      throw error
    } finally {
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
    transact: (accountId, work) =>
      lend(accountId, (client, group) =>
        inTransaction(client, work, {
          begin: `begin; select hold_shard(${group.id})`,
          deadlines,
          placed(statement, values) {
            const { accountAt } = statement
            if (accountAt !== undefined && values[accountAt] !== accountId) throw new NotHere()
            return statementIn(group, statement)
          },
        }),
      ),
    oldestSeconds: () => watch?.oldestSeconds() ?? 0,
    async close() {
      for (const { pool } of nodes.values()) await pool.end()
      watch?.stop()
    },
  }
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
