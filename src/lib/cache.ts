/**
 * An in-memory cache with a maximum number of entries and an optional time to live. It evicts by
 * two-generation LRU, half of the entries at a time: deleting single entries from the front of a
 * Map gets ever slower, and clearing the Map would evict hot entries too.
 */
export interface Cache<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  delete(key: Key): void
  /**
   * Returns the cached value, or calls `make` and caches its result. A promise that rejects is
   * removed.
   */
  through(key: Key, make: (key: Key) => Value): Value
}

export interface CacheOptions {
  /** Maximum number of entries. */
  most: number
  /** Time to live; unlimited by default. */
  millis?: number
}

interface CacheEntry<Value> {
  value: Value
  until: number
}

export function createCache<Key, Value>({ most, millis }: CacheOptions): Cache<Key, Value> {
  const generation = Math.ceil(most / 2)
  let young = new Map<Key, CacheEntry<Value>>()
  let old = new Map<Key, CacheEntry<Value>>()

  function keep(key: Key, entry: CacheEntry<Value>): void {
    if (young.size >= generation && !young.has(key)) {
      old = young
      young = new Map()
    }
    young.set(key, entry)
  }

  function entryOf(key: Key): CacheEntry<Value> | undefined {
    let entry = young.get(key)
    if (!entry) {
      entry = old.get(key)
      if (!entry) return undefined
      keep(key, entry)
    }
    return millis === undefined || entry.until > Date.now() ? entry : undefined
  }

  function set(key: Key, value: Value): void {
    keep(key, { value, until: millis === undefined ? 0 : Date.now() + millis })
  }

  function drop(key: Key): void {
    young.delete(key)
    old.delete(key)
  }

  return {
    get: key => entryOf(key)?.value,
    set,
    delete: drop,
    through(key, make) {
      const found = entryOf(key)
      if (found) return found.value
      const value = make(key)
      set(key, value)
      if (value instanceof Promise)
        value.catch(() => {
          if (entryOf(key)?.value === value) drop(key)
        })
      return value
    },
  }
}
