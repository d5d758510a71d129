/**
 * When each email of a sending is due: by the zone of the subscriber, at their best hour, a share
 * each day, and after quiet hours. docs/decisions/0092-due-moments.md has the reasons.
 */
import type { Db } from '../../../db/db.ts'
import { formatInZone, momentInZone, zoneNamed } from '../../../lib/zones.ts'
import { measuredSql } from '../../filters/did-sql.ts'
import type { StatementParts } from '../../filters/statement-parts.ts'
import { quietUntil } from '../../quiet-hours/quiet-until.ts'
import { audienceSql, BUCKETS, bucketSql, type SendingAudience } from './audience.ts'
import {
  bestHoursSql,
  type Clocks,
  clockOfHabits,
  type Habits,
  HOUR_SQL,
  habitsOf,
  hourStarts,
} from './best-hour.ts'
import { fieldSql, valuesOfAudience } from './count-audience.ts'
import type { SendingOptions } from './options.ts'

const DAY_MILLIS = 86_400_000
/** No zone begins its day earlier. */
export const EARLIEST_ZONE = '+14:00'
/** Subscribers with rarer values get it at the time of the sending's own zone. */
const MOST_ZONES = 1_000

/**
 * When each email is due: a moment for each part of the audience and each place. A part is a day of
 * a sending in shares, or an hour of the day of one at best hours; a place is what the zones have
 * in common that people's data fields name.
 */
export interface Timing {
  /** By part, then by place. The first place is that of people whose zone is not known. */
  moments: readonly (readonly DueMoment[])[]
  /** Without it there is the first place alone. */
  places?: { field: number; values: readonly string[]; placeOf: readonly number[] }
  /** Without one of these there is one part. */
  sharePerDay?: number
  bestHours?: { habits: Habits; clocks: Clocks }
}

interface DueMoment {
  at: Date
  /** It was put off to the end of quiet hours. */
  waits: boolean
}

export type TimedOptions = Pick<SendingOptions, 'local' | 'bestHour' | 'sharePerDay' | 'quiet'>

interface TimedSending {
  zone: string
  due: Date
}

/** Undefined: all are due at once. Nothing is due before `due`, and nothing in quiet hours. */
export async function timingOf(
  db: Db,
  accountId: number,
  { local, bestHour, sharePerDay, quiet }: TimedOptions,
  { zone, due }: TimedSending,
  audience: SendingAudience,
): Promise<Timing | undefined> {
  if (!local && !bestHour && !quiet && sharePerDay === undefined) return undefined
  const habits = bestHour && (await habitsOf(db, accountId, audience.lists, due))
  const starts = sharePerDay === undefined ? [due] : daysFrom(due, zone, sharePerDay)
  const begins = (there: string) => {
    if (habits) return hourStarts(due, there)
    return local ? [momentOfLocalTime(local.at, there) ?? due] : starts
  }
  const place = (there: string) =>
    begins(there).map(begin => {
      const at = begin > due ? begin : due
      const end = quiet && quietUntil(quiet, at, there)
      return { at: end ?? at, waits: end !== undefined }
    })
  const elsewhere = local ? zone : (quiet?.zone ?? zone)
  const places = [place(elsewhere)]
  const clockOf = (there: string) => (habits ? clockOfHabits(habits, there) : [])
  const clocks = [clockOf(elsewhere)]
  const parts = () => ({
    moments: byPart(places),
    ...(sharePerDay !== undefined && { sharePerDay }),
    ...(habits && { bestHours: { habits, clocks } }),
  })
  const field = local ? local.field : (bestHour?.field ?? quiet?.zoneField)
  if (field === undefined) return parts()
  const known = new Map([[JSON.stringify([places[0], clocks[0]]), 0]])
  const [values, placeOf]: [string[], number[]] = [[], []]
  for (const { value } of await valuesOfAudience(db, accountId, audience, field, MOST_ZONES)) {
    const there = zoneNamed(value) ?? elsewhere
    const [moments, clock] = [place(there), clockOf(there)]
    const key = JSON.stringify([moments, clock])
    if (!known.has(key)) known.set(key, places.push(moments) - 1)
    if (clocks.length < places.length) clocks.push(clock)
    values.push(value)
    placeOf.push(known.get(key)!)
  }
  return { ...parts(), places: { field, values, placeOf } }
}

const byPart = (places: readonly DueMoment[][]): DueMoment[][] =>
  places[0]!.map((_, part) => places.map(moments => moments[part]!))

/**
 * As audienceSql(), with the number of each one's `moment`, by parts and places, from 0 on. At best
 * hours also `own`, whether the person has one, and `usual`, the hour of the others.
 */
export function timedAudienceSql(
  audience: SendingAudience,
  into: StatementParts,
  { moments, places, sharePerDay, bestHours }: Timing,
  { sendingId, columns = {} }: { sendingId: string; columns?: Record<string, string> },
): string {
  const { parameter } = into
  const place = places
    ? `coalesce((${parameter(places.placeOf)}::int[])[array_position(\
${parameter(places.values)}::text[], ${fieldSql(places.field)})], 0)`
    : '0'
  const each = moments[0]!.length
  if (!bestHours) {
    const part = sharePerDay === undefined ? '0' : dayOfShareSql(sharePerDay, sendingId)
    return audienceSql(audience, into, { ...columns, moment: `(${part} * ${each} + ${place})` })
  }
  const known = { ...columns, place, measured: measuredSql('both') }
  return `with people as materialized (
  ${audienceSql(audience, into, known)}),
${bestHoursSql({ ...bestHours, parameter })}
select people.*, ${HOUR_SQL} * ${each} + people.place as moment, best.id is not null as own,
  (select hour from usual) as usual
from people left join best on best.id = people.id`
}

const dayOfShareSql = (sharePerDay: number, sendingId: string): string =>
  `(${bucketSql(sendingId)} / ${Math.ceil((BUCKETS * sharePerDay) / 100)})::int`

/** A time that the clocks skip in this zone is an hour later. */
export const momentOfLocalTime = (at: string, zone: string): Date | undefined =>
  momentInZone(at, zone) ?? momentInZone(hourLater(at), zone)

const hourLater = (at: string): string =>
  new Date(Date.parse(`${at.replace(' ', 'T')}Z`) + 3_600_000).toISOString().slice(0, 16)

/** At the same time of the zone each day, also across a change of the clocks. */
function daysFrom(start: Date, zone: string, sharePerDay: number): Date[] {
  const days = Math.ceil(100 / sharePerDay)
  return Array.from({ length: days }, (_, day) => laterBy(start, zone, day))
}

/** The next moment at the same time of the day, not before another moment. */
export function nextAtSameTime(start: Date, zone: string, from: Date): Date {
  const days = Math.max(0, Math.floor((from.getTime() - start.getTime()) / DAY_MILLIS) - 1)
  const next = [0, 1, 2, 3].map(more => laterBy(start, zone, days + more))
  return next.find(moment => moment >= from) ?? from
}

function laterBy(start: Date, zone: string, days: number): Date {
  const plain = new Date(start.getTime() + days * DAY_MILLIS)
  if (days === 0) return start
  const [, time = ''] = formatInZone(start, zone).split(' ')
  const [day = ''] = formatInZone(plain, zone).split(' ')
  return momentOfLocalTime(`${day} ${time}`, zone) ?? plain
}
