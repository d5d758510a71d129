/**
 * Limits the hits kept for one email or one click per day (UTC), since a link can be followed
 * forever. Counts in this process; beyond the quota the response is the same, but nothing is
 * stored.
 */
import type { SourceKind } from '../lib/source-kind.ts'

/** An email of a source, or a click in one, by its numbers. */
export interface QuotaKey {
  accountId: number
  kind: SourceKind
  sourceId: number
  id: number
}

export interface Quota {
  /**
   * Counts one use of the key, at a time in milliseconds since 1970; false if the day's quota is
   * used up.
   */
  take(key: QuotaKey, at: number): boolean
}

const DAY = 86_400_000
/**
 * A counting hash table of fixed size, 2 MB: invented keys can neither fill the memory nor evict a
 * count. Keys with the same counter share its quota.
 */
const COUNTERS = 2 ** 20

/** `most`: uses per key and day, up to 65,534. */
export function createQuota(most: number): Quota {
  const counts = new Uint16Array(COUNTERS)
  let today = 0
  return {
    take(key, at) {
      const day = Math.floor(at / DAY)
      if (day !== today) {
        counts.fill(0)
        today = day
      }
      const counter = counterOf(key)
      if (counts[counter]! >= most) return false
      counts[counter]!++
      return true
    },
  }
}

/** FNV-1a, with numbers in place of octets. Ids in sequence have counters of their own. */
function counterOf({ accountId, kind, sourceId, id }: QuotaKey): number {
  const source = mix(mix(mix(0x811c9dc5, accountId), kind), sourceId)
  return mix(mix(source, id / 2 ** 32), id) & (COUNTERS - 1)
}

const mix = (hash: number, part: number): number => Math.imul(hash ^ part, 0x01000193)
