/** What sending events needs. */
import type { Store } from '../db/db.ts'
import type { Sealer } from '../lib/secrets.ts'
import type { PostLimits } from './post.ts'

export interface WebhookContext {
  db: Store
  worker: string
  sealer: Sealer
  /** How long a webhook stays with a worker whose heartbeat is missing. */
  leaseMillis: number
  limits: PostLimits
  keepDays: number
  /** Of each try: sent, failed or dead. */
  counted(outcome: 'sent' | 'failed' | 'dead'): void
  log(event: string, facts: Record<string, string | number>): void
  report(error: unknown): void
  stopping: AbortSignal
}

export const USUAL_LIMITS = { connectMillis: 5_000, totalMillis: 10_000, connections: 32 }
/**
 * A receiver waits so long at most for events that a dead worker had in hand; less where
 * LEASE_SECONDS says so.
 */
export const LONGEST_LEASE_MILLIS = 30_000
