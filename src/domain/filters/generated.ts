/**
 * Statements over the subscribers of an account that are generated (filter-sql.ts): the conditions
 * vary, so none is prepared.
 */
import type { Db, Tx } from '../../db/db.ts'
import type { Statement, StatementResult } from '../../db/statement.ts'
import { isInStatistics } from './filters.sql.ts'

const READING = { name: '', again: true, replica: true, deadline: 'long' } as const
const CHANGING = { name: '', again: false, deadline: 'long' } as const

export const readGenerated = (db: Db, accountId: number, text: string, values: unknown[]) =>
  run(db, accountId, { ...READING, text }, values)

export const changeGenerated = (tx: Tx, accountId: number, text: string, values: unknown[]) =>
  run(tx, accountId, { ...CHANGING, text }, values)

/**
 * Planned for this account if the planner's statistics know it, else for any: of one that they
 * don't know no row is expected, and joins then look at all of its subscriptions for each person
 * (decision 0015). A plan of its own takes a large account an eighth less.
 */
async function run(
  db: Db,
  accountId: number,
  statement: Statement,
  values: unknown[],
): Promise<StatementResult> {
  const { known } = await isInStatistics(db, { accountId })
  return db.run({ ...statement, generic: !known }, values)
}
