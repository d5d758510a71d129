/** The clock of a zone over a span of time: its offset from UTC, and when that changes. */
import { offsetMinutes } from './zones.ts'

const MINUTE = 60_000
/** No zone changes its clock and changes it back within a week. */
const WEEK = 7 * 24 * 60 * MINUTE

export interface ClockSpan {
  from: Date
  /** Minutes ahead of UTC. */
  offset: number
}

/** The earliest first; it begins at `from`. Exact to a minute. */
export function clockSpans(zone: string, from: Date, until: Date): ClockSpan[] {
  const offsetAt = (time: number) => offsetMinutes(new Date(time), zone)
  const spans: ClockSpan[] = [{ from, offset: offsetAt(from.getTime()) }]
  for (let time = from.getTime(); time < until.getTime(); ) {
    const next = Math.min(time + WEEK, until.getTime())
    const before = spans.at(-1)!.offset
    const offset = offsetAt(next)
    if (offset !== before) {
      let [same, other] = [time, next]
      while (other - same > MINUTE) {
        const middle = Math.floor((same + other) / 2)
        if (offsetAt(middle) === before) same = middle
        else other = middle
      }
      spans.push({ from: new Date((Math.floor(same / MINUTE) + 1) * MINUTE), offset })
    }
    time = next
  }
  return spans
}
