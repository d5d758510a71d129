/** Emails a second: of the last quarter of an hour as the service has it, then as it is watched. */
import { useRef } from 'react'

interface RatePoint {
  at: number
  rates: readonly number[]
}

interface Sample {
  at: number
  settled: number
}

/** A single poll is uneven: the rate is that of the last seconds. */
const OVER_MILLIS = 10_000
const STEP_MILLIS = 900
const MOST = 600
/** Of the counts of the service. */
const PACE_SECONDS = 30

export interface Rates {
  points: readonly RatePoint[]
  perSecond: number
}

interface Paced {
  pace: readonly { at: string; emails: number }[]
  perSecond: number
}

function ratesOf(samples: readonly Sample[], { pace, perSecond }: Paced): Rates {
  const watched = samples.slice(1).map(({ at, settled }, index) => {
    const before = samples.slice(0, index + 1)
    const since = before.find(one => at - one.at <= OVER_MILLIS) ?? before.at(-1)!
    const rate = ((settled - since.settled) * 1000) / Math.max(1, at - since.at)
    return { at, rates: [Math.max(0, rate)] }
  })
  const from = samples[0]?.at ?? Number.POSITIVE_INFINITY
  const recorded = pace
    .map(({ at, emails }) => ({ at: Date.parse(at), rates: [emails / PACE_SECONDS] }))
    .filter(({ at }) => at < from)
  const latest = watched.length > 2 ? watched.at(-1)!.rates[0]! : perSecond
  return { points: [...recorded, ...watched], perSecond: latest }
}

export function useRates(settled: number, goesOn: boolean, paced: Paced): Rates {
  const samples = useRef<Sample[]>([])
  const last = samples.current.at(-1)
  const now = Date.now()
  if (goesOn && (last === undefined || now - last.at >= STEP_MILLIS))
    samples.current = [...samples.current, { at: now, settled }].slice(-MOST)
  return ratesOf(samples.current, paced)
}
