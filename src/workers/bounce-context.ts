/** Dependencies of the loops for incoming mail. */
import type { Store } from '../db/db.ts'
import type { BounceRules } from '../domain/bounces/apply-reports.ts'
import type { JudgingThread } from '../mail/bounces/judging.ts'
import type { KeyOf } from '../mail/links/signing.ts'

export interface BounceContext {
  db: Store
  keyOf: KeyOf
  judging: JudgingThread
  rules: BounceRules
  /** How long received messages are kept unchanged, in days. */
  keepDays: number
  /** How long hard bounces that one reply caused in many wait for a decision, in days. */
  holdDays: number
  /** How long hard bounces count, in days; undefined: for good. */
  hardDays: number | undefined
  /**
   * Complaint rates of a sending, from 0 to 1, above which it raises an alert and is paused;
   * undefined: never.
   */
  alertRate: number
  brakeRate: number | undefined
  /** For metrics. */
  counted(kind: string, count: number): void
  log(event: string, facts: Record<string, string | number | boolean>): void
  warn(event: string, facts: Record<string, string | number | boolean>): void
  report(error: unknown, name: string): void
}
