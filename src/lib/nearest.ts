/** The name that a misspelled one was meant to be. */

/** Longer names are not compared: the time is that of length by length. */
const LONGEST = 64

/** The known name with the fewest typing errors, at most `most`; case counts as none. */
export function nearestName(
  given: string,
  known: readonly string[],
  most = Math.max(1, Math.floor(given.length / 4)),
): string | undefined {
  if (given.length > LONGEST) return undefined
  const wanted = given.toLowerCase()
  let best: string | undefined
  let fewest = most + 1
  for (const name of known) {
    const errors = typingErrors(wanted, name.toLowerCase())
    if (errors < fewest) [best, fewest] = [name, errors]
  }
  return best
}

/**
 * The least number of letters added, left out, replaced, or exchanged with their neighbour (optimal
 * string alignment).
 */
function typingErrors(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isExchanged) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}
