/** How long calls take, in steps of a third of a doubling: enough for a percentile. */

const STEPS = 3
/** About 17 minutes. */
const LAST = 60

/** The step of a duration in milliseconds: it is at most `millisOf(step)`. */
export const stepOf = (millis: number): number =>
  millis <= 1 ? 0 : Math.min(LAST, Math.ceil(Math.log2(millis) * STEPS))

const millisOf = (step: number): number => 2 ** (step / STEPS)

export interface TimedCalls {
  step: number
  calls: number
}

/** Within how many milliseconds 95 % of the calls were answered; null without calls. */
export function within95(times: readonly TimedCalls[]): number | null {
  const all = times.reduce((sum, { calls }) => sum + calls, 0)
  if (all === 0) return null
  let seen = 0
  for (const { step, calls } of [...times].sort((a, b) => a.step - b.step)) {
    seen += calls
    if (seen >= all * 0.95) return Math.ceil(millisOf(step))
  }
  return null
}
