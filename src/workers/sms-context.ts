/** What the loops of SMS are given by the hallway. */
import type { Store } from '../db/db.ts'
import type { Rate } from '../lib/rate.ts'
import type { Gateway } from '../sms/gateway.ts'

export interface SmsContext {
  db: Store
  worker: string
  leaseMillis: number
  /** How many SMS may be on their way without a settled answer: what a crash leaves uncertain. */
  window: number
  /** Before SMS are begun after a rest: brings up to date what choose() answers. */
  fresh(): Promise<void>
  /** The gateway to use now, or in words why there is none. */
  choose(): Gateway | { none: string }
  /** Segments that may go, shared with the other processes. */
  rate: Rate
  log(event: string, facts: Record<string, string | number | boolean>): void
  report(error: unknown, name: string): void
}
