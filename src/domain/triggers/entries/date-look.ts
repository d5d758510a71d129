/** Looking for people whose day it is: a part of the list at a time, in the order of their ids. */
import type { Db } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import type { DateStart } from '../language/definition.ts'
import { dayHeld } from '../language/definition-date.ts'
import { dayAfter, localTime, momentAt } from '../language/definition-delay.ts'
import { clockText } from '../language/definition-times.ts'
import type { EntryTarget } from './entries.ts'
import type { WatchCursor, WatchResult } from './watch.ts'
import { peopleOfDays } from './watches.sql.ts'

/** People found at a time. */
const PART = 5_000
/**
 * Days that nobody looked at because nothing was running, or the trigger was paused, are made up
 * for so long.
 */
const MOST_LATE_DAYS = 3
const DAY = 86_400_000
/** What the store takes for a day; of 29 February dayHeld() knows the years. */
export const DAY_PATTERN = String.raw`^\s*\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))(?!\d)`
/** Behind the last person of a day. */
const ALL = Number.MAX_SAFE_INTEGER

/**
 * The next part of the people whose day has come since the watch was last moved; undefined when
 * there is no such day.
 */
export async function peopleOfDay(
  db: Db,
  { accountId, definition }: EntryTarget,
  start: DateStart,
  { seenAt, seenId }: WatchCursor,
  now = new Date(),
): Promise<WatchResult | undefined> {
  const { listId, zone } = definition
  const seen = momentOfStore(seenAt)
  const at = seenId !== 0 && seenId !== ALL ? seen : nextMoment(start, zone, seen, now)
  if (!at || at > now) return undefined
  const days = daysHeld(start, localTime(at, zone).day)
  const yearly = start.repeat === 'yearly'
  const afterId = at.getTime() === seen.getTime() && seenId !== ALL ? seenId : 0
  const rows = await peopleOfDays(db, {
    ...{ accountId, listId, afterId, days, most: PART, field: start.field },
    ...(yearly ? { fromPlace: 6, length: 5 } : { fromPlace: 1, length: 10 }),
  })
  // What only looks like a day, as 29 February of a common year, is nobody's.
  const people = rows
    .filter(({ value }) => dayHeld(value) !== undefined)
    .map(({ id }) => ({ id, at: at.toISOString() }))
  const more = rows.length === PART
  return { people, seenAt: at, seenId: more ? rows.at(-1)!.id : ALL, more: true, dayDone: !more }
}

/** The first moment after one that was seen at which the trigger starts for anybody. */
export function nextMoment({ minute }: DateStart, zone: string, seen: Date, now: Date): Date {
  const from = new Date(Math.max(seen.getTime(), now.getTime() - MOST_LATE_DAYS * DAY))
  const { day } = localTime(from, zone)
  const moments = [0, 1, 2].map(days => momentAt(dayAfter(day, days), clockText(minute), zone))
  return moments.find(moment => moment > from)!
}

/** What fields hold of those for whom the trigger starts on a day: MM-DD, or once, YYYY-MM-DD. */
export function daysHeld({ days, repeat, leapDay }: DateStart, day: string): string[] {
  const base = dayAfter(day, -days)
  if (repeat === 'once') return [base]
  const held = [base.slice(5)]
  const leap = new Date(Date.UTC(Number(base.slice(0, 4)), 1, 29)).getUTCMonth() === 1
  if (!leap && base.slice(5) === (leapDay === '1 March' ? '03-01' : '02-28')) held.push('02-29')
  return held
}
