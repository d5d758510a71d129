/**
 * The store's interface to the rest of the program. Each query has its account id among its values;
 * only this folder decides which server runs it.
 * Queries are written in .sql files and become functions through one(), maybe(), many() and count()
 * of query.ts (see scripts/sql-types.ts). again.ts handles lost connections and conflicts.
 */
import type pg from 'pg'
import { withRetries } from './again.ts'
import { createAtNode } from './at-node/at-node.ts'
import { createLooks } from './cluster/looks.ts'
import { cut } from './copy-streams.ts'
import { DEADLINES, type Deadline, limitOf, type StatementLimits } from './deadlines.ts'
import { endClient } from './hosts.ts'
import { type PoolCounts, totalCounts } from './pool-counts.ts'
import { openReplica } from './replica.ts'
import { send } from './send.ts'
import { accountOf, type Statement } from './statement.ts'
import type { StoreLocals } from './store-local.ts'
import { openStorePool } from './store-pool.ts'
import type { StoreConnection } from './store-url.ts'
import { type AccountOf, type Db, inTransaction, type Tx } from './transaction.ts'

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
  /** A statement has found its disk full, and nobody has found room since. */
  wasFull(): boolean
  foundRoom(): void
  /** The nodes of a cluster, as `10.0.0.2:5432`, that have left a statement unanswered too long. */
  silentNodes(): string[]
  /** A dedicated connection for the duration of the work, for migrations and COPY. */
  withClient<T>(work: (client: pg.ClientBase) => Promise<T>, deadline?: Deadline): Promise<T>
  close(): Promise<void>
}

export interface TransactionOptions extends AccountOf {
  /** Default: read committed. Not with an account: it would not see a move that it waited for. */
  isolation?: 'read committed' | 'repeatable read'
  /** The work is idempotent: it is retried even if the outcome of COMMIT is unknown. */
  again?: boolean
}

export interface StoreOptions {
  connection: StoreConnection
  connections?: number
  onLost?: (error: unknown) => void
  /** A standby for reports, exports and pages. */
  replica?: { connection: StoreConnection; onUnusable(reason: unknown): void } | undefined
  /** Overrides DEADLINES, for tests. */
  deadlines?: Record<Deadline, StatementLimits>
}

export function openStore({
  connection,
  connections = 16,
  onLost = () => {},
  replica: standby,
  deadlines = DEADLINES,
}: StoreOptions): Store {
  const pool = openStorePool({
    connection,
    connections,
    deadlines,
    onLost,
    onReturn: client => nodes.noteWaiting(client),
  })
  const closed = new AbortController()
  /** Connections with a question about a node, which may take the coordinator long. */
  const alone = new Set<pg.Client>()
  const looks = createLooks(pool.connectAlone, () => nodes.silent())

  const run: Db['run'] = (statement, values) =>
    statement.overAll
      ? looks.answer(statement, values, async () => {
          // Not tried as often as a call: the other nodes answer.
          if (!statement.perShard) nodes.refuseOverAll(statement)
          return runHere(statement, values)
        })
      : replica && statement.replica
        ? replica.read(statement, values).then(answer => answer ?? runHere(statement, values))
        : runHere(statement, values)

  const runHere: Db['run'] = (statement, values) =>
    withRetries(
      statement.again ? 'again' : 'before-sent',
      async () => (await atNodes(statement, values)) ?? byServer(statement, values),
      closed.signal,
    )

  const byServer: Db['run'] = async (statement, values) => {
    const accountId = accountOf(statement, values)
    // The coordinator would open connections to the node, and wait.
    if (accountId === undefined) nodes.refuseOverAll(statement)
    else await nodes.refuseDown(accountId)
    const ours = statement.generic && (await nodes.isCluster()) ? forCitus(statement) : statement
    return await pool.lend(client => {
      nodes.noteWaiting(client, accountId)
      return send(client, ours, values, limitOf(statement, deadlines))
    })
  }

  /** Undefined: not on a cluster, or not this one. */
  const atNodes = async (statement: Statement, values: unknown[]) =>
    statement.node
      ? nodes.run(statement, values)
      : statement.perShard
        ? nodes.runPerShard(statement)
        : undefined

  const ask: Db['run'] = (statement, values) => pool.lend(client => send(client, statement, values))

  const askAlone: Db['run'] = async (statement, values) => {
    const client = await pool.connectAlone()
    alone.add(client)
    return await send(client, statement, values).finally(() => {
      alone.delete(client)
      endClient(client)
    })
  }

  const nodes = createAtNode({ connection, connections, deadlines, ask, askAlone, onLost })

  const replica =
    standby &&
    openReplica({ ...standby, connections, deadlines, primary: asked => runHere(asked, []) })

  const transact: Store['transact'] = (
    work,
    { isolation = 'read committed', again = false, accountId } = {},
  ) =>
    withRetries(
      again ? 'again' : 'before-commit',
      async () => {
        const there = accountId === undefined ? undefined : await nodes.transact(accountId, work)
        if (there) return there.answer
        const begin = `begin isolation level ${isolation}`
        const isCluster = await nodes.isCluster()
        return pool.lend(client =>
          inTransaction(client, work, {
            begin,
            deadlines,
            placed(statement, values) {
              const accountId = accountOf(statement, values)
              if (accountId === undefined) nodes.refuseOverAll(statement)
              nodes.noteWaiting(client, accountId)
              return statement.generic && isCluster ? forCitus(statement) : statement
            },
          }),
        )
      },
      closed.signal,
    )

  return {
    locals: new Map(),
    run,
    transact,
    pool: () => totalCounts([pool.counts(), ...nodes.counts()]),
    oldestStatementSeconds: () => Math.max(pool.oldestSeconds(), nodes.oldestSeconds()),
    trouble: pool.trouble,
    wasFull: pool.wasFull,
    foundRoom: pool.foundRoom,
    silentNodes: nodes.silent,
    withClient: (work, deadline = 'usual') => pool.withClient(work, deadline),
    async close() {
      pool.beginClose()
      closed.abort()
      await looks.close()
      await nodes.close()
      for (const client of alone) cut(client)
      await replica?.close()
      await pool.close()
    },
  }
}

/** Citus makes no generic plan of a statement with a join: each gets one of its own there. */
const forCitus = (statement: Statement): Statement => ({ ...statement, generic: false })

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
