/**
 * Who gets a sending: the only definition. The plan of a sending inserts what this selects
 * (plan-audience.ts), the count before it groups the same rows (count-audience.ts).
 */
import { asksMeasured, type FrozenFilter } from '../../filters/condition.ts'
import { measuredSql } from '../../filters/did-sql.ts'
import { filterSql } from '../../filters/filter-sql.ts'
import type { StatementParts } from '../../filters/statement-parts.ts'
import type { Resend } from './options.ts'

export interface SendingAudience {
  /** At least one. A person on several is in the audience once. */
  lists: readonly number[]
  /** People on one of these are left out. */
  excluded: readonly number[]
  /** All of them must match. */
  filters: readonly FrozenFilter[]
  /** Only recipients of another sending, minus those who have opened or clicked. */
  resend?: Resend | undefined
  /** People who got one of these sendings are left out, or who are still to get it. */
  got?: readonly number[] | undefined
  /** A sample of the audience, by buckets: the same people whenever it is asked. */
  sample?: Sample | undefined
  /** People with an email of one of these sendings are left out: the samples of an A/B test. */
  sampled?: readonly number[] | undefined
}

export interface Sample {
  /** The sending that is divided: two sendings have different samples. */
  of: number
  /** Buckets from this to before the other. */
  from: number
  below: number
}

export const BUCKETS = 10_000

/** The reasons of suppression_reason(). */
const SUPPRESSED = ['opted out', 'complained', 'undeliverable', 'paused'] as const

/** The reasons for leaving a person out, as stored and shown, in the order of the checks. */
export const LEFT_OUT = [
  ...SUPPRESSED,
  ...([
    'left the list',
    'opened',
    'clicked',
    'not measured',
    'got it',
    'excluded list',
    'filter',
  ] as const),
] as const

/** From 0 to BUCKETS - 1; the function also divides hash partitions, so it never changes. */
export const bucketSql = (sendingId: string): string =>
  `((hashint8extended(s.id, ${sendingId}::bigint) & 2147483647) % ${BUCKETS})`

/**
 * Selects one row for each candidate: `id`, `email`, `left_out` (null: gets it) and the given
 * columns of the subscriber `s`. The account is `$1`.
 */
export function audienceSql(
  audience: SendingAudience,
  into: StatementParts,
  columns: Record<string, string> = {},
): string {
  const { refusals, from } = partsOf(audience, into)
  const more = Object.entries(columns).map(([name, sql]) => `, ${sql} as ${name}`)
  return `select s.id, s.email, ${firstOf(refusals)} as left_out${more.join('')}
  from ${from}`
}

/**
 * Counts the candidates: rows of `left_out`, `count`, and how many of these are measured (`opens`,
 * `clicks`); several may be of one reason. Grouped by what applies, not by the reason: of groups of
 * truths the planner knows that they are few, so that it reads a large list with several processes.
 */
export function audienceCountSql(audience: SendingAudience, into: StatementParts): string {
  const { refusals, from } = partsOf(audience, into)
  const applies = refusals.map(({ when }, i) => `${when} as refused_${i}`)
  const named = refusals.map(({ reason }, i) => ({ reason, when: `refused_${i}` }))
  return `select ${firstOf(named)} as left_out, count(*) as count,
    count(*) filter (where opens) as opens, count(*) filter (where clicks) as clicks
  from (select ${applies.join(', ')}, ${measuredSql('opens')} as opens,
    ${measuredSql('clicks')} as clicks from ${from}) candidates
  group by ${named.map(({ when }) => when).join(', ')}`
}

interface Refusal {
  reason: (typeof LEFT_OUT)[number]
  /** Never true of those who get it. */
  when: string
}

const firstOf = (refusals: readonly Refusal[]): string =>
  `case ${refusals.map(({ reason, when }) => `when ${when} then '${reason}'`).join(' ')} end`

const SUPPRESSION =
  'suppression_reason(s.opted_out_at, s.complained_at, s.undeliverable_since, s.paused_until)'

/** Why candidates are not mailed, in the order of LEFT_OUT, and the rows that this is asked of. */
function partsOf(
  { lists, excluded, filters, resend, got = [], sample, sampled = [] }: SendingAudience,
  into: StatementParts,
): { refusals: Refusal[]; from: string } {
  const { parameter, people } = into
  const onLists = (ids: readonly number[]) =>
    `subscriptions where account_id = $1 and list_id = any (${parameter(ids)}::int[]) ` +
    'and unsubscribed_at is null'
  const refusals: Refusal[] = SUPPRESSED.map(reason => ({
    reason,
    when: `${SUPPRESSION} = '${reason}'`,
  }))
  const refuse = (when: string, reason: Refusal['reason']) => refusals.push({ reason, when })
  let candidates: string
  if (resend) {
    const sendings = `account_id = $1 and source_kind = 1 and source_id = any (${parameter(resend.of)}::bigint[])`
    candidates = `select id from deliveries where ${sendings} and state = 'accepted'`
    const on = people(`select distinct subscriber_id as id from ${onLists(lists)}`)
    refuse(`${on}.id is null`, 'left the list')
    const did = resend.without === 'opened' ? 'views > 0 or clicks > 0' : 'clicks > 0'
    const done = people(
      `select distinct delivery_id as id from engagements where ${sendings} and (${did})`,
    )
    refuse(`${done}.id is not null`, resend.without)
    // Of a person who was not measured, or is not now, nobody knows whether they did.
    const what = resend.without === 'opened' ? 'opens' : 'clicks'
    const unmeasured = people(
      `select distinct id from deliveries where ${sendings} and ${what}_unmeasured`,
    )
    refuse(`${unmeasured}.id is not null or not ${measuredSql(what)}`, 'not measured')
  } else {
    const distinct = lists.length > 1 ? 'distinct ' : ''
    candidates = `select ${distinct}subscriber_id as id from ${onLists(lists)}`
  }
  if (got.length > 0) {
    const before = people(
      'select distinct id from deliveries where account_id = $1 and source_kind = 1 ' +
        `and source_id = any (${parameter(got)}::bigint[]) ` +
        "and state not in ('bounced', 'failed', 'withdrawn')",
    )
    refuse(`${before}.id is not null`, 'got it')
  }
  if (excluded.length > 0) {
    const on = people(`select distinct subscriber_id as id from ${onLists(excluded)}`)
    refuse(`${on}.id is not null`, 'excluded list')
  }
  if (filters.length > 0) {
    const all = (possibly: boolean) =>
      filters.map(({ condition }) => filterSql(condition, into, possibly)).join(' and ')
    if (filters.some(({ condition }) => asksMeasured(condition))) {
      refuse(`not (${all(true)})`, 'filter')
      refuse(`not (${all(false)})`, 'not measured')
    } else refuse(`not (${all(false)})`, 'filter')
  }
  const only = ['true']
  if (sample) {
    const bucket = bucketSql(parameter(sample.of))
    only.push(`${bucket} >= ${parameter(sample.from)}::int`)
    only.push(`${bucket} < ${parameter(sample.below)}::int`)
  }
  if (sampled.length > 0) {
    const inSample = people(
      'select distinct id from deliveries where account_id = $1 and source_kind = 1 ' +
        `and source_id = any (${parameter(sampled)}::bigint[])`,
    )
    only.push(`${inSample}.id is null`)
  }
  return {
    refusals,
    from: `(${candidates}) l join subscribers s on s.account_id = $1 and s.id = l.id${into.joins()}
  where ${only.join(' and ')}`,
  }
}
