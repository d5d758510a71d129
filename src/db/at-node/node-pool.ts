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
import { inTime } from './in-time.ts'

export interface NodePool {
  /** Throws if the node can't be reached; undefined if all connections are in use. */
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
  /** Default: CONNECT_MILLIS. */
  patienceMillis?: number | undefined
  /** Runs a statement on the coordinator, without another attempt. */
  ask(statement: Statement, values: unknown[]): Promise<StatementResult>
}

/**
 * For connecting, for preparing the session, and for waiting until one is free. The coordinator,
 * asked then, takes a second to find the node silent, and callers hear it within two.
 */
const CONNECT_MILLIS = 800

/** Numbers of shards are the same in every cluster: another server by that name would take rows. */
const WHO = "select system_identifier || ' ' || current_database() as who from pg_control_system()"
const IS_NODE: Statement = {
  name: 'shards.isNode',
  text:
    'select success and result = $4 ' +
    'from master_run_on_worker(array[$1], array[$2::int], array[$3], false)',
  again: true,
}

const ALL_IN_USE = /^timeout exceeded when trying to connect$/

export function openNodePool(
  { host, port }: { host: string; port: number },
  { connection, connections, deadlines, ask, patienceMillis = CONNECT_MILLIS }: NodePoolOptions,
): NodePool {
  const watch = watchConnections({ limits: deadlines })
  /** The server that the coordinator has found there. */
  let confirmed: string | undefined

  const pool = new pg.Pool({
    ...at(connection, { host, port }),
    max: connections,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: patienceMillis,
    keepAlive: true,
    onConnect: async client => {
      watch.add(client)
      // Of one that is lent, an error without a listener would end the process; its query tells.
      client.on('error', () => {})
      await prepareInTime(client)
    },
  })
  pool.on('error', () => {})
  pool.on('acquire', client => watch.lent(client, true))
  pool.on('release', (_error, client) => watch.lent(client, false))

  async function prepare(client: pg.ClientBase): Promise<void> {
    await prepareSession(client, deadlines.usual.server)
    await refuseOther(client)
    await client.query('set citus.enable_manual_changes_to_shards = on')
    await client.query({ ...HOLD, values: [null] })
  }

  /** The driver's limit ends with the connection made; a server may go silent right after that. */
  async function prepareInTime(client: pg.ClientBase): Promise<void> {
    try {
      const isReady = prepare(client).then(() => true)
      if (!(await inTime(isReady, patienceMillis)))
        throw lost(`the node ${host}:${port} does not answer`)
    } catch (error) {
      // A farewell would be waited for.
      cut(client)
      throw error
    }
  }

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
    connect: () =>
      pool.connect().catch(error => {
        if (error instanceof Error && ALL_IN_USE.test(error.message)) return undefined
        throw error
      }),
    counts: () => poolCounts(pool),
    oldestSeconds: watch.oldestSeconds,
    isSilent: () => watch.overdueSeconds() !== undefined,
    async close() {
      await pool.end()
      watch.stop()
    },
  }
}

/** An error that again.ts classifies as a lost connection. */
const lost = (message: string) => Object.assign(new Error(message), { code: 'ETIMEDOUT' })
