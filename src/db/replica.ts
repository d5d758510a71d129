/**
 * A read replica (hot standby) for expensive reads: reports, exports, pages. Read-your-writes: the
 * primary reports the position of its log (WAL) on disk, and a read waits until the standby has
 * replayed up to it. So every process sees earlier writes of all. While the standby is behind or
 * fails, the primary answers. docs/decisions/0056-reads-from-a-standby.md.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { replicaReads } from '../lib/telemetry.ts'
import { type Deadline, limitOf, type StatementLimits } from './deadlines.ts'
import { send } from './send.ts'
import { setSession } from './session.ts'
import type { Cells, Statement, StatementResult } from './statement.ts'
import type { StoreConnection } from './store-url.ts'
import { watchConnections } from './watch.ts'

export interface Replica {
  /** Undefined: the primary has to answer. */
  read(statement: Statement, values: unknown[]): Promise<StatementResult | undefined>
  close(): Promise<void>
}

export interface ReplicaOptions {
  connection: StoreConnection
  connections: number
  deadlines: Record<Deadline, StatementLimits>
  /** Runs a statement on the primary. */
  primary(statement: Statement): Promise<StatementResult>
  /** Why the primary answers from now on. */
  onUnusable(reason: unknown): void
}

const CONNECT_MILLIS = 2_000
/** How long a read waits for the standby to replay up to its position. */
const LAG_MILLIS = 500
/** How long the primary answers after the standby was behind or failed; then twice as long. */
const REST_MILLIS = 2_000
const LONGEST_REST_MILLIS = 16_000

/**
 * Where the primary's log is, and which database it is. No row on a cluster: the log of its
 * coordinator says nothing of its nodes.
 */
const POSITION: Statement = {
  name: 'replica.position',
  text:
    'select pg_current_wal_flush_lsn()::text, system_identifier::text from pg_control_system() ' +
    "where not exists (select from pg_extension where extname = 'citus')",
  again: true,
}

/** A server that was promoted, or that no longer follows the primary, never has it. */
const HAS_REPLAYED: Statement = {
  name: 'replica.hasReplayed',
  text:
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn ' +
    'and system_identifier::text = $2 and exists (select from pg_stat_wal_receiver) ' +
    'from pg_control_system()',
  again: true,
}

/** A statement was cancelled or took too long: the primary would need as long. */
const QUERY_CANCELED = '57014'

export function openReplica({
  connection,
  connections,
  deadlines,
  primary,
  onUnusable,
}: ReplicaOptions): Replica {
  const watch = watchConnections({ limits: deadlines })
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    connectionTimeoutMillis: CONNECT_MILLIS,
    keepAlive: true,
    onConnect: async client => {
      watch.add(client)
      // Of one that is lent, an error without a listener would end the process; its query tells.
      client.on('error', () => {})
      await setSession(client, deadlines.usual.server)
    },
  })
  pool.on('error', () => {})
  pool.on('acquire', client => watch.lent(client, true))
  pool.on('release', (_error, client) => watch.lent(client, false))
  let restsUntil = 0
  let restMillis = REST_MILLIS
  let isUsed = true
  /**
   * Until the standby has answered, one read at a time asks it: attempts to connect that are given
   * up stay in the accept queue of its port (docs/decisions/0066-attempts-to-connect.md).
   */
  let hasAnswered = false
  let isTrying = false

  /** The primary answers for a while. */
  function rest(reason: unknown): undefined {
    const now = performance.now()
    if (now >= restsUntil) {
      restsUntil = now + restMillis
      restMillis = Math.min(restMillis * 2, LONGEST_REST_MILLIS)
    }
    if (isUsed) onUnusable(reason)
    isUsed = false
    hasAnswered = false
  }

  async function readFrom(
    client: pg.PoolClient,
    position: Cells,
    statement: Statement,
    values: unknown[],
  ): Promise<StatementResult | undefined> {
    if (!(await hasReplayed(client, position)))
      return rest(new Error('the standby is behind, or follows another server'))
    isUsed = true
    hasAnswered = true
    restMillis = REST_MILLIS
    return send(client, statement, values, limitOf(statement, deadlines))
  }

  async function tried(statement: Statement, values: unknown[]) {
    if (performance.now() < restsUntil) return undefined
    if (hasAnswered) return asked(statement, values)
    if (isTrying) return undefined
    isTrying = true
    try {
      return await asked(statement, values)
    } finally {
      isTrying = false
    }
  }

  async function asked(statement: Statement, values: unknown[]) {
    const [position] = (await primary(POSITION)).rows
    if (!position) return rest(new Error('a store on several servers has no standby to read from'))
    let client: pg.PoolClient | undefined
    let broken = true
    try {
      client = await pool.connect()
      const answer = await readFrom(client, position, statement, values)
      broken = false
      return answer
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED) throw error
      return rest(error)
    } finally {
      client?.release(broken)
    }
  }

  return {
    async read(statement, values) {
      const answer = await tried(statement, values)
      replicaReads.publish({ by: answer === undefined ? 'primary' : 'standby' })
      return answer
    },
    async close() {
      await pool.end()
      watch.stop()
    },
  }
}

/** Asks again while it has not. Throws if the standby does not answer. */
async function hasReplayed(client: pg.ClientBase, position: Cells): Promise<boolean> {
  const began = performance.now()
  for (let wait = 2; ; wait *= 2) {
    const asked = send(client, HAS_REPLAYED, position)
    const answer = await Promise.race([asked, pause(2 * LAG_MILLIS, undefined, { ref: false })])
    if (answer === undefined) {
      asked.catch(() => {})
      throw new Error('the standby does not answer')
    }
    if (answer.rows[0]?.[0] === 't') return true
    if (performance.now() + wait - began > LAG_MILLIS) return false
    await pause(wait)
  }
}
