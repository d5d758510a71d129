/** How far a trigger has looked for people who enter, and whom a look has found. */
import type { PersonOccurrence } from './happenings.ts'

/** Where the next look begins. */
export interface WatchCursor {
  seenAt: string
  seenId: number
  sureAt: string
}

export interface WatchResult {
  people: PersonOccurrence[]
  /** Where the next look begins. */
  seenAt: Date | string
  seenId: number
  /** There may be more right behind. */
  more?: boolean
  /** A day is done with. */
  dayDone?: boolean
}
