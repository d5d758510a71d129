/**
 * Congestion control: how many segments may be without a reply. After a throttling reply the
 * gateway gets a pause, with backoff, and then a small window that grows with each accepted
 * segment.
 */
import { gatewayWords } from '../words.ts'
export interface Pace {
  admits(unanswered: number): boolean
  /** Stored with each request, to tell whether it was sent before or after a slow-down. */
  epoch(): number
  taken(): void
  /** Of several replies to requests sent before, only the first counts. */
  slowDown(sentEpoch: number, why: string): void
  /** Time until the next request may be sent; 0 for now. */
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
    epoch: () => epoch,
    taken() {
      takenSince++
      if (allowed < window) allowed = Math.min(window, allowed + 1 / Math.max(1, allowed / 4))
      if (takenSince > window) pause = firstPauseMillis
    },
    slowDown(sentEpoch, why) {
      if (sentEpoch < epoch) return
      epoch++
      reason = why
      allowed = Math.max(1, Math.floor(allowed / 2))
      holdUntil = Date.now() + pause
      pause = takenSince > window ? firstPauseMillis : Math.min(LONGEST_PAUSE, pause * 2)
      takenSince = 0
    },
    waitMillis,
    trouble: () => (allowed < window ? gatewayWords['gateway-throttled']({ says: reason }) : null),
  }
}
