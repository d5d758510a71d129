/**
 * Shared by all jobs that process a file: how they pause and end, and how many rejected rows are
 * kept.
 */
import type { Detail } from '../details/details.ts'

/** The maximum of kept rejected rows of a file; the rest is only counted. */
export const KEPT_REJECTS = 100_000

/** Another worker holds the file, or the store has lost the previous batch. */
export class ClaimLost extends Error {}

export interface Pause {
  due: Date
  tries: number
  /** Why it waits. */
  trouble: readonly Detail[] | undefined
}

export const COMPLETED = 2
export const FAILED = 3

export interface End {
  state: typeof COMPLETED | typeof FAILED
  trouble?: readonly Detail[] | undefined
  /** The reason of the refusal, for a call that waits. */
  refusal?: string | undefined
  /** The source of the file, as it may be shown. */
  shownUrl?: string | undefined
}
