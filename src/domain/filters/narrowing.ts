/** How many subscribers match a filter, and how much each of its rules narrows. */
import type { Db } from '../../db/db.ts'
import type { Condition } from './condition.ts'
import { filterSql, intoStatement } from './filter-sql.ts'
import { countMatching, idsMatching, made, onList } from './matching.ts'

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
  /** The counts of rules are from a sample. */
  estimated: boolean
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

/** Subscribers that the rules are tested on. Of larger accounts it is a sample, by their ids. */
const SAMPLE = 100_000

/**
 * Counts who matches all rules exactly, and who matches each, and each with those before, in one
 * pass over all subscribers or a sample of them.
 */
export async function narrowing(
  db: Db,
  accountId: number,
  condition: Condition,
  { listId, sample = SAMPLE }: { listId?: number | undefined; sample?: number } = {},
): Promise<Narrowing> {
  const rules = rulesOf(condition)
  const every = Math.max(1, Math.ceil((await lastId(db, accountId)) / sample))
  const [{ matching, of }, groups] = await Promise.all([
    countMatching(db, accountId, [condition], { listId }),
    groupsOf(db, accountId, rules, listId, every),
  ])
  const having = (mask: number) =>
    groups.reduce((sum, { matched, count }) => ((matched & mask) === mask ? sum + count : sum), 0)
  // Scaled to the exact totals, which a sample of ids may miss by a little.
  const scale = having(0) === 0 ? 0 : of / having(0)
  const counted = rules.map((condition, i) => ({
    condition,
    alone: Math.round(having(2 ** i) * scale),
    left: i === rules.length - 1 ? matching : Math.round(having(2 ** (i + 1) - 1) * scale),
  }))
  return { of, matching, estimated: every > 1, rules: counted }
}

/** How many match which of the rules, one bit a rule: each is tested once for each subscriber. */
async function groupsOf(
  db: Db,
  accountId: number,
  rules: readonly Condition[],
  listId: number | undefined,
  every: number,
): Promise<{ matched: number; count: number }[]> {
  const values: unknown[] = [accountId]
  const into = intoStatement(values)
  const among = `${onList(listId, into)} and s.id % ${into.parameter(every)}::bigint = 0`
  const bits = rules.map(
    (rule, i) => `case when ${filterSql(rule, into)} then ${2 ** i} else 0 end`,
  )
  const text =
    `select ${bits.join(' + ')} as matched, count(*) from subscribers s${into.joins()} ` +
    `where s.account_id = $1${among} group by 1`
  const { rows } = await db.run(made(text), values)
  return rows.map(([matched, count]) => ({ matched: Number(matched), count: Number(count) }))
}

/** The highest id: at least as many as there are subscribers. */
async function lastId(db: Db, accountId: number): Promise<number> {
  const [id] = await idsMatching(db, accountId, [], { most: 1 })
  return id ?? 0
}
