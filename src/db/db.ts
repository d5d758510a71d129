/**
 * The store as the rest of the program sees it. Each query has its account among its values; only
 * this room decides which server it goes to.
 * Queries are written in .sql files and become functions through one(), maybe(), many() and count()
 * of query.ts (see scripts/sql-types.ts). What is done about lost connections and conflicts stands
 * in again.ts.
 */
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterFailure, isLost, isReadOnly, noteLost, OutcomeUnknown } from './again.ts'
import { copyIn, cut } from './copy-streams.ts'
import { DEADLINES, type Deadline, type StatementLimits } from './deadlines.ts'
import { createHosts } from './hosts.ts'
import { send, timed } from './send.ts'
import { clientOf, prepareSession } from './session.ts'
import type { Statement, StatementResult } from './statement.ts'
import type { StoreLocals } from './store-local.ts'
import type { StoreConnection } from './store-url.ts'
import { watchConnections } from './watch.ts'

/** Where queries go: the store itself, or a transaction in it. */
export interface Db {
  run(statement: Statement, values: unknown[]): Promise<StatementResult>
  /** Runs the work in one transaction; see atomically(). */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** A transaction. */
export interface Tx extends Db {
  /**
   * Feeds rows, in the text form of COPY and in pieces of any size, to a `copy ... from stdin`;
   * answers how many the store has taken.
   */
  copy(text: string, rows: Iterable<string | Buffer>): Promise<number>
}

/** Not a transaction: it has what outlives one, so a `Tx` is not assignable to it. */
export interface Store extends Db {
  /** What this process keeps for the store; see storeLocal(). */
  readonly locals: StoreLocals
  transact<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** How the pool stands, for the metrics. */
  pool(): { size: number; idle: number; waiting: number }
  /** How long the oldest statement in flight has been so. */
  oldestStatementSeconds(): number
  /**
   * What is wrong with the store as its answers, or their absence, have shown; undefined for
   * nothing.
   */
  trouble(): string | undefined
  /**
   * A connection of one's own outside the pool's rules: migrations, COPY. Ends when the work ends.
   */
  withClient<T>(work: (client: pg.ClientBase) => Promise<T>, deadline?: Deadline): Promise<T>
  close(): Promise<void>
}

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read'
  /**
   * The work leaves the same when it is done twice: it is done again even when nobody knows whether
   * COMMIT arrived.
   */
  again?: boolean
}

export interface StoreOptions {
  connection: StoreConnection
  connections?: number
  onLost?: (error: unknown) => void
  /** Other limits than those of the house, for tests. */
  deadlines?: Record<Deadline, StatementLimits>
}

/** Connecting, or waiting for a connection of the pool. */
const CONNECT_MILLIS = 10_000
const KEEPALIVE_MILLIS = 10_000
const GOODBYE_MILLIS = 1000
/** So long a refusal for lack of room counts as the state of the store. */
const NO_ROOM_MILLIS = 15_000

export function openStore({
  connection,
  connections = 16,
  onLost = () => {},
  deadlines = DEADLINES,
}: StoreOptions): Store {
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
  // An idle connection that breaks is replaced by the next query; without a listener it would end
  // the process.
  pool.on('error', error => {
    if (!closing) onLost(noteLost(error))
  })
  pool.on('acquire', client => watch.lent(client, true))
  pool.on('release', (_error, client) => watch.lent(client, false))
  let closing = false
  let noRoomAt = Number.NEGATIVE_INFINITY

  /** Lends a connection and takes it back after use; a broken one is thrown away. */
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
      const cause = error instanceof OutcomeUnknown ? error.cause : error
      broken ||= !isSettled(error)
      if (isDiskFull(cause)) noRoomAt = performance.now()
      if (isReadOnly(cause)) {
        // The others that lead there would fail one by one.
        hosts.forget()
        watch.cutIdle()
      }
      throw error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  /** A connection that can't be had was never used: whatever waits for it may try again. */
  async function connected(): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (cause) {
      hosts.forget()
      throw new OutcomeUnknown('not-sent', cause)
    }
  }

  const run: Db['run'] = (statement, values) =>
    afterFailure(statement.again ? 'again' : 'before-sent', () =>
      lend(client => {
        const sent = () => send(client, statement, values)
        return statement.deadline === undefined ? sent() : within(statement.deadline, client, sent)
      }),
    )

  /** With another limit of the server's, and the usual one again afterwards. */
  async function within<T>(
    deadline: Deadline,
    client: pg.ClientBase,
    work: () => Promise<T>,
  ): Promise<T> {
    await limitTo(client, deadlines[deadline])
    try {
      return await work()
    } finally {
      await limitTo(client, deadlines.usual).catch(() => cut(client))
    }
  }

  const transact: Store['transact'] = (
    work,
    { isolation = 'read committed', again = false } = {},
  ) =>
    afterFailure(again ? 'again' : 'before-commit', () =>
      lend(client => inTransaction(client, work, isolation, deadlines)),
    )

  return {
    locals: new Map(),
    run,
    transact,
    pool: () => ({ size: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    oldestStatementSeconds: watch.oldestSeconds,
    trouble() {
      const seconds = watch.overdueSeconds()
      if (seconds !== undefined)
        return `the store has not answered a statement for ${Math.round(seconds)} seconds`
      return performance.now() - noRoomAt < NO_ROOM_MILLIS
        ? 'the store has no room left on its disk'
        : undefined
    },
    withClient: (work, deadline = 'usual') =>
      lend(async client => {
        if (deadline === 'usual') return await work(client)
        watch.allow(client, deadline)
        return await within(deadline, client, () => work(client)).finally(() =>
          watch.allow(client, 'usual'),
        )
      }).catch(error => {
        throw noteLost(error instanceof OutcomeUnknown ? error.cause : error)
      }),
    async close() {
      closing = true
      await pool.end()
      // Servers that are in reach have heard the good-bye by then.
      setTimeout(watch.stop, GOODBYE_MILLIS).unref()
    },
  }
}

/**
 * Several statements as one: all of it happens or nothing. Conflicts and connections lost before
 * COMMIT are tried again. Within a transaction it is part of that, whose options hold.
 */
export function atomically<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T>
export function atomically<T>(
  store: Store,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T>
export function atomically<T>(
  db: Pick<Store, 'transact'>,
  work: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return db.transact(work, options)
}

const limitTo = (client: pg.ClientBase, { server }: StatementLimits) =>
  client.query(`set statement_timeout = ${server}`)

/** The server has answered, and its connection is as good as before. */
const isSettled = (error: unknown): boolean =>
  !isLost(error) &&
  (error instanceof pg.DatabaseError || (error instanceof OutcomeUnknown && error.rolledBack))

const isDiskFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '53100'

async function inTransaction<T>(
  client: pg.ClientBase,
  work: (tx: Tx) => Promise<T>,
  isolation: NonNullable<TransactionOptions['isolation']>,
  deadlines: Record<Deadline, StatementLimits>,
): Promise<T> {
  await client
    .query(isolation === 'read committed' ? 'begin' : `begin isolation level ${isolation}`)
    .catch(cause => {
      throw new OutcomeUnknown('not-committed', cause)
    })
  let limited: Deadline = 'usual'
  /** For the rest of the transaction. */
  const allow = async (deadline: Deadline) => {
    if (limited === deadline) return
    limited = deadline
    await client.query(`set local statement_timeout = ${deadlines[deadline].server}`)
  }
  const tx: Tx = {
    async run(statement, values) {
      if (statement.deadline) await allow(statement.deadline)
      return send(client, statement, values)
    },
    async copy(text, rows) {
      await allow('long')
      return copyIn(client, text, Readable.from(rows), 'long')
    },
    // A transaction inside another is part of it.
    transact: inner => inner(tx),
  }
  let result: T
  try {
    result = await work(tx)
  } catch (error) {
    const rolledBack = await client.query('rollback').then(
      () => true,
      () => false,
    )
    throw new OutcomeUnknown('not-committed', error, rolledBack)
  }
  let tag: string
  try {
    tag = (await timed(client.query('commit'))).command
  } catch (cause) {
    throw new OutcomeUnknown('commit-sent', cause)
  }
  // A transaction whose connection to another node broke answers ROLLBACK to COMMIT, without an
  // error.
  if (tag !== 'COMMIT')
    throw new OutcomeUnknown(
      'not-committed',
      Object.assign(new Error(`the store answered ${tag} to COMMIT`), { code: '40001' }),
    )
  return result
}
