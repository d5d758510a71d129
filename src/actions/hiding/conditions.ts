/** Conditions that callers give and are shown: of personal data only for who may see it. */
import type { Db } from '../../db/db.ts'
import {
  type Condition,
  isPersonal,
  testsIn,
  withoutValues,
} from '../../domain/filters/condition.ts'
import { conditionOf, conditionText } from '../../domain/filters/save-filter.ts'
import { HIDDEN, isMasked } from '../mask.ts'
import { notByHidden } from '../problem.ts'

/**
 * Refuses a condition on values that the caller may not see: they would be found letter by letter.
 */
export async function givenCondition(
  db: Db,
  accountId: number,
  where: string,
  options: { events?: boolean } = {},
): Promise<Condition> {
  const condition = await conditionOf(db, accountId, where, options)
  if (isMasked() && testsIn(condition).some(isPersonal)) throw notByHidden('where')
  return condition
}

/** The condition as given, for rules that read it themselves. */
export async function givenWhere<Where extends string | undefined>(
  db: Db,
  accountId: number,
  where: Where,
): Promise<Where> {
  if (where !== undefined && isMasked()) await givenCondition(db, accountId, where)
  return where
}

export const shownCondition = (condition: Condition): Condition =>
  isMasked() ? withoutValues(condition, HIDDEN) : condition

export const shownWhere = (db: Db, accountId: number, condition: Condition): Promise<string> =>
  conditionText(db, accountId, shownCondition(condition))
