/**
 * The store's interface to the rest of the program. Each query has its account id among its values;
 * only this folder decides which server runs it.
 * Queries are written in .sql files and become functions through one(), maybe(), many() and count()
 * of query.ts (see scripts/sql-types.ts). again.ts handles lost connections and conflicts.
 * open-store.ts opens a store, and loads the client of PostgreSQL, which help of a command needs
 * not.
 */
import type pg from 'pg'
import type { Deadline } from './deadlines.ts'
import type { PoolCounts } from './pool-counts.ts'
import type { StoreLocals } from './store-local.ts'
import type { AccountOf, Db, Tx } from './transaction.ts'

export type { Db, Tx } from './transaction.ts'

/** Not a transaction: a `Tx` is not assignable to it, because it has members that outlive one. */
export interface Store extends Db {
  /** Values of this process that belong to the store; see storeLocal(). */
  readonly locals: StoreLocals
  transact<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Connections to the store and the nodes of a cluster, for the metrics. */
  pool(): PoolCounts
  /** Age of the oldest statement in flight. */
  oldestStatementSeconds(): number
  /** Why the store is unhealthy: a statement is overdue. Else undefined. */
  trouble(): string | undefined
  /** A statement has found its disk full, and none has found room since. */
  wasFull(): boolean
  foundRoom(): void
  /** The nodes of a cluster, as `10.0.0.2:5432`, that have left a statement unanswered too long. */
  silentNodes(): string[]
  /** A dedicated connection for the duration of the work, for migrations and COPY. */
  withClient<T>(work: (client: pg.ClientBase) => Promise<T>, deadline?: Deadline): Promise<T>
  close(): Promise<void>
}

/** What is committed together with a new or changed object, by its id. */
export type TransactionStep = (tx: Tx, id: number) => Promise<void>

export interface TransactionOptions extends AccountOf {
  /** Default: read committed. Not with an account: it would not see a move that it waited for. */
  isolation?: 'read committed' | 'repeatable read'
  /** The work is idempotent: it is retried even if the outcome of COMMIT is unknown. */
  again?: boolean
}

/**
 * Runs several statements in one transaction. Conflicts and connections lost before COMMIT are
 * retried. Within a transaction the work becomes part of it, with that one's options.
 */
export function atomically<T>(db: Db, work: (tx: Tx) => Promise<T>, of?: AccountOf): Promise<T>
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

/**
 * As atomically(), of work that may be repeated: by itself it is tried again even if the outcome of
 * COMMIT is unknown. Within a transaction it is part of it, and repeated only if that one is.
 */
export const atomicallyAgain = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  (db as Store).transact(work, { again: true })
