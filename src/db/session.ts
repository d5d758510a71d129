/**
 * The settings of each session, set in a round trip after connecting: startup parameters would be
 * shorter, but PgBouncer rejects them or, if configured to ignore them, drops them.
 */
import pg from 'pg'
import { StoreReadOnly } from './again.ts'
import { NODE_SETTINGS } from './cluster/places.ts'
import { cut } from './copy-streams.ts'
import type { Deadline, StatementLimits } from './deadlines.ts'
import { LIMIT } from './execution.ts'
import type { Hosts } from './hosts.ts'

/**
 * Timestamps are written at +01 (POSIX inverts the sign), so that they go to the wire almost
 * unchanged. All our statements are short: JIT compilation of one costs a hundred times its gain.
 * With the timeouts, a server that lost its client in a transaction releases its locks before we
 * retry.
 */
const settings = (statementMillis: number): Record<string, string> => ({
  ...NODE_SETTINGS,
  datestyle: 'ISO,YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  statement_timeout: String(statementMillis),
  idle_in_transaction_session_timeout: String(statementMillis),
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
})

/** Timeout for this query. */
const PATIENCE_MILLIS = 10_000

/** Throws StoreReadOnly. */
export async function prepareSession(
  client: pg.ClientBase,
  statementMillis: number,
): Promise<void> {
  if ((await setSession(client, statementMillis)).isReadOnly) throw new StoreReadOnly()
}

export async function setSession(
  client: pg.ClientBase,
  statementMillis: number,
): Promise<{ isReadOnly: boolean }> {
  const set = Object.entries(settings(statementMillis))
    .map(([name, value]) => `('${name}', '${value}')`)
    .join(', ')
  const { rows } = await client.query<{ read_only: string }>({
    text: `select count(set_config(s.name, s.value, false)), \
current_setting('transaction_read_only') as read_only
      from (values ${set}) as s (name, value)`,
    query_timeout: PATIENCE_MILLIS,
  } as pg.QueryConfig)
  await client.query({
    ...LIMIT,
    values: [String(statementMillis)],
    query_timeout: PATIENCE_MILLIS,
  } as pg.QueryConfig)
  return { isReadOnly: rows[0]?.read_only === 'on' }
}

/** Sets other timeouts for the work, then the usual ones again. */
export async function within<T>(
  client: pg.ClientBase,
  deadlines: Record<Deadline, StatementLimits>,
  deadline: Deadline,
  work: () => Promise<T>,
): Promise<T> {
  // Between two statements a program may be busy itself, for longer on a busy machine.
  const limitTo = ({ server }: StatementLimits) =>
    client.query(
      `set statement_timeout = ${server}; set idle_in_transaction_session_timeout = ${server}`,
    )
  await limitTo(deadlines[deadline])
  try {
    return await work()
  } finally {
    await limitTo(deadlines.usual).catch(() => cut(client))
  }
}

type Connected = (error: Error | undefined) => void

/** The driver's client, connecting to the server that `hosts` picks at that moment. */
export const clientOf = (hosts: Hosts) =>
  class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connected = hosts.pick().then(place => {
        Object.assign(this, place)
        return super.connect()
      })
      if (!callback) return connected
      connected.then(() => callback(undefined), callback)
      return undefined
    }
  }

/** A connection outside of the pool. One that breaks is noticed by its next statement. */
export async function connectAlone(
  hosts: Hosts,
  config: pg.ClientConfig,
  statementMillis: number,
): Promise<pg.Client> {
  const client = new (clientOf(hosts))({
    ...config,
    connectionTimeoutMillis: PATIENCE_MILLIS,
    keepAlive: true,
  })
  // Without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  await prepareSession(client, statementMillis)
  return client
}
