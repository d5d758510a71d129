/**
 * Turns a named query into a function of the store and its values.
 * scripts/sql-types.ts writes the calls of these makers, and the row makers that give each row its
 * names and types.
 */
import type { Db } from './db.ts'
import type { Cells, Statement } from './statement.ts'

export type RowMaker<Row> = (cells: Cells) => Row

function runs<Given extends object>(statement: Statement, names: string[]) {
  const accountAt = names.indexOf('accountId')
  const ours = { ...statement, ...(accountAt === -1 ? { overAll: true } : { accountAt }) }
  return (db: Db, given: Given) =>
    db.run(
      ours,
      names.map(name => (given as Record<string, unknown>)[name]),
    )
}

export function one<Given extends object, Row>(
  statement: Statement,
  names: string[],
  make: RowMaker<Row>,
) {
  const run = runs<Given>(statement, names)
  return async (db: Db, given: Given): Promise<Row> => {
    const { rows } = await run(db, given)
    if (rows.length !== 1)
      throw new Error(`${statement.name}: expected one row, got ${rows.length}`)
    return make(rows[0]!)
  }
}

/** One row, or undefined. */
export function maybe<Given extends object, Row>(
  statement: Statement,
  names: string[],
  make: RowMaker<Row>,
) {
  const run = runs<Given>(statement, names)
  return async (db: Db, given: Given): Promise<Row | undefined> => {
    const { rows } = await run(db, given)
    return rows.length === 0 ? undefined : make(rows[0]!)
  }
}

/** All rows. */
export function many<Given extends object, Row>(
  statement: Statement,
  names: string[],
  make: RowMaker<Row>,
) {
  const run = runs<Given>(statement, names)
  return async (db: Db, given: Given): Promise<Row[]> => {
    const { rows } = await run(db, given)
    return rows.map(make)
  }
}

/** The number of changed rows. */
export function count<Given extends object>(statement: Statement, names: string[]) {
  const run = runs<Given>(statement, names)
  return async (db: Db, given: Given): Promise<number> => (await run(db, given)).count
}
