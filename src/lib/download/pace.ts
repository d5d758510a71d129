/**
 * Whether a server sends fast enough: one that trickles would hold a place for as long as a file
 * may take. Only waiting for the server counts, not the time in which the disk is slow and nothing
 * is asked of it.
 */
import { duration, Failure } from './failure.ts'

export interface PaceRules {
  /** Octets a second, averaged over a window. */
  leastRate: number
  /**
   * A window, in milliseconds. The first is let pass: some servers make the file while they send
   * it.
   */
  rateMillis: number
}

/** Takes what each wait has brought. Throws a Failure when a window has brought too little. */
export function createPace({
  leastRate,
  rateMillis,
}: PaceRules): (waitedMillis: number, octets: number) => void {
  let waited = 0
  let got = 0
  let first = true
  return (waitedMillis, octets) => {
    waited += waitedMillis
    got += octets
    if (waited < rateMillis) return
    if (!first && got * 1000 < leastRate * waited)
      throw new Failure(`only ${got} bytes came in ${duration(waited)}`, {
        passing: true,
        last: true,
        todo: 'The server, or the line to it, is too slow: put the file on a faster one.',
      })
    first = false
    waited = 0
    got = 0
  }
}
