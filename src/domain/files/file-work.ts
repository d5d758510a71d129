/**
 * What all work on files has in common: how it waits and ends, and how much of what was rejected is
 * kept.
 */

/** Rejected rows that are kept of a file; the rest is counted. */
export const KEPT_REJECTS = 100_000

/** Another worker has the file by now, or the store has lost the batch before. */
export class ClaimLost extends Error {}

export interface Pause {
  due: Date
  tries: number
  /** Why it waits, for people. */
  trouble: string | undefined
}

export const COMPLETED = 2
export const FAILED = 3

export interface End {
  state: typeof COMPLETED | typeof FAILED
  trouble?: string | undefined
  /** The closed reason for a call that waits. */
  refusal?: string | undefined
  /** Where the file came from, as it may be shown. */
  shownUrl?: string | undefined
}
