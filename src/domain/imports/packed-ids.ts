/**
 * Compact sets of ids: bytes in the store, a bitmap in memory. Ids of an account are dense, so both
 * are small: consecutive ids take a byte each in the store (and compress to almost nothing), and
 * any id takes a bit in memory.
 */

/** Sorted, delta-encoded, as variable-length integers of seven bits per byte, the lowest first. */
export function packIds(ids: readonly number[]): Buffer {
  const sorted = Float64Array.from(ids).sort()
  // An id takes at most 8 bytes: it is below 2^53.
  const bytes = Buffer.allocUnsafe(sorted.length * 8)
  let at = 0
  let before = 0
  for (const id of sorted) {
    let distance = id - before
    before = id
    while (distance >= 128) {
      bytes[at++] = (distance % 128) + 128
      distance = Math.floor(distance / 128)
    }
    bytes[at++] = distance
  }
  return Buffer.from(bytes.subarray(0, at))
}

export function unpackIds(bytes: Uint8Array): number[] {
  const ids: number[] = []
  let id = 0
  let distance = 0
  let weight = 1
  for (const byte of bytes) {
    distance += (byte & 127) * weight
    if (byte >= 128) {
      weight *= 128
      continue
    }
    id += distance
    ids.push(id)
    distance = 0
    weight = 1
  }
  return ids
}

export interface IdSet {
  has(id: number): boolean
  add(id: number): void
}

/** Ids of a page share a bitmap: an account's ids are dense, but may start anywhere. */
const PAGE_BITS = 1 << 16

export function createIdSet(): IdSet {
  const pages = new Map<number, Uint8Array>()
  const pageOf = (id: number) => pages.get(Math.floor(id / PAGE_BITS))
  return {
    has(id) {
      const bit = id % PAGE_BITS
      return ((pageOf(id)?.[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0
    },
    add(id) {
      let page = pageOf(id)
      if (!page) {
        page = new Uint8Array(PAGE_BITS / 8)
        pages.set(Math.floor(id / PAGE_BITS), page)
      }
      const bit = id % PAGE_BITS
      page[bit >> 3]! |= 1 << (bit & 7)
    },
  }
}
