/** The days on which a date trigger starts for a subscriber, from the value of their field. */

import { clockText, dayAfter, momentAt } from '../../../lib/local-time.ts'
import type { DateStart } from './definition.ts'

/**
 * The date, YYYY-MM-DD, at the start of a field, ignoring the rest; undefined if there is none, or
 * it is invalid, as 30 February.
 */
export function dateIn(value: string): string | undefined {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(value) ?? []
  if (day === undefined) return undefined
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : undefined
}

/**
 * The first moment after `from` at which the trigger starts for this date; undefined if there is
 * none.
 */
export function nextStart(
  start: DateStart,
  day: string,
  zone: string,
  from: Date,
): Date | undefined {
  const on = (year: number | undefined): Date => {
    const shifted = dayAfter(
      year === undefined ? day : dayOfYear(day, year, start.leapDay),
      start.days,
    )
    return momentAt(shifted, clockText(start.minute), zone)
  }
  if (start.repeat === 'once') return on(undefined) > from ? on(undefined) : undefined
  // `days` reaches at most two years before or after the date, so this year's start may belong to
  // another year.
  const year = from.getUTCFullYear()
  return Array.from({ length: 7 }, (_, i) => on(year - 3 + i)).find(moment => moment > from)
}

/** The date in another year; for 29 February in a common year, as the trigger defines it. */
function dayOfYear(day: string, year: number, leapDay: DateStart['leapDay']): string {
  const monthAndDay = day.slice(5)
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  if (monthAndDay !== '02-29' || leap) return `${year}-${monthAndDay}`
  return leapDay === '1 March' ? `${year}-03-01` : `${year}-02-28`
}
