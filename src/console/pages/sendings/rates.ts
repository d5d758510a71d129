/** Emails a second while the page is open, from the counts as they come. */
import { useRef } from 'react'

export interface RatePoint {
  at: number
  rates: readonly number[]
}

interface Sample {
  at: number
  settled: number
}

/** What one look tells is uneven: the rate is that of the last seconds. */
const OVER_MILLIS = 10_000
const STEP_MILLIS = 900
const MOST = 600

export interface Rates {
  points: readonly RatePoint[]
  perSecond: number
}

/** The rate of each moment, over the seconds before it. */
function ratesOf(samples: readonly Sample[]): Rates {
  const points = samples.slice(1).map(({ at, settled }, index) => {
    const before = samples.slice(0, index + 1)
    const since = before.find(one => at - one.at <= OVER_MILLIS) ?? before.at(-1)!
    const rate = ((settled - since.settled) * 1000) / Math.max(1, at - since.at)
    return { at, rates: [Math.max(0, rate)] }
  })
  return { points, perSecond: points.at(-1)?.rates[0] ?? 0 }
}

export function useRates(settled: number, goesOn: boolean): Rates {
  const samples = useRef<Sample[]>([])
  const last = samples.current.at(-1)
  const now = Date.now()
  if (goesOn && (last === undefined || now - last.at >= STEP_MILLIS))
    samples.current = [...samples.current, { at: now, settled }].slice(-MOST)
  return ratesOf(samples.current)
}
