/** Dependencies of the webhook workers. */
import type { Store } from '../db/db.ts'
import type { Sealer } from '../lib/secrets.ts'
import type { PostLimits } from './post.ts'

export interface WebhookContext {
  db: Store
  worker: string
  sealer: Sealer
  /** Lease of a webhook, without a renewing heartbeat. */
  leaseMillis: number
  limits: PostLimits
  keepDays: number
  /** Called for each try: sent, failed or dead. */
  counted(outcome: 'sent' | 'failed' | 'dead'): void
  log(event: string, facts: Record<string, string | number>): void
  report(error: unknown): void
  stopping: AbortSignal
}

export const USUAL_LIMITS = { connectMillis: 5_000, totalMillis: 10_000, connections: 32 }
/**
 * Upper limit of the lease, and so of a receiver's wait for events that a dead worker had claimed;
 * less if LEASE_SECONDS says so.
 */
export const LONGEST_LEASE_MILLIS = 30_000
