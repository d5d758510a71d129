/**
 * Limits the hits kept for one email or one click, since a link can be followed for ever. Counted
 * in this process, by the day (UTC); beyond the quota the answer stays the same and nothing is
 * kept.
 */

export interface Quota {
  /**
   * Counts one more for the key, at a time in milliseconds since 1970; false when the quota of the
   * day is used up.
   */
  take(key: string, at: number): boolean
}

const DAY = 86_400_000
/** Of a day; those that were first seen longest ago are forgotten beyond it. */
const MOST_KEYS = 100_000

export function createQuota(most: number): Quota {
  const counts = new Map<string, number>()
  let today = 0
  return {
    take(key, at) {
      const day = Math.floor(at / DAY)
      if (day !== today) {
        counts.clear()
        today = day
      }
      const count = (counts.get(key) ?? 0) + 1
      if (count > most) return false
      counts.set(key, count)
      if (counts.size > MOST_KEYS) counts.delete(counts.keys().next().value!)
      return true
    },
  }
}
