/**
 * The best hour of a person: the hour of the day, on their clock, at which they opened or clicked
 * most often; each email counts once for its first open, and once for its first click.
 * docs/decisions/0096-best-hour.md has the reasons.
 */
import type { Db } from '../../../db/db.ts'
import { clockText, dayAfter, localTime, momentAt } from '../../../lib/local-time.ts'
import { type ClockSpan, clockSpans } from '../../../lib/zone-changes.ts'
import { sendingsOfHabits } from './audience.sql.ts'

const HOUR_MILLIS = 3_600_000
const DAY_MILLIS = 24 * HOUR_MILLIS
const DAY_HOURS = 24

/** Older emails tell nothing of habits. */
const SINCE_DAYS = 180
/** So many sendings to the lists are looked at, the newest: what it costs is bounded by that. */
const MOST_SENDINGS = 12
/** Opens and clicks from which on a person has a best hour. */
const LEAST_HITS = 3
/** People with a best hour from which on the others get it at the hour of most of them. */
const LEAST_PEOPLE = 20

/** What the best hours are computed from. */
export interface Habits {
  sendingIds: readonly number[]
  /** From when on, and until when, their emails were opened. */
  since: Date
  until: Date
}

/** Of the lists that a sending goes to. */
export async function habitsOf(
  db: Db,
  accountId: number,
  lists: readonly number[],
  until: Date,
): Promise<Habits> {
  const since = new Date(until.getTime() - SINCE_DAYS * DAY_MILLIS)
  const of = { accountId, lists: [...lists], since, most: MOST_SENDINGS }
  const sendingIds = (await sendingsOfHabits(db, of)).map(({ id }) => id)
  return { sendingIds, since, until }
}

/**
 * When an email is due, by the person's best hour from 0 to 23, and then without one: at once. The
 * next time within a day that the clock shows the hour; within that hour at once. An hour that the
 * clock skips is the next one, of one that it shows twice the first.
 */
export function hourStarts(due: Date, zone: string): Date[] {
  const { day, time } = localTime(due, zone)
  const now = Number(time.slice(0, 2))
  const startOf = (hour: number) => {
    if (hour === now) return due
    return momentAt(dayAfter(day, hour < now ? 1 : 0), clockText(hour * 60), zone)
  }
  const starts = Array.from({ length: DAY_HOURS }, (_, hour) => startOf(hour))
  return [...starts, due].map(start => (start > due ? start : due))
}

/** The clock of a zone while the emails were opened. */
export const clockOfHabits = ({ since, until }: Habits, zone: string): ClockSpan[] =>
  clockSpans(zone, since, until)

/** The clock of each place. */
export type Clocks = readonly (readonly ClockSpan[])[]

interface BestHourParts {
  habits: Habits
  clocks: Clocks
  parameter(value: unknown): string
}

/**
 * Two sets: `best`, with the best hour of people (`id`, `hour`), and `usual` with that of most of
 * them, if they are enough. From `people`: `id`, `left_out`, the number of their `place`, and
 * whether they are `measured`.
 */
export function bestHoursSql({ habits, clocks, parameter }: BestHourParts): string {
  const hour = `floor(date_part('epoch', m.at) / 3600 + ${offsetSql(clocks, parameter)})::int % 24`
  // mode() is the first of several: the earliest hour of the day.
  return `best as materialized (
  select e.delivery_id as id, mode() within group (order by ${hour}) as hour
  from engagements e join people p on p.id = e.delivery_id
    cross join lateral (values (e.first_view_at), (e.first_click_at)) m (at)
  where e.account_id = $1 and e.source_kind = 1
    and e.source_id = any (${parameter(habits.sendingIds)}::bigint[])
    and p.measured and p.left_out is null and m.at is not null
  group by e.delivery_id having count(*) >= ${LEAST_HITS}),
usual as (
  select hour from (
    select hour, count(*) as people, sum(count(*)) over () as known from best group by hour) hours
  where known >= ${LEAST_PEOPLE} order by people desc, hour limit 1)`
}

/** Without a best hour, that of most; without that, the last of hourStarts(). */
export const HOUR_SQL = `coalesce(best.hour, (select hour from usual), ${DAY_HOURS})`

/** Hours that the clock of the place `p.place` was ahead of UTC at the moment `m.at`. */
function offsetSql(clocks: Clocks, parameter: (value: unknown) => string): string {
  const changes = [...new Set(clocks.flatMap(spans => spans.slice(1).map(span => +span.from)))]
  changes.sort((a, b) => a - b)
  const offsetAt = (spans: readonly ClockSpan[], at: number) =>
    (spans.findLast(({ from }) => +from <= at) ?? spans[0]!).offset / 60
  const rows = [Number.NEGATIVE_INFINITY, ...changes].map(at =>
    clocks.map(spans => offsetAt(spans, at)),
  )
  const span =
    changes.length === 0
      ? '0'
      : `width_bucket(m.at, ${parameter(changes.map(at => new Date(at)))}::timestamptz[])`
  return `(${parameter(rows.flat())}::float8[])[${span} * ${clocks.length} + p.place + 1]`
}
