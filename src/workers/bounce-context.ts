/** What the loops for incoming mail are given by the hallway. */
import type { Store } from '../db/db.ts'
import type { BounceRules } from '../domain/bounces/act.ts'
import type { JudgingThread } from '../mail/bounces/judging.ts'
import type { KeyOf } from '../mail/links/signing.ts'

export interface BounceContext {
  db: Store
  keyOf: KeyOf
  judging: JudgingThread
  rules: BounceRules
  /** How long messages are kept as they came, in days. */
  keepDays: number
  /**
   * Of a sending, in parts of 1: from here on somebody is told, and from here on it pauses;
   * undefined: never.
   */
  alertRate: number
  brakeRate: number | undefined
  /** For the metrics. */
  counted(kind: string, count: number): void
  log(event: string, facts: Record<string, string | number | boolean>): void
  warn(event: string, facts: Record<string, string | number | boolean>): void
  report(error: unknown, name: string): void
}
