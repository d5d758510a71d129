/**
 * A minimum transfer rate: a server that trickles would occupy a slot for as long as a download may
 * take. Only time spent waiting for the server counts, not that of a slow disk.
 */
import { duration, Failure } from './failure.ts'

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
      throw new Failure(`only ${got} bytes came in ${duration(waited)}`, {
        transient: true,
        last: true,
        todo: 'The server, or the line to it, is too slow: put the file on a faster one.',
      })
    first = false
    waited = 0
    got = 0
  }
}
