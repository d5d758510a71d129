/** A limit on the memory that all requests together retain, and on the part of each sender. */

/**
 * An object that retains bytes, such as a request with its body. It has its own counter: a map of
 * requests would keep finished ones in memory (docs/decisions/0027).
 */
interface Holder {
  [budget: symbol]: { bytes: number; owner: Owned } | undefined
}

/** For whom bytes are retained: a network, or an account. */
export interface BudgetOwner {
  name: string
  /** Never more than an eighth; others may use half of the budget while half of it is free. */
  strict: boolean
}

export interface ByteBudget {
  /**
   * Reserves bytes before they are retained; false if the budget, or the owner's part of it, is
   * exhausted and nothing was reserved. All bytes of a holder are those of its first owner.
   */
  take(holder: object, bytes: number, owner: BudgetOwner): boolean
  /** Releases all bytes of the holder. */
  release(holder: object): void
  used(): number
}

/** The bytes that the holders of an owner retain. */
interface Owned {
  bytes: number
}

/**
 * Holders of up to this size may use the whole budget, larger ones three quarters: a few large
 * bodies do not block ordinary calls.
 */
const SMALL = 64 * 1024
const STRICT_SHARE = 1 / 8
const FREE_SHARE = 1 / 2
/** Owners that retain nothing are forgotten when there are so many. */
const MANY_OWNERS = 10_000

export function createByteBudget(most: number): ByteBudget {
  const KEPT = Symbol('bytes kept')
  let used = 0
  // An owner stays when its last holder goes, and comes back with the next: docs/decisions/0027.
  const owners = new Map<string, Owned>()
  let sweepAt = MANY_OWNERS

  function ownedBy(name: string): Owned {
    let owned = owners.get(name)
    if (owned) return owned
    if (owners.size >= sweepAt) {
      for (const [other, { bytes }] of owners) if (bytes === 0) owners.delete(other)
      sweepAt = Math.max(MANY_OWNERS, 2 * owners.size)
    }
    owned = { bytes: 0 }
    owners.set(name, owned)
    return owned
  }

  /** A single holder may be larger than its owner's part, else there would be bodies never read. */
  function hasRoom(own: number, bytes: number, owned: Owned, strict: boolean): boolean {
    const all = used + bytes
    if (all > (own <= SMALL ? most : Math.min(most, Math.max(own, most * 0.75)))) return false
    const isFree = !strict && all <= most * FREE_SHARE
    return isFree || owned.bytes + bytes <= Math.max(own, most * STRICT_SHARE)
  }

  return {
    take(holder: Holder, bytes, owner) {
      const kept = holder[KEPT] ?? { bytes: 0, owner: ownedBy(owner.name) }
      const own = kept.bytes + bytes
      if (!hasRoom(own, bytes, kept.owner, owner.strict)) return false
      holder[KEPT] = kept
      kept.bytes = own
      kept.owner.bytes += bytes
      used += bytes
      return true
    },
    release(holder: Holder) {
      const kept = holder[KEPT]
      if (!kept) return
      used -= kept.bytes
      kept.owner.bytes -= kept.bytes
      holder[KEPT] = undefined
    },
    used: () => used,
  }
}
