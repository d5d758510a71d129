/** A bound on what all requests together keep in memory. */

/**
 * What keeps bytes, such as a request with its body. It carries its own count: a map of requests
 * would keep those that have gone in memory (docs/decisions/0027).
 */
interface Holder {
  [KEPT]?: number
}

const KEPT = Symbol('bytes kept')

/** Bytes that are kept for holders. */
export interface ByteBudget {
  /**
   * Counts bytes that are going to be kept; false: there is no room, nothing was counted, and they
   * must not be kept.
   */
  take(holder: object, bytes: number): boolean
  /** The holder keeps nothing any more. */
  release(holder: object): void
  inHand(): number
}

/**
 * Holders of up to so many bytes may use the whole budget, larger ones three quarters:
 * a few large bodies do not keep usual calls out.
 */
const SMALL = 64 * 1024

export function createByteBudget(most: number): ByteBudget {
  let inHand = 0
  return {
    take(holder: Holder, bytes) {
      const own = (holder[KEPT] ?? 0) + bytes
      if (inHand + bytes > (own <= SMALL ? most : Math.min(most, Math.max(own, most * 0.75))))
        return false
      holder[KEPT] = own
      inHand += bytes
      return true
    },
    release(holder: Holder) {
      inHand -= holder[KEPT] ?? 0
      holder[KEPT] = 0
    },
    inHand: () => inHand,
  }
}
