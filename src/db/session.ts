/**
 * What every session of ours is set to, in one round trip after it has connected: startup
 * parameters would be shorter, but PgBouncer refuses them or, told to ignore them, drops them.
 */
import pg from 'pg'
import { StoreReadOnly } from './again.ts'
import type { Hosts } from './hosts.ts'

/**
 * Every session writes moments at +01 (POSIX counts the other way round), so that they go to the
 * wire with hardly a change. All our statements are short: compiling one (jit) costs a hundred
 * times what it saves. A server that has lost us in the middle of a transaction gives its locks
 * back before we try again.
 */
const settings = (statementMillis: number): Record<string, string> => ({
  timezone: 'Etc/GMT-1',
  datestyle: 'ISO,YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  jit: 'off',
  statement_timeout: String(statementMillis),
  idle_in_transaction_session_timeout: String(statementMillis),
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
})

/** Between the connection and the first statement. */
const PATIENCE_MILLIS = 10_000

/** Throws StoreReadOnly. */
export async function prepareSession(
  client: pg.ClientBase,
  statementMillis: number,
): Promise<void> {
  const set = Object.entries(settings(statementMillis))
    .map(([name, value]) => `('${name}', '${value}')`)
    .join(', ')
  const { rows } = await client.query<{ read_only: string }>({
    text: `select count(set_config(s.name, s.value, false)), current_setting('transaction_read_only') as read_only
      from (values ${set}) as s (name, value)`,
    query_timeout: PATIENCE_MILLIS,
  } as pg.QueryConfig)
  if (rows[0]?.read_only === 'on') throw new StoreReadOnly()
}

type Connected = (error: Error | undefined) => void

/**
 * The driver's client, but for the server that it connects to: the one that `hosts` picks at that
 * moment.
 */
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
