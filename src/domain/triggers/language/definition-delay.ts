/**
 * Computes the end of a wait. Days are calendar days in the trigger's zone: the time of day stays
 * the same across a change to or from summer time.
 */
import { clockText, dayAfter, localTime, momentAt } from '../../../lib/local-time.ts'
import { momentInZone } from '../../../lib/zones.ts'
import type { Delay } from './definition.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/**
 * Never before `from`. A time of day skipped at the start of summer time is an hour later; of a
 * repeated one the first counts.
 */
export function delayUntil(delay: Delay, from: Date, zone: string): Date {
  if ('for' in delay) return new Date(from.getTime() + delay.for * MINUTE)
  if ('until' in delay) return later(momentInZone(delay.until, zone), from)
  const { day, time } = localTime(from, zone)
  if ('days' in delay)
    return later(
      momentAt(
        dayAfter(day, delay.days),
        delay.minute === undefined ? time : clockText(delay.minute),
        zone,
      ),
      from,
    )
  for (let days = 0; days <= 8; days++) {
    const on = dayAfter(day, days)
    if ('weekday' in delay && weekdayOf(on) !== delay.weekday) continue
    const moment = momentAt(on, clockText(delay.minute), zone)
    if (moment.getTime() > from.getTime()) return moment
  }
  // Only reached when a zone skipped whole days, as Samoa did.
  return new Date(from.getTime() + 7 * DAY)
}

/** 1 is Monday, 7 Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const later = (moment: Date | undefined, from: Date): Date =>
  moment && moment > from ? moment : from
