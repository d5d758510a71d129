/** What the import worker is given by the hallway. */
import type { Store } from '../db/db.ts'
import type { FetchRules } from '../lib/download/request.ts'
import type { Places } from './places.ts'

export interface ImportSettings {
  leaseMillis: number
  /** A folder of this process alone, for files while they are read. */
  scratch: string
  fetching: FetchRules
  /**
   * Pauses before a file that could not be had for a passing reason is tried again; after the last
   * of them the import fails.
   */
  pausesMillis: readonly number[]
  /** An import that has worked so long lets others in, when some wait. */
  sliceMillis: number
  /** Rows of a transaction. */
  batchRows: number
}

export interface ImportContext {
  db: Store
  worker: string
  settings: ImportSettings
  /** For files that are worked on. */
  places: Places
  /** Counted for the metrics. */
  counted(counts: { rows: number; rejected: number }): void
  log(event: string, facts: Record<string, string | number | boolean>): void
  report(error: unknown, name: string): void
}
