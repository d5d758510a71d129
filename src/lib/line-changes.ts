/** The diff of two texts line by line, by the longest common subsequence. */

export interface LineChange {
  change: 'same' | 'added' | 'removed'
  /** The numbers of the line; null where it is not. */
  before: number | null
  after: number | null
  text: string
}

const MOST_LINES = 2000
const LONGEST_LINE = 1000
/** Lines that stand around a change. */
const CONTEXT = 3
/** Cells of the table of the diff; longer texts are shown as replaced. */
const MOST_CELLS = 4_000_000

/** The changed lines, each with three lines around it, up to 2,000; none of equal texts. */
export function lineChanges(before: string, after: string): LineChange[] {
  if (before === after) return []
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (
    end < old.length - start &&
    end < now.length - start &&
    old.at(-1 - end) === now.at(-1 - end)
  )
    end++
  const changes: LineChange[] = []
  const add = (change: LineChange['change'], i: number | null, j: number | null) => {
    const text = (i === null ? now[j!]! : old[i]!).slice(0, LONGEST_LINE)
    changes.push({
      change,
      before: i === null ? null : i + 1,
      after: j === null ? null : j + 1,
      text,
    })
  }
  for (let i = Math.max(0, start - CONTEXT); i < start; i++) add('same', i, i)
  const [oldEnd, nowEnd] = [old.length - end, now.length - end]
  for (const [i, j] of aligned(old.slice(start, oldEnd), now.slice(start, nowEnd)))
    add(
      i === null ? 'added' : j === null ? 'removed' : 'same',
      i === null ? null : i + start,
      j === null ? null : j + start,
    )
  for (let i = 0; i < Math.min(CONTEXT, end); i++) add('same', oldEnd + i, nowEnd + i)
  return near(changes).slice(0, MOST_LINES)
}

/** Lines in order, each with its place in both, by the longest common subsequence. */
function aligned(old: string[], now: string[]): [number | null, number | null][] {
  const pairs: [number | null, number | null][] = []
  const width = now.length + 1
  const isTooLong = (old.length + 1) * width > MOST_CELLS
  const common = new Uint32Array(isTooLong ? 0 : (old.length + 1) * width)
  if (!isTooLong)
    for (let i = old.length - 1; i >= 0; i--)
      for (let j = now.length - 1; j >= 0; j--)
        common[i * width + j] =
          old[i] === now[j]
            ? common[(i + 1) * width + j + 1]! + 1
            : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const isSame = !isTooLong && i < old.length && j < now.length && old[i] === now[j]
    if (isSame) pairs.push([i++, j++])
    else if (
      j >= now.length ||
      (i < old.length && (isTooLong || common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
    )
      pairs.push([i++, null])
    else pairs.push([null, j++])
  }
  return pairs
}

/** Without lines that are the same and far from changes. */
function near(changes: LineChange[]): LineChange[] {
  const kept = new Set<number>()
  changes.forEach(({ change }, place) => {
    if (change === 'same') return
    for (let i = place - CONTEXT; i <= place + CONTEXT; i++) kept.add(i)
  })
  return changes.filter((_, place) => kept.has(place))
}
