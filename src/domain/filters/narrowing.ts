/** How much each rule of a filter narrows, on all subscribers or a sample of them. */
import type { Db } from '../../db/db.ts'
import type { Condition } from './condition.ts'
import { filterSql } from './filter-sql.ts'
import { readGenerated } from './generated.ts'
import { countAmong, idsMatching, onList } from './matching.ts'
import { intoStatement } from './statement-parts.ts'

export interface NarrowedRule {
  condition: Condition
  /** Who matches this rule. */
  alone: number
  /** Who matches this rule and all before it. */
  left: number
}

export interface Narrowing {
  /** The counts are from a sample. */
  estimated: boolean
  rules: NarrowedRule[]
}

/** Further rules are counted together, as the last. */
const MOST_RULES = 20

/** The rules that all have to be met: the parts of `and`, or the whole. */
export function rulesOf(condition: Condition): Condition[] {
  const rules = 'all' in condition ? condition.all : [condition]
  if (rules.length <= MOST_RULES) return rules
  return [...rules.slice(0, MOST_RULES - 1), { all: rules.slice(MOST_RULES - 1) }]
}

/**
 * A sample: so many spans of ids, spread evenly, of so many ids each. Its cost does not grow with
 * the account; subscribers of neighbouring ids share pages of the store.
 */
interface Sample {
  spans: number
  each: number
}

const SAMPLE: Sample = { spans: 1000, each: 50 }
/** With fewer in the sample, as of a small list, all are read. */
const FEWEST = 1000

/** Counts who matches each rule, and each with those before, in one pass. */
export async function narrowing(
  db: Db,
  accountId: number,
  condition: Condition,
  {
    listId,
    sample = SAMPLE,
    fewest = FEWEST,
  }: { listId?: number | undefined; sample?: Sample; fewest?: number } = {},
): Promise<Narrowing> {
  const rules = rulesOf(condition)
  const last = await lastId(db, accountId)
  if (last > sample.spans * sample.each) {
    const groups = await groupsOf(db, accountId, rules, listId, { ...sample, last })
    const sampled = having(groups, 0)
    if (sampled >= fewest) {
      const scale = (await countAmong(db, accountId, listId)) / sampled
      return { estimated: true, rules: narrowed(rules, groups, scale) }
    }
  }
  const groups = await groupsOf(db, accountId, rules, listId)
  return { estimated: false, rules: narrowed(rules, groups, 1) }
}

interface Group {
  /** The rules they match, one bit a rule. */
  matched: number
  count: number
}

const having = (groups: readonly Group[], mask: number): number =>
  groups.reduce((sum, { matched, count }) => ((matched & mask) === mask ? sum + count : sum), 0)

const narrowed = (rules: Condition[], groups: readonly Group[], scale: number): NarrowedRule[] =>
  rules.map((condition, i) => ({
    condition,
    alone: Math.round(having(groups, 2 ** i) * scale),
    left: Math.round(having(groups, 2 ** (i + 1) - 1) * scale),
  }))

/** How many match which of the rules. Without a sample all are counted. */
async function groupsOf(
  db: Db,
  accountId: number,
  rules: readonly Condition[],
  listId: number | undefined,
  sample?: Sample & { last: number },
): Promise<Group[]> {
  const values: unknown[] = [accountId]
  const into = intoStatement(values)
  const tests = rules.map(rule => filterSql(rule, into))
  const among = onList(listId, into)
  const people = sample ? sampledPeople(sample, into.parameter) : 'subscribers s'
  const text =
    `select count(*), ${tests.join(', ')} from ${people}${into.joins()} ` +
    `where s.account_id = $1${among} group by ${tests.map((_, i) => i + 2).join()}`
  const { rows } = await readGenerated(db, accountId, text, values)
  return rows.map(([count, ...met]) => ({
    matched: met.reduce((sum, is, i) => sum + (is === 't' ? 2 ** i : 0), 0),
    count: Number(count),
  }))
}

/** The first of each span are found by the primary key. */
function sampledPeople(
  { spans, each, last }: Sample & { last: number },
  parameter: (value: unknown) => string,
): string {
  const before = `span.n * ${parameter(Math.floor(last / spans))}::bigint`
  return (
    `generate_series(0, ${parameter(spans - 1)}::int) span (n) cross join lateral (select p.* ` +
    `from subscribers p where p.account_id = $1 and p.id > ${before} and ` +
    `p.id <= ${before} + ${parameter(each)}::bigint) s`
  )
}

/** The highest id: at least as many as there are subscribers. */
async function lastId(db: Db, accountId: number): Promise<number> {
  const [id] = await idsMatching(db, accountId, [], { most: 1 })
  return id ?? 0
}
