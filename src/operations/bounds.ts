/** The bounds of an interval, as callers leave them out. */
import { untilNow } from '../lib/instant.ts'

const DAY_MS = 86_400_000

/** What empty bounds mean: see docs/wire-decisions.md. */
export const boundsOf = ({ from, until }: { from: Date | undefined; until: Date | undefined }) => ({
  from: from ?? new Date(Date.now() - 30 * DAY_MS),
  until: until ?? untilNow(),
})
