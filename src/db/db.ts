/**
 * The store as the rest of the program sees it. Each query names its account; only this room decides which server it goes to.
 * Queries are written in .sql files and become functions through one(), maybe(), many() and count() of query.ts (see scripts/sql-types.ts).
 * What is done about lost connections and conflicts stands in again.ts.
 */
import { Readable } from 'node:stream'
import pg from 'pg'
import { statementSeconds } from '../lib/telemetry.ts'
import { afterFailure, type Kept, OutcomeUnknown } from './again.ts'
import { copyIn } from './copy-streams.ts'
import { Execution } from './execution.ts'

/** One row as the store writes it: text or null, in the order of the columns. */
export type Cells = (string | null)[]

export interface Statement {
  /** The name it is prepared under: unique in the program. */
  name: string
  text: string
  /** Leaves and answers the same when it is sent twice, so it may be sent again when its outcome is unknown. */
  again: boolean
}

export interface Answer {
  rows: Cells[]
  count: number
}

/** Where queries go: the store itself, or a transaction in it. `accountId` is null for the tables that belong to nobody. */
export interface Db {
  run(accountId: number | null, statement: Statement, values: unknown[]): Promise<Answer>
  /** Runs the work in one transaction; see atomically(). */
  transact<T>(accountId: number | null, work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T>
}

/** A transaction. */
export interface Tx extends Db {
  /** Feeds rows, in the text form of COPY and in pieces of any size, to a `copy ... from stdin`; answers how many the store has taken. */
  copy(accountId: number, text: string, rows: Iterable<string | Buffer>): Promise<number>
}

export interface Store extends Db {
  /** How the pool stands, for the metrics. */
  pool(): { size: number; idle: number; waiting: number }
  /** A connection of one's own outside the pool's rules: migrations, COPY. Ends when the work ends. */
  withClient<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read'
  /** The work leaves the same when it is done twice: it is done again even when nobody knows whether COMMIT arrived. */
  again?: boolean
}

export interface StoreOptions {
  connection: pg.ClientConfig
  connections?: number
  onLost?: (error: unknown) => void
}

/**
 * Every session writes moments at +01 (POSIX counts the other way round), so that they go to the wire with hardly a change.
 * All our statements are short: compiling one (jit) costs a hundred times what it saves.
 */
const SESSION = '-c timezone=Etc/GMT-1 -c datestyle=ISO,YMD -c intervalstyle=postgres -c bytea_output=hex -c jit=off'

export function openStore({ connection, connections = 16, onLost = () => {} }: StoreOptions): Store {
  const pool = new pg.Pool({
    ...connection,
    options: SESSION,
    max: connections,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
  })
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', onLost)

  const run: Db['run'] = (_accountId, statement, values) =>
    afterFailure(statement.again ? 'again' : 'before-sent', async () => {
      const client = await connected(pool)
      return finished(client, () => send(client, statement, values))
    })

  const transact: Db['transact'] = (accountId, work, { isolation = 'read committed', again = false }) =>
    afterFailure(again ? 'again' : 'before-commit', async () => {
      const client = await connected(pool)
      return finished(client, () => inTransaction(client, accountId, work, isolation))
    })

  return {
    run,
    transact,
    pool: () => ({ size: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    withClient: async work => {
      const client = await pool.connect()
      return finished(client, () => work(client))
    },
    close: () => pool.end(),
  }
}

/** Several statements as one: all of it happens or nothing. Conflicts and connections lost before COMMIT are tried again. */
export function atomically<T>(
  db: Db,
  accountId: number | null,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return db.transact(accountId, work, options)
}

/** A connection that can't be had was never used: whatever waits for it may try again. */
async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (cause) {
    throw new OutcomeUnknown('not-sent', cause)
  }
}

/** Gives a connection back after use; a broken one is thrown away. */
async function finished<T>(client: pg.PoolClient, use: () => Promise<T>): Promise<T> {
  let broken = false
  const onError = () => {
    broken = true
  }
  client.on('error', onError)
  try {
    return await use()
  } catch (error) {
    broken ||= !(error instanceof pg.DatabaseError)
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

function send(client: pg.ClientBase, statement: Statement, values: unknown[]): Promise<Answer> {
  const { done } = client.query(new Execution(statement, values))
  return statementSeconds.observed() ? timed(done) : done
}

async function timed<T>(answer: Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await answer
  } finally {
    statementSeconds.publish((performance.now() - began) / 1000)
  }
}

async function inTransaction<T>(
  client: pg.ClientBase,
  _accountId: number | null,
  work: (tx: Tx) => Promise<T>,
  isolation: NonNullable<TransactionOptions['isolation']>,
): Promise<T> {
  await client.query(isolation === 'read committed' ? 'begin' : `begin isolation level ${isolation}`)
  const tx: Tx = {
    run: (_account, statement, values) => send(client, statement, values),
    copy: (_account, text, rows) => copyIn(client, text, Readable.from(rows)),
    // A transaction inside another is part of it.
    transact: (_account, inner) => inner(tx),
  }
  let result: T
  try {
    result = await work(tx)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new OutcomeUnknown('not-committed', error)
  }
  let tag: string
  try {
    tag = (await timed(client.query('commit'))).command
  } catch (cause) {
    throw new OutcomeUnknown('commit-sent', cause)
  }
  // A transaction whose connection to another node broke answers ROLLBACK to COMMIT, without an error.
  if (tag !== 'COMMIT')
    throw new OutcomeUnknown('not-committed', Object.assign(new Error(`the store answered ${tag} to COMMIT`), { code: '40001' }))
  return result
}

export type { Kept }
