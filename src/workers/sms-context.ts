/** Dependencies of the SMS loops. */
import type { Store } from '../db/db.ts'
import type { Rate } from '../lib/rate.ts'
import type { Gateway } from '../sms/gateway.ts'

export interface SmsContext {
  db: Store
  worker: string
  leaseMillis: number
  /**
   * Maximum number of SMS in flight without a settled reply: the most that a crash can leave
   * uncertain.
   */
  window: number
  /** Called before SMS are sent after an idle time: refreshes the result of choose(). */
  fresh(): Promise<void>
  /** The gateway to use now, or the reason why there is none. */
  choose(): Gateway | { none: string }
  /** Rate of segments, shared with the other processes. */
  rate: Rate
  log(event: string, facts: Record<string, string | number | boolean>): void
  report(error: unknown, name: string): void
}
