/**
 * A minimum transfer rate: a server that trickles would occupy a slot for as long as a download may
 * take. Only time spent waiting for the server counts, not that of a slow disk.
 */
import { Failure, failedBy } from './failure.ts'
import { inSeconds } from './words.ts'

export interface PaceRules {
  /** Octets per second, averaged over a window. */
  leastRate: number
  /**
   * The window in milliseconds. The first one is not checked: some servers generate the file while
   * sending it.
   */
  rateMillis: number
}

/** Called with the octets of each wait. Throws a Failure if a window was too slow. */
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
      throw new Failure(failedBy('fetch-slow', { bytes: got, seconds: inSeconds(waited) }), {
        transient: true,
        last: true,
      })
    first = false
    waited = 0
    got = 0
  }
}
