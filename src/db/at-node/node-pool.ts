/** The connections to one node of a cluster (Citus), each prepared for hot statements. */
import pg from 'pg'
import { cut } from '../copy-streams.ts'
import type { Deadline, StatementLimits } from '../deadlines.ts'
import { HOLD } from '../execution.ts'
import { at } from '../hosts.ts'
import { type PoolCounts, poolCounts } from '../pool-counts.ts'
import { prepareSession } from '../session.ts'
import type { Statement, StatementResult } from '../statement.ts'
import type { StoreConnection } from '../store-url.ts'
import { watchConnections } from '../watch.ts'
import { type Attempts, clientOf } from './attempts.ts'
import { inTime } from './in-time.ts'

export interface NodePool {
  /** Throws if the node can't be reached; undefined if no connection is free in time. */
  connect(): Promise<pg.PoolClient | undefined>
  counts(): PoolCounts
  /** Age of the oldest statement in flight; 0 if there is none. */
  oldestSeconds(): number
  /** It leaves a statement without an answer for longer than it may take. */
  isSilent(): boolean
  close(): Promise<void>
}

export interface NodePoolOptions {
  connection: StoreConnection
  connections: number
  deadlines: Record<Deadline, StatementLimits>
  /** Default: PATIENCE_MILLIS. */
  patienceMillis?: number | undefined
  /** Runs a statement on the coordinator, without another attempt. */
  ask(statement: Statement, values: unknown[]): Promise<StatementResult>
}

/**
 * How long a caller waits for a connection, new or free. The coordinator, asked then, takes a
 * second to find the node silent, and callers hear it within two. The connection is made
 * nevertheless.
 */
const PATIENCE_MILLIS = 800
/** For preparing a session: of one that is cut off the server has had the costs. */
const PREPARE_MILLIS = 10_000

/** Numbers of shards are the same in every cluster: another server by that name would take rows. */
const WHO = "select system_identifier || ' ' || current_database() as who from pg_control_system()"
const IS_NODE: Statement = {
  name: 'shards.isNode',
  text:
    'select success and result = $4 ' +
    'from master_run_on_worker(array[$1], array[$2::int], array[$3], false)',
  again: true,
}

export function openNodePool(
  { host, port }: { host: string; port: number },
  { connection, connections, deadlines, ask, patienceMillis = PATIENCE_MILLIS }: NodePoolOptions,
  attempts: Attempts,
): NodePool {
  const watch = watchConnections({ limits: deadlines })
  /** The server that the coordinator has found there. */
  let confirmed: string | undefined
  const preparing = new Set<pg.ClientBase>()
  /** Connections lent, those made since the start, and callers that wait no longer. */
  let lent = 0
  let made = 0
  let late = 0

  const pool = new pg.Pool({
    ...at(connection, { host, port }),
    Client: clientOf(attempts),
    max: connections,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    onConnect: async client => {
      watch.add(client)
      // Of one that is lent, an error without a listener would end the process; its query tells.
      client.on('error', () => {})
      await prepareInTime(client)
    },
  })
  pool.on('error', () => {})
  pool.on('acquire', client => {
    lent++
    watch.lent(client, true)
  })
  pool.on('release', (_error, client) => {
    lent--
    watch.lent(client, false)
  })

  async function prepare(client: pg.ClientBase): Promise<void> {
    await prepareSession(client, deadlines.usual.server)
    await refuseOther(client)
    await client.query('set citus.enable_manual_changes_to_shards = on')
    await client.query({ ...HOLD, values: [null] })
  }

  /** A server may go silent right after the connection is made. */
  async function prepareInTime(client: pg.ClientBase): Promise<void> {
    preparing.add(client)
    try {
      const isReady = prepare(client).then(() => true)
      if (!(await inTime(isReady, PREPARE_MILLIS))) throw silent()
      made++
    } catch (error) {
      // A farewell would be waited for.
      cut(client)
      throw error
    } finally {
      preparing.delete(client)
    }
  }

  const silent = () => lost(`the node ${host}:${port} does not answer`)
  const isMaking = () => pool.totalCount > pool.idleCount + lent

  /** Throws if the server is not the one that the coordinator finds under that name. */
  async function refuseOther(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<{ who: string }>(WHO)
    const { who } = rows[0]!
    const found = ask(IS_NODE, [host, port, WHO, who]).then(answer => answer.rows[0]?.[0] === 't')
    // While the coordinator is away, the node is the server that it was.
    const isNode =
      who === confirmed
        ? ((await inTime(found, patienceMillis / 2).catch(() => undefined)) ?? true)
        : await found
    if (!isNode) throw new Error(`the server at ${host}:${port} is not the node of that name`)
    confirmed = who
  }

  return {
    async connect() {
      // Who waits behind those would be late, too.
      if (late > 0 && pool.idleCount === 0) return undefined
      const before = made
      const asked = pool.connect()
      const client = await inTime(asked, patienceMillis)
      if (client) return client
      late++
      asked
        .then(
          found => found.release(),
          () => {},
        )
        .finally(() => late--)
      if (isMaking() && made === before) throw silent()
    },
    counts: () => poolCounts(pool),
    oldestSeconds: watch.oldestSeconds,
    isSilent: () => watch.overdueSeconds() !== undefined,
    async close() {
      attempts.stop()
      for (const client of preparing) cut(client)
      await pool.end()
      watch.stop()
    },
  }
}

/** An error that again.ts classifies as a lost connection. */
const lost = (message: string) => Object.assign(new Error(message), { code: 'ETIMEDOUT' })
