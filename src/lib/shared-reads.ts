/**
 * Reads that cost, shared by all who ask in this process: one at a time for each key, and its
 * result holds for ten times as long as it took.
 */
import { createCache } from './cache.ts'

export interface SharedReads<Value> {
  read(key: string, make: () => Promise<Value>): Promise<Value>
}

interface OneRead<Value> {
  value: Promise<Value>
  /** Infinity while it runs. */
  until: number
}

const MOST = 1_000

export function sharedReads<Value>({ atLeast, share }: SharedReadsOptions): SharedReads<Value> {
  const reads = createCache<string, OneRead<Value>>({ most: MOST })
  return {
    read(key, make) {
      const known = reads.get(key)
      if (known && known.until > performance.now()) return known.value
      const began = performance.now()
      const one: OneRead<Value> = { value: make(), until: Number.POSITIVE_INFINITY }
      reads.set(key, one)
      one.value.then(
        () => {
          const ended = performance.now()
          one.until = ended + Math.max(atLeast, (ended - began) / share)
        },
        () => reads.delete(key),
      )
      return one.value
    },
  }
}

interface SharedReadsOptions {
  /** Milliseconds that a result holds at least. */
  atLeast: number
  /** The share of the time that reading may take. */
  share: number
}
