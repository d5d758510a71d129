/**
 * Sends hot statements and transactions of an account to the node of a cluster (Citus) that has its
 * rows, with the names of its shards: past the coordinator, and past the planner of Citus, which
 * costs the node more than the rows do. Ahead of each, in the same transaction, hold_shard() takes
 * the lock that a move of the shards waits for, and fails if they lie elsewhere. Where that can't
 * be done nothing was changed, and the coordinator is asked:
 * docs/decisions/0057-statements-at-the-node.md.
 */
import pg from 'pg'
import { NodeDown, OutcomeUnknown } from '../again.ts'
import { limitOf } from '../deadlines.ts'
import type { PoolCounts } from '../pool-counts.ts'
import { send } from '../send.ts'
import { accountOf, type Statement, type StatementResult } from '../statement.ts'
import { inTransaction, type Tx } from '../transaction.ts'
import { createAccountShards } from './account-shards.ts'
import { createPlacedStatements, NotHere, needsAllNodes } from './placed-statements.ts'
import { createPooledNodes, type PooledNode, type PooledNodesOptions } from './pooled-nodes.ts'
import type { ShardGroup } from './shard-groups.ts'
import { createShardUnions } from './shard-unions.ts'

export interface AtNode {
  /** Undefined: the server that the store is connected to has to run it. */
  run(statement: Statement, values: unknown[]): Promise<StatementResult | undefined>
  /** Runs one that is answered shard by shard. Undefined: as before. */
  runPerShard(statement: Statement): Promise<StatementResult | undefined>
  /** Whether the server that the store is connected to is the coordinator of a cluster. */
  isCluster(): Promise<boolean>
  /** Throws NodeDown if the node of the account is. */
  refuseDown(accountId: unknown): Promise<void>
  /** Throws NodeDown for a statement that names no account, and needs a node that is down. */
  refuseOverAll(statement: Statement): void
  /**
   * Notes that the connection to the coordinator waits for the node of an account, and is closed if
   * that is found down. Undefined: it waits for none. Throws NodeDown if it is known to be.
   */
  noteWaiting(client: pg.ClientBase, accountId?: unknown): void
  /** Undefined: as before, and the work is rolled back. Throws OutcomeUnknown. */
  transact<T>(accountId: number, work: (tx: Tx) => Promise<T>): Promise<{ answer: T } | undefined>
  /** Age of the oldest statement in flight; 0 if there is none. */
  oldestSeconds(): number
  /** The nodes, as `10.0.0.2:5432`, that leave a statement without an answer for too long. */
  silent(): string[]
  /** Of the connections to all nodes. */
  counts(): PoolCounts[]
  close(): Promise<void>
}

/** Of hold_shard(). The statement behind it was not run. */
const ELSEWHERE = '55000'
/** A shard that was split, or a name that is not known there. The statement has changed nothing. */
const UNKNOWN_THERE = /^(?:XX000|42)/

export function createAtNode(options: PooledNodesOptions): AtNode {
  const { deadlines, ask } = options
  const shards = createAccountShards(ask, groups => nodes.keep(groups))
  const nodes = createPooledNodes(options, shards.forget)
  const unions = createShardUnions()
  const placedIn = createPlacedStatements()

  /** Without the lock, shards may be gone that were there. */
  function elsewhere(error: unknown): never {
    if (!(error instanceof pg.DatabaseError && UNKNOWN_THERE.test(error.code ?? ''))) throw error
    shards.forget()
    throw new NotHere()
  }

  async function lend<T>(
    accountId: unknown,
    use: (client: pg.PoolClient, group: ShardGroup) => Promise<T>,
  ): Promise<{ answer: T } | undefined> {
    const group = await shards.of(accountId).catch(notSent)
    if (!group) return undefined
    return lendOf(nodes.of(group), client => use(client, group))
  }

  async function lendOf<T>(
    node: PooledNode,
    use: (client: pg.PoolClient) => Promise<T>,
  ): Promise<{ answer: T } | undefined> {
    try {
      return await nodes.lend(node, use)
    } catch (error) {
      const cause = error instanceof OutcomeUnknown ? error.cause : error
      if (cause instanceof NotHere) return undefined
      const { code = '' } = cause instanceof pg.DatabaseError ? cause : {}
      if (code === ELSEWHERE) return shards.forget()
      if (UNKNOWN_THERE.test(code)) return nodes.rest(node, cause)
      throw error
    }
  }

  return {
    async run(statement, values) {
      const lent = await lend(values[statement.accountAt!], (client, group) => {
        const ours = placedIn(group, statement)
        return send(client, ours, values, limitOf(statement, deadlines), group.id)
      })
      return lent?.answer
    },
    async runPerShard(statement) {
      const groups = await shards.all().catch(notSent)
      if (groups.length === 0) return undefined
      const answers = await Promise.all(
        unions
          .of(statement, groups)
          // Nodes that are up answer for their accounts.
          .filter(([place]) => !nodes.of(place).heartbeat.isDown())
          .map(async ([place, ours]) => {
            const limit = limitOf(ours, deadlines)
            return lendOf(nodes.of(place), client => send(client, ours, [], limit).catch(elsewhere))
          }),
      )
      const rows = answers.flatMap(lent => lent?.answer.rows ?? [])
      return answers.includes(undefined) ? undefined : { rows, count: rows.length }
    },
    isCluster: async () => (await shards.all().catch(notSent)).length > 0,
    async refuseDown(accountId) {
      if (!nodes.isAnyDown()) return
      const group = await shards.of(accountId).catch(notSent)
      if (group) nodes.refuseDown(nodes.of(group))
    },
    refuseOverAll({ text }) {
      const group = nodes.isAnyDown() ? shards.any() : undefined
      if (group && needsAllNodes(text, group)) throw new NodeDown()
    },
    noteWaiting(client, accountId) {
      const group = accountId === undefined ? undefined : shards.known(accountId)
      nodes.noteWaiting(client, group && nodes.of(group))
    },
    transact: (accountId, work) =>
      lend(accountId, (client, group) =>
        inTransaction(client, work, {
          begin: `begin isolation level read committed; select hold_shard(${group.id})`,
          deadlines,
          placed(statement, values) {
            const other = accountOf(statement, values)
            if (other !== undefined && other !== accountId) throw new NotHere()
            return placedIn(group, statement)
          },
        }),
      ),
    oldestSeconds: nodes.oldestSeconds,
    silent: nodes.silent,
    counts: nodes.counts,
    close: nodes.close,
  }
}

/** Only the sender of the statement retries, or each of its attempts would be as many. */
function notSent(error: unknown): never {
  throw error instanceof OutcomeUnknown ? error : new OutcomeUnknown('not-sent', error)
}
