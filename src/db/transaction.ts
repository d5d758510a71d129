/** Several statements as one transaction, on a connection of the pool. */
import { Readable } from 'node:stream'
import type pg from 'pg'
import { OutcomeUnknown } from './again.ts'
import { copyIn } from './copy-streams.ts'
import type { Deadline, StatementLimits } from './deadlines.ts'
import { send, timed } from './send.ts'
import type { Statement, StatementResult } from './statement.ts'

export interface AccountOf {
  /**
   * All rows that the work looks at, or changes, are this account's: on a cluster it runs at the
   * node that has them (at-node/at-node.ts), or is begun again by the coordinator.
   */
  accountId?: number
}

/** Runs queries: the store itself, or a transaction. */
export interface Db {
  run(statement: Statement, values: unknown[]): Promise<StatementResult>
  /** Runs the work in one transaction; see atomically() of db.ts. */
  transact<T>(work: (tx: Tx) => Promise<T>, of?: AccountOf): Promise<T>
}

export interface Tx extends Db {
  /**
   * Streams rows in the text format of COPY, in chunks of any size, to a `copy ... from stdin`;
   * returns the server's row count.
   */
  copy(text: string, rows: Iterable<string | Buffer>): Promise<number>
}

export interface TransactionTerms {
  /** The statement that begins it. */
  begin: string
  deadlines: Record<Deadline, StatementLimits>
  /** How a statement is called there, at the node of an account (at-node/at-node.ts). */
  placed?: (statement: Statement, values: unknown[]) => Statement
}

/** Throws OutcomeUnknown. */
export async function inTransaction<T>(
  client: pg.ClientBase,
  work: (tx: Tx) => Promise<T>,
  { begin, deadlines, placed = statement => statement }: TransactionTerms,
): Promise<T> {
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
      return send(client, placed(statement, values), values)
    },
    async copy(text, rows) {
      await allow('long')
      const copying = placed({ name: '', text, again: false }, [])
      return copyIn(client, copying.text, Readable.from(rows), 'long')
    },
    // A nested transaction is part of the outer one.
    transact: inner => inner(tx),
  }
  let result: T
  try {
    await client.query(begin)
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
  // A transaction whose connection to another node of a cluster broke replies ROLLBACK to COMMIT,
  // without an error.
  if (tag !== 'COMMIT')
    throw new OutcomeUnknown(
      'not-committed',
      Object.assign(new Error(`the store answered ${tag} to COMMIT`), { code: '40001' }),
    )
  return result
}
