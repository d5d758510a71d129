/** Dependencies of the import worker. */
import type { Store } from '../db/db.ts'
import type { FetchRules } from '../lib/download/request.ts'
import type { Places } from './places.ts'

export interface ImportSettings {
  leaseMillis: number
  /** A folder used by this process only, for files being read. */
  scratch: string
  fetching: FetchRules
  /**
   * Pauses before a download that failed temporarily is retried; after the last one the import
   * fails.
   */
  pausesMillis: readonly number[]
  /** Time slice: after it, an import gives way to waiting ones. */
  sliceMillis: number
  /** Rows per transaction. */
  batchRows: number
}

export interface ImportContext {
  db: Store
  worker: string
  settings: ImportSettings
  /** Limits the files being processed. */
  places: Places
  /** For metrics. */
  counted(counts: { rows: number; rejected: number }): void
  log(event: string, facts: Record<string, string | number | boolean>): void
  report(error: unknown, name: string): void
}
