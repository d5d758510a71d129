/** How many subscribers match a filter, and how much each of its rules narrows. */
import type { Db } from '../../db/db.ts'
import type { Condition } from './condition.ts'
import { filterSql, intoStatement } from './filter-sql.ts'
import { idsMatching, made, onList } from './matching.ts'

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

/** Subscribers that each rule is tested on. Of larger accounts it is a sample, by their ids. */
const SAMPLE = 100_000

/**
 * Counts who matches all rules exactly, and who matches each, and each with those before, on all
 * subscribers or a sample of them, in one pass.
 */
export async function narrowing(
  db: Db,
  accountId: number,
  condition: Condition,
  { listId, sample = SAMPLE }: { listId?: number | undefined; sample?: number } = {},
): Promise<Narrowing> {
  const rules = rulesOf(condition)
  const every = Math.max(1, Math.ceil((await lastId(db, accountId)) / sample))
  const groups = await groupsOf(db, accountId, rules, listId, every)
  const all = 2 ** rules.length - 1
  const having = (mask: number, among = groups) =>
    among.reduce((sum, { matched, count }) => ((matched & mask) === mask ? sum + count : sum), 0)
  const sampled = groups.filter(group => group.sampled)
  const of = having(0)
  const matching = having(all)
  // Scaled to the exact totals, which a sample of ids may miss by a little.
  const scale = having(0, sampled) === 0 ? 0 : of / having(0, sampled)
  const counted = rules.map((condition, i) => ({
    condition,
    alone: Math.round(having(2 ** i, sampled) * scale),
    left: i === rules.length - 1 ? matching : Math.round(having(2 ** (i + 1) - 1, sampled) * scale),
  }))
  return { of, matching, estimated: every > 1, rules: counted }
}

interface Group {
  sampled: boolean
  /** The rules they match, one bit a rule; outside the sample all of them or none. */
  matched: number
  count: number
}

/**
 * How many match which of the rules. In the sample each rule is tested; the others are only asked
 * for all rules, which ends at the first that they don't match. The groups are made of booleans:
 * of those the planner knows that they are few, and counts in parallel.
 */
async function groupsOf(
  db: Db,
  accountId: number,
  rules: readonly Condition[],
  listId: number | undefined,
  every: number,
): Promise<Group[]> {
  const values: unknown[] = [accountId]
  const into = intoStatement(values)
  const isSampled = `s.id % ${into.parameter(every)}::bigint = 0`
  const tests = rules.map(rule => filterSql(rule, into))
  const [first, ...others] = tests
  const columns = [
    isSampled,
    `case when ${isSampled} then ${first} else ${tests.join(' and ')} end`,
    ...others.map(test => `(${isSampled} and ${test})`),
  ]
  const among = onList(listId, into)
  const text =
    `select count(*), ${columns.join(', ')} from subscribers s${into.joins()} ` +
    `where s.account_id = $1${among} group by ${columns.map((_, i) => i + 2).join()}`
  const { rows } = await db.run(made(text), values)
  return rows.map(([count, ...cells]) => {
    const [sampled, ...met] = cells.map(cell => cell === 't')
    const bits = met.reduce((sum, is, i) => sum + (is ? 2 ** i : 0), 0)
    const matched = sampled ? bits : met[0] ? 2 ** rules.length - 1 : 0
    return { sampled: sampled!, matched, count: Number(count) }
  })
}

/** The highest id: at least as many as there are subscribers. */
async function lastId(db: Db, accountId: number): Promise<number> {
  const [id] = await idsMatching(db, accountId, [], { most: 1 })
  return id ?? 0
}
