/**
 * How files that a caller names are fetched: the settings, as lib/download/download.ts wants them.
 */
import type { FetchRules } from '../lib/download/request.ts'
import type { Config } from '../settings/config.ts'

/**
 * In bytes a second, far below any line that files are served by: a slower one holds a place for
 * hours.
 */
const LEAST_RATE = 1_000
/** All tries together, in ms; a file so large that it takes longer at 1 MB/s has that long. */
const LEAST_TOTAL_MILLIS = 3_600_000
const BYTES_A_MILLISECOND = 1_000

/** Five tries, 2 + 4 + 8 + 16 seconds apart: a server that restarts is back by then. */
export const fetchRules = ({ fetch, imports }: Config): FetchRules => ({
  allow: fetch.allow,
  maxBytes: imports.maxBytes,
  connectMillis: 10_000,
  idleMillis: 30_000,
  leastRate: LEAST_RATE,
  rateMillis: 60_000,
  totalMillis: Math.max(LEAST_TOTAL_MILLIS, imports.maxBytes / BYTES_A_MILLISECOND),
  tries: 5,
  firstPauseMillis: 2_000,
})
