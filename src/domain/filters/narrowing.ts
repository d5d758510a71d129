/** How many subscribers match a filter, and how much each of its rules narrows. */
import type { Db } from '../../db/db.ts'
import type { Condition } from './condition.ts'
import { filterSql, intoStatement } from './filter-sql.ts'
import { made, onList } from './matching.ts'

export interface NarrowedRule {
  condition: Condition
  /** Who matches this rule. */
  alone: number
  /** Who matches this rule and all before it. */
  left: number
}

export interface Narrowing {
  matching: number
  of: number
  rules: NarrowedRule[]
}

/** Further rules are counted together, as the last. */
const MOST_RULES = 20

/** The rules that all have to be met: the parts of `and`, or the whole. */
function rulesOf(condition: Condition): Condition[] {
  const rules = 'all' in condition ? condition.all : [condition]
  if (rules.length <= MOST_RULES) return rules
  return [...rules.slice(0, MOST_RULES - 1), { all: rules.slice(MOST_RULES - 1) }]
}

/** Counts all in one pass over the subscribers. */
export async function narrowing(
  db: Db,
  accountId: number,
  condition: Condition,
  { listId }: { listId?: number | undefined } = {},
): Promise<Narrowing> {
  const values: unknown[] = [accountId]
  const into = intoStatement(values)
  const onThat = onList(listId, into)
  const rules = rulesOf(condition)
  const tests = rules.map(rule => filterSql(rule, into))
  const columns = tests.map((test, i) => `${test} as t${i}`)
  const counts = tests.flatMap((_, i) => {
    const before = Array.from({ length: i + 1 }, (_, n) => `t${n}`).join(' and ')
    return [`count(*) filter (where t${i})`, `count(*) filter (where ${before})`]
  })
  const text =
    `select count(*), ${counts.join(', ')} from (select ${columns.join(', ')} ` +
    `from subscribers s${into.joins()} where s.account_id = $1${onThat} offset 0) tested`
  const { rows } = await db.run(made(text), values)
  const [of, ...found] = rows[0]!.map(Number)
  return {
    of: of!,
    matching: found.at(-1)!,
    rules: rules.map((condition, i) => ({
      condition,
      alone: found[2 * i]!,
      left: found[2 * i + 1]!,
    })),
  }
}
