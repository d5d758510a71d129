/**
 * A set of positive numbers, sixteen to thirty-two bytes each: ids of a former service may lie so
 * far apart that a bitmap would not do. Open addressing, with 0 for an empty place.
 */
export interface NumberSet {
  readonly size: number
  has(value: number): boolean
  /** False: it was there already. */
  add(value: number): boolean
  values(): IterableIterator<number>
}

const FEWEST = 1 << 10

export function createNumberSet(): NumberSet {
  let places = new Float64Array(FEWEST)
  let size = 0

  const placeOf = (value: number, within: Float64Array): number => {
    const mask = within.length - 1
    let at = hash(value) & mask
    while (within[at] !== 0 && within[at] !== value) at = (at + 1) & mask
    return at
  }
  const grow = () => {
    const larger = new Float64Array(places.length * 2)
    for (const value of places) if (value !== 0) larger[placeOf(value, larger)] = value
    places = larger
  }
  return {
    get size() {
      return size
    },
    has: value => places[placeOf(value, places)] === value,
    add(value) {
      const at = placeOf(value, places)
      if (places[at] === value) return false
      places[at] = value
      size++
      if (size * 2 > places.length) grow()
      return true
    },
    *values() {
      for (const value of places) if (value !== 0) yield value
    },
  }
}

/** Of both halves of the number, mixed so that near numbers lie apart. */
function hash(value: number): number {
  const low = value >>> 0
  const high = Math.floor(value / 2 ** 32) >>> 0
  let mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  mixed ^= mixed >>> 13
  return Math.imul(mixed, 0xc2b2ae35) >>> 0
}
