/** The cursor up to which a trigger has polled, and the result of a poll. */
import type { PersonOccurrence } from './happenings.ts'

/** Where the next poll begins. */
export interface WatchCursor {
  seenAt: string
  seenId: number
  sureAt: string
}

export interface WatchResult {
  people: PersonOccurrence[]
  /** Where the next poll begins. */
  seenAt: Date | string
  seenId: number
  /** There may be more right after it. */
  more?: boolean
  /** The day is complete. */
  dayDone?: boolean
}
