/**
 * The condition of a filter, as stored: a closed set of tests, combined by and, or, not. Data
 * fields are stored by number, so that a field may be renamed. read-filter.ts parses it,
 * write-filter.ts formats it, filter-sql.ts compiles it to SQL.
 */

export type Condition = { all: Condition[] } | { any: Condition[] } | { not: Condition } | Test

export const COLUMNS = [
  ...([
    'email',
    'domain',
    'name',
    'first_name',
    'last_name',
    'format',
    'country',
    'phone',
  ] as const),
] as const
/** A value of the event that a run of a trigger is about: `event.total`, `event.shop.city`. */
export type EventColumn = `event.${string}`
/** A column of every subscriber, the number of a data field, or a value of an event. */
export type Column = (typeof COLUMNS)[number] | number | EventColumn

export const isEventColumn = (column: Column): column is EventColumn =>
  typeof column === 'string' && column.startsWith('event.')

export const TEXT_TESTS = ['=', 'contains', 'begins', 'ends'] as const
export const ORDERS = ['=', '<', '<=', '>', '>='] as const
export type Order = (typeof ORDERS)[number]

export const ACTS = ['opened', 'clicked', 'unopened', 'unclicked'] as const

export const MEASURES = ['both', 'opens', 'clicks'] as const

export type Test =
  /** Case-insensitive. Several values: one of them. */
  | { column: Column; text: (typeof TEXT_TESTS)[number]; values: string[] }
  | { column: Column; empty: true }
  /** Decimal digits, so that nothing is rounded. A value that is not a number matches none. */
  | { column: number | EventColumn; number: Order; value: string }
  /** A day, YYYY-MM-DD, or a number of days after today. A value that is not a day matches none. */
  | { column: number | EventColumn; date: Order; value: string | number }
  | { list: number }
  /** Left a list, or all of them by an opt-out. */
  | { left: number | 'any'; days?: number }
  | { bounced: 'any' | 'hard' | 'soft'; days?: number }
  /**
   * Came onto a list, or any, whether they left it since or not; by an import, or by a confirmed
   * sign-up of a form. `since` is a day, YYYY-MM-DD.
   */
  | { joined: number | 'any'; import?: number; form?: number; since?: string; days?: number }
  /** An email of a sending or trigger arrived, or may have. */
  | { got: 'any' | 'newsletter' | 'sending'; id?: number; days?: number }
  /**
   * By people, as classified by tracking. `unopened`: got it and did not open it. `link` is the
   * number of a clicked link in the sending. Of a person who is not measured, or was not in one of
   * those emails, nobody knows whether they did not: neither the test nor its negation is true.
   */
  | {
      did: (typeof ACTS)[number]
      sending?: number
      newsletter?: number
      link?: number
      days?: number
    }
  /** Their opens, or clicks, or both are measured now: of the person, not only in total. */
  | { measured: (typeof MEASURES)[number] }

/**
 * Whether a test is about personal data, which masked answers hide: an address, a name, a value.
 */
export const isPersonal = (test: Test): boolean =>
  'column' in test && (typeof test.column === 'number' || !OPEN_COLUMNS.includes(test.column))

const OPEN_COLUMNS: readonly Column[] = ['domain', 'format', 'country']

/** The condition with other texts in place of the operands of its personal tests. */
export function withoutValues(condition: Condition, hidden: string): Condition {
  const parts = (of: Condition[]) => of.map(part => withoutValues(part, hidden))
  if ('all' in condition) return { all: parts(condition.all) }
  if ('any' in condition) return { any: parts(condition.any) }
  if ('not' in condition) return { not: withoutValues(condition.not, hidden) }
  if (!isPersonal(condition) || 'empty' in condition) return condition
  if ('text' in condition) return { ...condition, values: condition.values.map(() => hidden) }
  return 'value' in condition ? { ...condition, value: hidden } : condition
}

/** A filter as stored with a sending. */
export interface FrozenFilter {
  id: number
  name: string
  condition: Condition
}

/** Far above real filters, and far below what makes a statement slow to plan. */
export const MOST_TESTS = 100
export const MOST_NESTED = 20
export const MOST_CHARACTERS = 20_000
export const MOST_VALUE = 1000
/** For `within`, and around today: a hundred years. */
export const MOST_DAYS = 36_600

/** All tests in a condition, in the order written. */
export function testsIn(condition: Condition): Test[] {
  if ('all' in condition) return condition.all.flatMap(testsIn)
  if ('any' in condition) return condition.any.flatMap(testsIn)
  return 'not' in condition ? testsIn(condition.not) : [condition]
}

/** Whether the condition may be unknown of a person, since they are not measured. */
export const asksMeasured = (condition: Condition): boolean =>
  testsIn(condition).some(test => 'did' in test)

/** Whether the condition is about a person and an event. */
export const asksEvent = (condition: Condition): boolean =>
  testsIn(condition).some(test => 'column' in test && isEventColumn(test.column))

/** The lists that a test names. */
export const listsNamed = (test: Test): number[] => {
  if ('list' in test) return [test.list]
  if ('joined' in test) return test.joined === 'any' ? [] : [test.joined]
  return 'left' in test && test.left !== 'any' ? [test.left] : []
}

/** The sending that a test names. */
export const sendingNamed = (test: Test): number | undefined => {
  if ('got' in test) return test.got === 'sending' ? test.id : undefined
  return 'did' in test ? test.sending : undefined
}

/** The newsletter that a test names. */
export const newsletterNamed = (test: Test): number | undefined => {
  if ('got' in test) return test.got === 'newsletter' ? test.id : undefined
  return 'did' in test ? test.newsletter : undefined
}
