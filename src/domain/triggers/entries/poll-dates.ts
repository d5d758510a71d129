/**
 * Finds the subscribers of a date trigger whose date has come, by keyset pagination over their ids.
 */
import type { Db } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { clockText, dayAfter, localTime, momentAt } from '../../../lib/local-time.ts'
import type { DateStart } from '../language/definition.ts'
import { dateIn } from '../language/definition-date.ts'
import type { EntryTarget } from './entries.ts'
import type { WatchCursor, WatchResult } from './watch.ts'
import { peopleOfDays } from './watches.sql.ts'

/** Subscribers per page. */
const PART = 5_000
/** Days missed while no worker ran, or the trigger was paused, are caught up for this long. */
const MOST_LATE_DAYS = 3
const DAY = 86_400_000
/** Matches a date in SQL, with 29 February in any year; dateIn() checks the year. */
export const DAY_PATTERN = String.raw`^\s*\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))(?!\d)`
/** A cursor after the last subscriber of a day. */
const DAY_END = Number.MAX_SAFE_INTEGER

/**
 * The next page of subscribers whose date has come since the cursor of the watch; undefined if no
 * such date is due.
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
  const at = seenId !== 0 && seenId !== DAY_END ? seen : nextMoment(start, zone, seen, now)
  if (!at || at > now) return undefined
  const days = daysHeld(start, localTime(at, zone).day)
  const yearly = start.repeat === 'yearly'
  const afterId = at.getTime() === seen.getTime() && seenId !== DAY_END ? seenId : 0
  const rows = await peopleOfDays(db, {
    accountId,
    listId,
    afterId,
    days,
    most: PART,
    field: start.field,
    ...(yearly ? { fromPlace: 6, length: 5 } : { fromPlace: 1, length: 10 }),
  })
  // The pattern accepts 29 February of a common year; dateIn() rejects it.
  const people = rows
    .filter(({ value }) => dateIn(value) !== undefined)
    .map(({ id }) => ({ id, at: at.toISOString() }))
  const more = rows.length === PART
  return {
    people,
    seenAt: at,
    seenId: more ? rows.at(-1)!.id : DAY_END,
    more: true,
    dayDone: !more,
  }
}

/** The first moment after `seen` at which the trigger starts for any subscriber. */
export function nextMoment({ minute }: DateStart, zone: string, seen: Date, now: Date): Date {
  const from = new Date(Math.max(seen.getTime(), now.getTime() - MOST_LATE_DAYS * DAY))
  const { day } = localTime(from, zone)
  const moments = [0, 1, 2].map(days => momentAt(dayAfter(day, days), clockText(minute), zone))
  return moments.find(moment => moment > from)!
}

/**
 * The field values for which the trigger starts on a day: MM-DD, or YYYY-MM-DD if it starts once.
 */
export function daysHeld({ days, repeat, leapDay }: DateStart, day: string): string[] {
  const base = dayAfter(day, -days)
  if (repeat === 'once') return [base]
  const held = [base.slice(5)]
  const leap = new Date(Date.UTC(Number(base.slice(0, 4)), 1, 29)).getUTCMonth() === 1
  if (!leap && base.slice(5) === (leapDay === '1 March' ? '03-01' : '02-28')) held.push('02-29')
  return held
}
