/** How files that a caller names are fetched: the settings, as lib/download.ts wants them. */

import type { FetchRules } from '../lib/download-request.ts'
import type { Config } from '../settings/config.ts'

/** Far below any line that files are served by: what is slower holds a place for hours. */
const LEAST_RATE = 1_000
const RATE_MILLIS = 60_000

/** Five tries, 2 + 4 + 8 + 16 seconds apart: a server that restarts is back by then. */
export const fetchRules = ({ fetch, imports }: Config): FetchRules => ({
  allow: fetch.allow,
  maxBytes: imports.maxBytes,
  connectMillis: fetch.connectTimeout * 1000,
  idleMillis: fetch.idleTimeout * 1000,
  leastRate: LEAST_RATE,
  // Who lets servers be silent for longer has slow ones.
  rateMillis: Math.max(RATE_MILLIS, 2 * fetch.idleTimeout * 1000),
  totalMillis: fetch.totalTimeout * 1000,
  tries: 5,
  firstPauseMillis: 2_000,
})
