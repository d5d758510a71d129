/** The connections to the store: broken ones are discarded, silent ones closed. */
import pg from 'pg'
import { isDiskFull, isReadOnly, isSettled, noteLost, OutcomeUnknown } from './again.ts'
import type { Deadline, StatementLimits } from './deadlines.ts'
import { createHosts } from './hosts.ts'
import { type PoolCounts, poolCounts } from './pool-counts.ts'
import { clientOf, connectAlone, prepareSession, within } from './session.ts'
import type { StoreConnection } from './store-url.ts'
import { watchConnections } from './watch.ts'

export interface StorePool {
  /** Lends a connection to the work. Throws OutcomeUnknown if there is none: nothing was sent. */
  lend<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T>
  /** As lend(), for plain statements with this deadline. Throws the driver's errors. */
  withClient<T>(work: (client: pg.ClientBase) => Promise<T>, deadline: Deadline): Promise<T>
  /** A connection that is not of the pool. */
  connectAlone(): Promise<pg.Client>
  counts(): PoolCounts
  /** Age of the oldest statement in flight; 0 if there is none. */
  oldestSeconds(): number
  /** Why the store is unhealthy: a statement is overdue. Else undefined. */
  trouble(): string | undefined
  /** A statement has found its disk full, and none has found room since. */
  wasFull(): boolean
  foundRoom(): void
  /** From now on lost connections are not reported. */
  beginClose(): void
  close(): Promise<void>
}

export interface StorePoolOptions {
  connection: StoreConnection
  connections: number
  deadlines: Record<Deadline, StatementLimits>
  onLost(error: unknown): void
  /** A connection is no longer lent. */
  onReturn(client: pg.ClientBase): void
}

/** Timeout for connecting and for waiting on the pool. */
const CONNECT_MILLIS = 10_000
const KEEPALIVE_MILLIS = 10_000
const GOODBYE_MILLIS = 1000

export function openStorePool({
  connection,
  connections,
  deadlines,
  onLost,
  onReturn,
}: StorePoolOptions): StorePool {
  const hosts = createHosts(connection)
  const watch = watchConnections({ limits: deadlines, onSilence: () => hosts.forget() })
  const { hosts: _, ...driver } = connection
  const pool = new pg.Pool({
    ...driver,
    Client: clientOf(hosts),
    max: connections,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: CONNECT_MILLIS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MILLIS,
    onConnect: client => {
      watch.add(client)
      return prepareSession(client, deadlines.usual.server)
    },
  })
  // The pool replaces a broken idle connection at the next query; without a listener the error
  // would end the process.
  pool.on('error', error => {
    if (!closing) onLost(noteLost(error))
  })
  pool.on('acquire', client => watch.lent(client, true))
  pool.on('release', (_error, client) => watch.lent(client, false))
  let closing = false
  let full = false

  async function lend<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connected()
    let broken = false
    const onError = () => {
      broken = true
    }
    client.on('error', onError)
    try {
      return await use(client)
    } catch (error) {
      broken ||= !isSettled(error)
      noteFailure(error instanceof OutcomeUnknown ? error.cause : error)
      throw error
    } finally {
      client.off('error', onError)
      onReturn(client)
      client.release(broken)
    }
  }

  /** No connection means that no statement was sent: the work can be retried. */
  async function connected(): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (cause) {
      hosts.forget()
      throw new OutcomeUnknown('not-sent', cause)
    }
  }

  function noteFailure(cause: unknown): void {
    if (isDiskFull(cause)) full = true
    if (isReadOnly(cause)) {
      // The other idle connections lead to the same server.
      hosts.forget()
      watch.cutIdle()
    }
  }

  return {
    lend,
    withClient: (work, deadline) =>
      lend(async client => {
        if (deadline === 'usual') return await work(client)
        watch.allow(client, deadline)
        return await within(client, deadlines, deadline, () => work(client)).finally(() =>
          watch.allow(client, 'usual'),
        )
      }).catch(error => {
        throw noteLost(error instanceof OutcomeUnknown ? error.cause : error)
      }),
    connectAlone: () => connectAlone(hosts, driver, deadlines.usual.server),
    counts: () => poolCounts(pool),
    oldestSeconds: watch.oldestSeconds,
    trouble() {
      const seconds = watch.overdueSeconds()
      return seconds === undefined
        ? undefined
        : `the store has not answered a statement for ${Math.round(seconds)} seconds`
    },
    wasFull: () => full,
    foundRoom() {
      full = false
    },
    beginClose() {
      closing = true
    },
    async close() {
      await pool.end()
      // Reachable servers have received the Terminate message by then.
      setTimeout(watch.stop, GOODBYE_MILLIS).unref()
    },
  }
}
