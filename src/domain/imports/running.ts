/**
 * An import as the process that works on it has it in hand: how far it is, what it counted, whom it
 * has met.
 */
import { createIdSet, type IdSet } from './packed-ids.ts'

export interface ImportCounts {
  inserted: number
  updated: number
  /** Known, and the file says nothing new. */
  unchanged: number
  /** Rows of an address that an earlier row of the file had. */
  repeated: number
  /** Put on the list, new or known. */
  subscribed: number
  rejected: number
  rejectedBy: Record<string, number>
  /** Elements that nobody knows. */
  ignored: number
}

export interface RunningImport {
  accountId: number
  importId: number
  listId: number
  worker: string
  /** Tells this claim from all others. */
  fence: number
  /** Rows dealt with. */
  position: number
  /** Batches committed. */
  parts: number
  counts: ImportCounts
  /** Made by this import; and known before, and met in it. */
  created: IdSet
  met: IdSet
  /** Ids for subscribers, taken and not used yet. */
  spareIds: number[]
  /**
   * Whether the last batch mostly met people whose rows had to be locked, or lost a race: then the
   * next begins with that.
   */
  lockFirst: boolean
  /** What rows are written into on their way to the store, batch after batch. */
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
