/** What a generated statement on subscribers `s` collects: parameters, and sets to join. */

/** Collects the parameters and joins of a statement. */
export interface StatementParts {
  /** Adds a value and returns its parameter. */
  parameter(value: unknown): string
  /**
   * Adds a set of subscribers to join and returns its name; `select` returns their ids, each once,
   * as `id`.
   */
  people(select: string): string
  /** The same, of which each test has one: the sets of a test serve whatever asks for it again. */
  peopleOf(test: object, select: () => string): string
  /** Keeps a column of such a set to the subscribers that the statement is about. */
  within(column: string): string
  /** Of a statement about subscribers and an event each: its values, as jsonb. */
  event?: string
  /** The joins, to be inserted after `subscribers s`. */
  joins(): string
}

/** Ids of subscribers, the first of them left out. */
export interface IdSpan {
  afterId: number
  lastId: number
}

/**
 * `values` must begin with the account, so that it is `$1`; conditions append theirs. With a span,
 * the statement is about the subscribers in it, and no set is computed for others.
 */
export function intoStatement(values: unknown[], span?: IdSpan): StatementParts {
  const sets: string[] = []
  const names = new Map<object, string>()
  const people = (select: string) => `f${sets.push(select)}`
  const parameter = (value: unknown) => `$${values.push(value)}`
  const ends = span && [parameter(span.afterId), parameter(span.lastId)]
  return {
    parameter,
    within: column =>
      ends ? ` and ${column} > ${ends[0]}::bigint and ${column} <= ${ends[1]}::bigint` : '',
    people,
    peopleOf(test, select) {
      const name = names.get(test) ?? people(select())
      names.set(test, name)
      return name
    },
    joins: () =>
      sets.map((select, i) => ` left join (${select}) f${i + 1} on f${i + 1}.id = s.id`).join(''),
  }
}
