/** Months of a calendar as texts: `2026-11`, days as `2026-11-24`; weeks begin on Monday. */

const iso = (at: Date): string => at.toISOString().slice(0, 10)
const DAY_MILLIS = 86_400_000

export const isMonth = (text: string): boolean => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text)

export function monthAfter(month: string, months: number): string {
  const at = new Date(`${month}-15T12:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return iso(at).slice(0, 7)
}

export const dayAfter = (day: string, days: number): string =>
  iso(new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MILLIS))

/** Whole weeks, with days of the months beside it. */
export function daysShown(month: string): string[] {
  const first = Date.parse(`${month}-01T12:00:00Z`)
  const weekday = (new Date(first).getUTCDay() + 6) % 7
  const last = Date.parse(`${monthAfter(month, 1)}-01T12:00:00Z`) - DAY_MILLIS
  const days: string[] = []
  for (let at = first - weekday * DAY_MILLIS; at <= last || days.length % 7 > 0; at += DAY_MILLIS)
    days.push(iso(new Date(at)))
  return days
}

export function weekdays(language: string): string[] {
  const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  // A Monday.
  const first = Date.parse('2026-11-02T12:00:00Z')
  return Array.from({ length: 7 }, (_, index) => name.format(first + index * DAY_MILLIS))
}
