/** A limit on the memory that all requests together retain. */

/**
 * An object that retains bytes, such as a request with its body. It has its own counter: a map of
 * requests would keep finished ones in memory (docs/decisions/0027).
 */
interface Holder {
  [KEPT]?: number
}

const KEPT = Symbol('bytes kept')

export interface ByteBudget {
  /**
   * Reserves bytes before they are retained; false if the budget is exhausted and nothing was
   * reserved.
   */
  take(holder: object, bytes: number): boolean
  /** Releases all bytes of the holder. */
  release(holder: object): void
  used(): number
}

/**
 * Holders of up to this size may use the whole budget, larger ones three quarters: a few large
 * bodies do not block ordinary calls.
 */
const SMALL = 64 * 1024

export function createByteBudget(most: number): ByteBudget {
  let used = 0
  return {
    take(holder: Holder, bytes) {
      const own = (holder[KEPT] ?? 0) + bytes
      if (used + bytes > (own <= SMALL ? most : Math.min(most, Math.max(own, most * 0.75))))
        return false
      holder[KEPT] = own
      used += bytes
      return true
    },
    release(holder: Holder) {
      used -= holder[KEPT] ?? 0
      holder[KEPT] = 0
    },
    used: () => used,
  }
}
