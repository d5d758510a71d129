/** The days of a span until today, as the results of projects count them. */

export const SPANS = [7, 30, 90] as const

const DAY = 86_400_000
/** Days are those at +01:00. */
const ZONE_MILLIS = 3_600_000

export const spanOf = (days: number | undefined): number => SPANS.find(span => span === days) ?? 30

export function lastDays(count: number, now = Date.now()): string[] {
  const today = now + ZONE_MILLIS
  return Array.from({ length: count }, (_, at) =>
    new Date(today - (count - 1 - at) * DAY).toISOString().slice(0, 10),
  )
}
