/** The days on which a date trigger starts for a person, of what their field holds. */
import type { DateStart } from './definition.ts'
import { dayAfter, momentAt } from './definition-delay.ts'
import { clockText } from './definition-times.ts'

/**
 * The day, YYYY-MM-DD, that a field holds, whatever stands behind it; undefined when there is no
 * such day, as 30 February, or none at all.
 */
export function dayHeld(value: string): string | undefined {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(value) ?? []
  if (day === undefined) return undefined
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : undefined
}

/**
 * The first moment after `from` at which the trigger starts for who holds that day. Undefined:
 * never again.
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
  // Two years before or after the day are as far as `days` goes, so this year's may belong to
  // another one.
  const year = from.getUTCFullYear()
  return Array.from({ length: 7 }, (_, i) => on(year - 3 + i)).find(moment => moment > from)
}

/** That day in another year; 29 February in a common year is what the trigger says. */
function dayOfYear(day: string, year: number, leapDay: DateStart['leapDay']): string {
  const monthAndDay = day.slice(5)
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  if (monthAndDay !== '02-29' || leap) return `${year}-${monthAndDay}`
  return leapDay === '1 March' ? `${year}-03-01` : `${year}-02-28`
}
