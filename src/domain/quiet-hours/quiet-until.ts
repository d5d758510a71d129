/** When quiet hours end and begin, on the clock of a zone; a change of the clocks included. */
import { clockText, dayAfter, localTime, momentAt } from '../../lib/local-time.ts'

const HOUR = 3_600_000

/** Minutes of the day; until the next day where `until` is before `from`. Never the same. */
export interface DailyHours {
  from: number
  until: number
}

/**
 * When the quiet hours end in a zone; undefined if there are none at that moment. An end that the
 * clock skips is an hour later; of one that it shows twice the first counts that is not over.
 */
export function quietUntil(
  { from, until }: DailyHours,
  moment: Date,
  zone: string,
): Date | undefined {
  const { day, time } = localTime(moment, zone)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const now = hours * 60 + minutes
  const isQuiet = from < until ? from <= now && now < until : from <= now || now < until
  if (!isQuiet) return undefined
  const end = momentAt(now < until ? day : dayAfter(day, 1), clockText(until), zone)
  return end > moment ? end : new Date(end.getTime() + HOUR)
}

/**
 * When they next begin after a moment. A beginning that the clock skips is an hour later; quiet
 * hours that it skips whole are left out that day.
 */
export function nextQuiet(hours: DailyHours, moment: Date, zone: string): Date {
  const { day } = localTime(moment, zone)
  const begins = [0, 1, 2].map(days => momentAt(dayAfter(day, days), clockText(hours.from), zone))
  const next = begins.find(begin => begin > moment && quietUntil(hours, begin, zone) !== undefined)
  return next ?? new Date(moment.getTime() + 24 * HOUR)
}
