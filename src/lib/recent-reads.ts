/**
 * A cache of rows that nearly every call reads. A row is as old as its reading, and is used for
 * `millis` at most: who waits that long after a change knows that no call sees the row before it.
 * A row in use is read again before it expires, so that no call waits for it.
 */
import { createCache } from './cache.ts'

export interface RecentReads<Value> {
  /** The value of a recent reading. */
  cached(key: string, read: () => Promise<Value | undefined>): Value | undefined
  /** The value as it is now. Calls that come together share a reading. */
  read(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined>
}

interface Reading<Value> {
  value: Promise<Value | undefined>
  /** When it began: the row may have changed before the result arrived. */
  asOf: number
}

interface Known<Value> extends Pick<Reading<Value>, 'asOf'> {
  value: Value
}

export function createRecentReads<Value>({ most, millis }: RecentReadsOptions): RecentReads<Value> {
  // What is missing is not cached: strangers choose the keys, and a new row counts immediately.
  const known = createCache<string, Known<Value>>({ most })
  const running = new Map<string, Reading<Value>>()

  const read: RecentReads<Value>['read'] = (key, make) => {
    const asOf = performance.now()
    const joined = running.get(key)
    if (joined && asOf - joined.asOf < millis) return joined.value
    const reading = { value: made(key, asOf, make), asOf }
    running.set(key, reading)
    const end = () => {
      if (running.get(key) === reading) running.delete(key)
    }
    reading.value.then(end, end)
    return reading.value
  }

  async function made(key: string, asOf: number, make: () => Promise<Value | undefined>) {
    const value = await make()
    if (value === undefined) known.delete(key)
    else if ((known.get(key)?.asOf ?? 0) <= asOf) known.set(key, { value, asOf })
    return value
  }

  return {
    read,
    cached(key, make) {
      const entry = known.get(key)
      if (!entry) return undefined
      const age = performance.now() - entry.asOf
      if (age >= millis) return undefined
      // If the store fails now, the call that finds the row expired gets the error.
      if (age > millis / 2 && !running.has(key)) read(key, make).catch(() => {})
      return entry.value
    },
  }
}

interface RecentReadsOptions {
  /** Of rows that are kept. */
  most: number
  millis: number
}
