/**
 * Rules for downloading files that a caller names: the settings in the form of
 * lib/download/download.ts.
 */
import type { FetchRules } from '../lib/download/request.ts'
import type { Config } from '../settings/config.ts'

/**
 * In bytes per second, far below any real file server: a slower download would hold a place for
 * hours.
 */
const LEAST_RATE = 1_000
/** Time limit of all tries together, in ms; for a file that needs longer at 1 MB/s, that time. */
const LEAST_TOTAL_MILLIS = 3_600_000
const BYTES_A_MILLISECOND = 1_000

/**
 * Five tries with exponential backoff of 2 + 4 + 8 + 16 seconds: longer than the restart of a
 * server.
 */
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
