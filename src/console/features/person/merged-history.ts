/** Parts of a history, each read page by page, as one in the order of time. */
import { momentOf, newestFirst } from './entries.tsx'
import type { TimelineEntry } from './timeline-entry.tsx'

export interface ReadHistory {
  /** The newest first; undefined: not read yet. */
  entries: TimelineEntry[] | undefined
  error: unknown
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage(): unknown
  refetch(): unknown
}

/**
 * Merges parts that are paginated separately. No entry older than the last one of an incomplete
 * part is shown: more of that part may belong above it. `whole`: complete parts.
 */
export function mergedHistory(parts: readonly ReadHistory[], whole: readonly TimelineEntry[]) {
  const open = parts.filter(({ hasNextPage }) => hasNextPage)
  const lastOf = ({ entries }: ReadHistory): number => {
    const last = entries?.at(-1)
    return last ? momentOf(last) : 0
  }
  const horizon = Math.max(0, ...open.map(lastOf))
  // An empty page has looked back further than any entry can say.
  const behind = open.filter(part => lastOf(part) >= horizon || lastOf(part) === 0)
  const read = parts.every(({ entries }) => entries)
  const all = newestFirst([...whole, ...parts.flatMap(({ entries = [] }) => entries)])
  return {
    entries: read ? all.filter(entry => momentOf(entry) >= horizon) : undefined,
    error: parts.find(({ error }) => error)?.error,
    more: open.length > 0,
    busy: behind.some(({ isFetching }) => isFetching),
    onMore: () => behind.forEach(part => void part.fetchNextPage()),
    onRetry: () => parts.forEach(part => void part.refetch()),
  }
}
