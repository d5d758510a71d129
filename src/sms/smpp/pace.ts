/**
 * How many segments may be without an answer now. A gateway that says "too much" is left alone for
 * a while, and then asked for few at a time, more with each that it takes: the pauses double while
 * it goes on saying so.
 */
export interface Pace {
  admits(unanswered: number): boolean
  /**
   * Taken down with each request, so that its answer is known to be of before or after a slowing
   * down.
   */
  asked(): number
  taken(): void
  /** Of many answers to what was asked before, only the first counts. */
  slowDown(asked: number, said: string): void
  /** Until something may be sent again; 0 for now. */
  waitMillis(): number
  trouble(): string | null
}

const LONGEST_PAUSE = 60_000

export function createPace(window: number, firstPauseMillis: number): Pace {
  let allowed = window
  let holdUntil = 0
  let pause = firstPauseMillis
  let epoch = 0
  let takenSince = 0
  let reason = ''

  const waitMillis = () => Math.max(0, holdUntil - Date.now())
  return {
    admits: unanswered => unanswered < Math.floor(allowed) && waitMillis() === 0,
    asked: () => epoch,
    taken() {
      takenSince++
      if (allowed < window) allowed = Math.min(window, allowed + 1 / Math.max(1, allowed / 4))
      if (takenSince > window) pause = firstPauseMillis
    },
    slowDown(asked, said) {
      if (asked < epoch) return
      epoch++
      reason = said
      allowed = Math.max(1, Math.floor(allowed / 2))
      holdUntil = Date.now() + pause
      pause = takenSince > window ? firstPauseMillis : Math.min(LONGEST_PAUSE, pause * 2)
      takenSince = 0
    },
    waitMillis,
    trouble: () => (allowed < window ? `The gateway asked for less: ${reason}` : null),
  }
}
