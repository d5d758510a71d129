/**
 * Who matches filters: counted, and some of them to look at. The conditions differ, so these
 * statements are made here, by filter-sql.ts.
 */
import type { Db } from '../../db/db.ts'
import type { Statement } from '../../db/statement.ts'
import type { Condition } from './condition.ts'
import { filterSql, intoStatement, type StatementParts } from './filter-sql.ts'

/** Statements that are made are not prepared: no other one is alike. */
const made = (text: string): Statement => ({ name: '', text, again: true, deadline: 'long' })

interface Among {
  /** Only those on this list. */
  listId?: number | undefined
}

/** How many subscribers match all of the conditions, and out of how many. */
export async function countMatching(
  db: Db,
  accountId: number,
  conditions: readonly Condition[],
  { listId }: Among = {},
): Promise<{ matching: number; of: number }> {
  const values: unknown[] = [accountId]
  const into = intoStatement(values)
  const onThat = onList(listId, into)
  const all = `select count(*) from subscribers s${into.joins()} where s.account_id = $1${onThat}`
  const matches = whole(conditions, into)
  const matching = `select count(*) from subscribers s${into.joins()} where s.account_id = $1${onThat} and ${matches}`
  const { rows } = await db.run(made(`select (${matching}), (${all})`), values)
  const [found, of] = rows[0]!
  return { matching: Number(found), of: Number(of) }
}

export interface MatchingSubscriber {
  id: number
  email: string
  name: string
}

/** The first of those who match, by id. */
export async function sampleMatching(
  db: Db,
  accountId: number,
  conditions: readonly Condition[],
  most: number,
  { listId }: Among = {},
): Promise<MatchingSubscriber[]> {
  const values: unknown[] = [accountId]
  const into = intoStatement(values)
  const matches = whole(conditions, into)
  const onThat = onList(listId, into)
  const which = `where s.account_id = $1 and ${matches}${onThat} order by s.id limit ${into.parameter(most)}::int`
  const { rows } = await db.run(
    made(`select s.id, s.email, s.name from subscribers s${into.joins()} ${which}`),
    values,
  )
  return rows.map(([id, email, name]) => ({ id: Number(id), email: email!, name: name! }))
}

const whole = (conditions: readonly Condition[], into: StatementParts): string =>
  conditions.length === 0
    ? 'true'
    : conditions.map(condition => filterSql(condition, into)).join(' and ')

const onList = (listId: number | undefined, into: StatementParts): string =>
  listId === undefined ? '' : ` and ${filterSql({ list: listId }, into)}`
