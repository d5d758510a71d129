/**
 * Checks at startup that the PostgreSQL of DATABASE_URL is usable: that it answers, is new enough,
 * accepts writes, and gives each connection its own session.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isLost, isReadOnly } from './again.ts'
import { at, createHosts, endClient } from './hosts.ts'
import { StoreUnavailable } from './store-unavailable.ts'
import { placesOf, type StoreConnection } from './store-url.ts'

export interface ReachOptions {
  log(line: string): void
  /** How long to wait for a server that does not run yet. */
  waitMillis: number
}

const PATIENCE_MILLIS = 5000
const OLDEST = 150000

/** Throws StoreUnavailable. */
export async function reach(
  connection: StoreConnection,
  { log, waitMillis }: ReachOptions,
): Promise<void> {
  const until = Date.now() + waitMillis
  for (let tries = 0; ; tries++) {
    try {
      return await checkServer(connection)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      if (isReadOnly(error)) throw new StoreUnavailable(takesNoWrites(connection), { cause: error })
      // Not running yet: the server may start together with us.
      if (!isLost(error) || Date.now() > until)
        throw new StoreUnavailable(cantBeUsed(error), { cause: error })
      if (tries === 0) log('waiting for the PostgreSQL of DATABASE_URL')
      await pause(500)
    }
  }
}

async function checkServer(connection: StoreConnection): Promise<void> {
  const config = at(connection, await createHosts(connection).pick())
  const [one, other] = [1, 2].map(
    () =>
      new pg.Client({
        ...config,
        connectionTimeoutMillis: PATIENCE_MILLIS,
        query_timeout: PATIENCE_MILLIS,
      }),
  ) as [pg.Client, pg.Client]
  one.on('error', () => {})
  other.on('error', () => {})
  try {
    await one.connect()
    const { rows } = await one.query(
      "select current_setting('server_version_num')::int as version, " +
        "current_setting('transaction_read_only') as read_only",
    )
    const { version, read_only: readOnly } = rows[0]
    if (version < OLDEST)
      throw new StoreUnavailable(
        `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10000)}; 15 or later is needed.`,
      )
    if (readOnly === 'on') throw new StoreUnavailable(takesNoWrites(connection))
    await other.connect()
    await refuseShared(one, other)
  } finally {
    endClient(one)
    endClient(other)
  }
}

/**
 * A pooler in transaction mode gives two connections the same server session, or one connection
 * changing sessions.
 */
async function refuseShared(one: pg.Client, other: pg.Client): Promise<void> {
  const processOf = async (client: pg.Client) =>
    (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  const [first, second] = [await processOf(one), await processOf(other)]
  for (let round = 0; round < 3; round++)
    if (first === second || (await processOf(one)) !== first || (await processOf(other)) !== second)
      throw new StoreUnavailable(
        'DATABASE_URL leads to a pooler that lends a server for one transaction only ' +
          '(pool_mode=transaction); Pennypost needs sessions: set pool_mode=session, or go to ' +
          'PostgreSQL directly.',
      )
}

const takesNoWrites = (connection: StoreConnection): string =>
  `The PostgreSQL of DATABASE_URL (${placesOf(connection)}) takes no writes: it is a ` +
  'standby, or set to read only. Give the address of the primary, or the addresses of all: ' +
  'postgres://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write'

function cantBeUsed(error: unknown): string {
  const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: Error[] }
  return `The PostgreSQL of DATABASE_URL can't be used: ${message || errors?.[0]?.message || code}.`
}
