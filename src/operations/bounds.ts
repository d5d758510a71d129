/** Default bounds of an interval. */
import { untilNow } from '../lib/instant.ts'

const DAY_MS = 86_400_000

/** For empty bounds: see docs/wire-decisions.md. */
export const boundsOf = ({ from, until }: { from: Date | undefined; until: Date | undefined }) => ({
  from: from ?? new Date(Date.now() - 30 * DAY_MS),
  until: until ?? untilNow(),
})
