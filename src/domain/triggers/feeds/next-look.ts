/** When a feed is looked at. */

import { clockText, dayAfter, localTime, momentAt } from '../../../lib/local-time.ts'
import type { FeedStart } from '../language/definition.ts'

/** The first moment of the schedule after another one. */
export function nextLook({ minute, weekdays }: FeedStart, zone: string, after: Date): Date {
  const { day } = localTime(after, zone)
  for (let days = 0; ; days++) {
    const next = dayAfter(day, days)
    if (weekdays.length > 0 && !weekdays.includes(weekdayOf(next))) continue
    const moment = momentAt(next, clockText(minute), zone)
    if (moment > after) return moment
  }
}

/** 1 is Monday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay() || 7

const MINUTE = 60_000
/** After so many tries the next moment of the schedule is awaited. */
const MOST_TRIES = 5

/** After so many failures in a row: exponential backoff, but not beyond the schedule. */
export function nextTry(
  start: FeedStart,
  zone: string,
  now: Date,
  failures: number,
  transient: boolean,
): Date {
  const scheduled = nextLook(start, zone, now)
  if (!transient || failures > MOST_TRIES) return scheduled
  const soon = new Date(now.getTime() + 5 * MINUTE * 3 ** (failures - 1))
  return soon < scheduled ? soon : scheduled
}
