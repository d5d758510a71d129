/**
 * The state of an import in the process that runs it: its progress, counts, and the subscribers it
 * has met.
 */
import { createIdSet, type IdSet } from './packed-ids.ts'

export interface ImportCounts {
  inserted: number
  updated: number
  /** Existing subscribers whom the file does not change. */
  unchanged: number
  /** Rows whose address an earlier row of the file has. */
  repeated: number
  /** Added to the list, new or existing. */
  subscribed: number
  rejected: number
  rejectedBy: Record<string, number>
  /** Unknown elements. */
  ignored: number
}

export interface RunningImport {
  accountId: number
  importId: number
  listId: number
  worker: string
  /** The fencing token of this claim. */
  fence: number
  /** Rows processed. */
  position: number
  /** Batches committed. */
  parts: number
  counts: ImportCounts
  /** Subscribers created by this import; `met`: existing before, and found in the file. */
  created: IdSet
  met: IdSet
  /** Reserved ids of subscribers, not used yet. */
  spareIds: number[]
  /** The last batch locked many of its subscribers: the next one locks first. */
  lockFirst: boolean
  /** Buffers for COPY, reused by each batch. */
  pieces: Buffer[]
}

export const newRunning = (
  facts: Pick<RunningImport, 'accountId' | 'importId' | 'listId' | 'worker' | 'fence'>,
): RunningImport => ({
  ...facts,
  position: 0,
  parts: 0,
  counts: {
    inserted: 0,
    updated: 0,
    unchanged: 0,
    repeated: 0,
    subscribed: 0,
    rejected: 0,
    rejectedBy: {},
    ignored: 0,
  },
  created: createIdSet(),
  met: createIdSet(),
  spareIds: [],
  lockFirst: false,
  pieces: [],
})
