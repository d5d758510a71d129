/** Opens a store: its pool, the nodes of a cluster, a standby to read from. */
import type pg from 'pg'
import { withRetries } from './again.ts'
import { createAtNode } from './at-node/at-node.ts'
import { createLooks } from './cluster/looks.ts'
import { cut } from './copy-streams.ts'
import type { Db, Store } from './db.ts'
import { DEADLINES, type Deadline, limitOf, type StatementLimits } from './deadlines.ts'
import { endClient } from './hosts.ts'
import { totalCounts } from './pool-counts.ts'
import { openReplica } from './replica.ts'
import { send } from './send.ts'
import { accountOf, type Statement } from './statement.ts'
import { openStorePool } from './store-pool.ts'
import type { StoreConnection } from './store-url.ts'
import { inTransaction } from './transaction.ts'

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
