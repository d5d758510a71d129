/**
 * Computes the end of a wait. Days are calendar days in the trigger's zone: the time of day stays
 * the same across a change to or from summer time.
 */
import { formatInZone, momentInZone } from '../../../lib/zones.ts'
import type { Delay, QuietHours } from './definition.ts'
import { clockText } from './definition-times.ts'

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

/**
 * When the quiet hours end in a zone; undefined if there are none at that moment. An end that the
 * clock skips is an hour later; of one that it shows twice the first counts that is not over.
 */
export function quietUntil(
  { from, until }: Pick<QuietHours, 'from' | 'until'>,
  moment: Date,
  zone: string,
): Date | undefined {
  const { day, time } = localTime(moment, zone)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const now = hours * 60 + minutes
  const isQuiet = from < until ? from <= now && now < until : from <= now || now < until
  if (!isQuiet) return undefined
  const end = momentAt(now < until ? day : dayAfter(day, 1), clockText(until), zone)
  return end > moment ? end : new Date(end.getTime() + 60 * MINUTE)
}

/** The moment of a day, YYYY-MM-DD, and a time, HH:MM or HH:MM:SS, on the clock of a zone. */
export function momentAt(day: string, time: string, zone: string): Date {
  const there = momentInZone(`${day} ${time}`, zone)
  if (there) return there
  const anHourLater = new Date(Date.parse(`${day}T${time}Z`) + 60 * MINUTE).toISOString()
  return (
    momentInZone(`${anHourLater.slice(0, 10)} ${anHourLater.slice(11, 19)}`, zone) ??
    new Date(`${day}T${time}Z`)
  )
}

/** The local day and time in a zone. */
export function localTime(moment: Date, zone: string): { day: string; time: string } {
  const [day, time] = formatInZone(moment, zone).split(' ')
  return { day: day!, time: time! }
}

/** The calendar day that many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** 1 is Monday, 7 Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const later = (moment: Date | undefined, from: Date): Date =>
  moment && moment > from ? moment : from
