/** A bound on what all requests together keep in memory. */

/** Bytes that are kept for holders, such as the bodies of requests. */
export interface ByteBudget {
  /** Counts bytes that are going to be kept; false: there is no room, nothing was counted, and they must not be kept. */
  take(holder: object, bytes: number): boolean
  /** The holder keeps nothing any more. */
  release(holder: object): void
  inHand(): number
}

/** Holders of up to so many bytes may use the whole budget, larger ones three quarters: a few large bodies do not keep usual calls out. */
const SMALL = 64 * 1024

export function createByteBudget(most: number): ByteBudget {
  const held = new Map<object, number>()
  let inHand = 0
  return {
    take(holder, bytes) {
      const own = (held.get(holder) ?? 0) + bytes
      if (inHand + bytes > (own <= SMALL ? most : Math.min(most, Math.max(own, most * 0.75)))) return false
      held.set(holder, own)
      inHand += bytes
      return true
    },
    release(holder) {
      inHand -= held.get(holder) ?? 0
      held.delete(holder)
    },
    inHand: () => inHand,
  }
}
