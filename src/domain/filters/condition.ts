/**
 * What a filter asks of a subscriber, as it is kept: a closed set of tests, joined by and, or, not.
 * Data fields stand here by number, so that a field may be renamed. read-filter.ts reads it from
 * what people write, write-filter.ts writes it for them, filter-sql.ts makes it SQL.
 */

export type Condition = { all: Condition[] } | { any: Condition[] } | { not: Condition } | Test

export const COLUMNS = ['email', 'domain', 'name', 'format', 'country', 'phone'] as const
/** A column of every subscriber, or the number of a data field. */
export type Column = (typeof COLUMNS)[number] | number

export const TEXT_TESTS = ['=', 'contains', 'begins', 'ends'] as const
export const ORDERS = ['=', '<', '<=', '>', '>='] as const
export type Order = (typeof ORDERS)[number]

export type Test =
  /** Without regard to case. Several values: one of them. */
  | { column: Column; text: (typeof TEXT_TESTS)[number]; values: string[] }
  | { column: Column; empty: true }
  /** Decimal digits, so that nothing is rounded. A field that holds no number passes none. */
  | { column: number; number: Order; value: string }
  /** A day, YYYY-MM-DD, or so many days after today. A field that holds no day passes none. */
  | { column: number; date: Order; value: string | number }
  | { list: number }
  | { bounced: 'any' | 'hard' | 'soft'; days?: number }
  /** Of people, as tracking judges it. `link` is the number of a link in the sending. */
  | { did: 'opened' | 'clicked'; sending?: number; link?: number; days?: number }

/** A filter as it is kept with a sending. */
export interface FrozenFilter {
  id: number
  name: string
  condition: Condition
}

/** Far above what people write, and far below what makes a statement slow to plan. */
export const MOST_TESTS = 100
export const MOST_NESTED = 20
export const MOST_CHARACTERS = 20_000
export const MOST_VALUE = 1000
/** Of `within`, and around today: a hundred years. */
export const MOST_DAYS = 36_600

/** All tests in a condition, in the order written. */
export function testsIn(condition: Condition): Test[] {
  if ('all' in condition) return condition.all.flatMap(testsIn)
  if ('any' in condition) return condition.any.flatMap(testsIn)
  return 'not' in condition ? testsIn(condition.not) : [condition]
}
