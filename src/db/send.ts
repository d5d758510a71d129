/** Sends statements on a connection, and times them while the metric has a subscriber. */
import type pg from 'pg'
import { statementSeconds } from '../lib/telemetry.ts'
import { Execution } from './execution.ts'
import type { Statement, StatementResult } from './statement.ts'

/**
 * `limit`: the statement_timeout in milliseconds, else that of the session or transaction. `shard`:
 * whose names the statement has.
 */
export function send(
  client: pg.ClientBase,
  statement: Statement,
  values: unknown[],
  limit?: number,
  shard?: string,
): Promise<StatementResult> {
  const { done } = client.query(new Execution(statement, values, limit, shard))
  return statementSeconds.observed() ? timed(done) : done
}

export async function timed<T>(answer: Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await answer
  } finally {
    statementSeconds.publish((performance.now() - began) / 1000)
  }
}
