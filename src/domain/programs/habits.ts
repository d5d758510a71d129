/** The rules for the alarms of a program: it fell silent, or its calls began to fail. */
import { isUsual } from './outcomes.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Days before a day on which it had to call, for the day to be expected. */
const WEEK = 7
/** A program that called on fewer of the last days has no habit. */
const FEWEST_DAYS = 7
/** Silence is told for so many days; then the program counts as switched off. */
const TOLD_DAYS = 14

/** UTC. */
export interface CalledHour {
  hour: Date
  calls: number
}

export interface Silence {
  /** The beginning of the day (UTC) on which it was expected first. */
  since: Date
  /** On how many of the days before it had called. */
  days: number
}

/**
 * A day is expected if the program called on each of the seven days before, or on the same day of
 * the last two weeks: so a program that rests at weekends is not missed there. Today counts once
 * the latest hour of a first call of the last days is over.
 */
export function silenceOf(hours: readonly CalledHour[], now = new Date()): Silence | undefined {
  const first = new Map<number, number>()
  for (const { hour } of hours) {
    const day = Math.floor(hour.getTime() / DAY)
    first.set(day, Math.min(first.get(day) ?? 24, hour.getUTCHours()))
  }
  if (first.size < FEWEST_DAYS) return undefined
  const called = (day: number) => first.has(day)
  const isExpected = (day: number) =>
    (called(day - WEEK) && called(day - 2 * WEEK)) ||
    Array.from({ length: WEEK }, (_, i) => day - 1 - i).every(called)
  const today = Math.floor(now.getTime() / DAY)
  const last = Math.max(...first.keys())
  if (today - last > TOLD_DAYS) return undefined
  for (let day = last + 1; day <= today; day++) {
    if (!isExpected(day)) continue
    if (day === today && now.getUTCHours() <= latestFirst(first, day)) return undefined
    return { since: new Date(day * DAY), days: first.size }
  }
  return undefined
}

const latestFirst = (first: ReadonlyMap<number, number>, day: number): number =>
  Math.max(...[...first].filter(([one]) => day - one <= 2 * WEEK).map(([, hour]) => hour)) + 1

export interface FailedCalls {
  operation: string
  outcome: string
  /** In the last 24 hours. */
  calls: number
  /** In the week before. */
  before: number
  since: Date | null
  last: Date
}

const FEWEST_FAILURES = 3
/** So many times as often as on a day of the week before. */
const TIMES = 3

/** What began to fail in the last 24 hours, the most frequent. */
export function failureOf(failures: readonly FailedCalls[]): FailedCalls | undefined {
  return failures
    .filter(({ outcome, calls, before }) => {
      const isMore = calls > (before / WEEK) * TIMES
      return !isUsual(outcome) && calls >= FEWEST_FAILURES && isMore
    })
    .sort((a, b) => b.calls - a.calls)[0]
}
