/** Judges kept messages again by the present rules. */
import type { Store } from '../../db/db.ts'
import type { BounceRules } from '../../domain/bounces/apply-reports.ts'
import { rejudge } from '../../domain/bounces/rejudge.ts'
import { readIncoming } from '../../mail/bounces/incoming.ts'
import { opinionOn } from '../../mail/bounces/opinion.ts'
import type { KeyOf } from '../../mail/links/signing.ts'

interface Rejudging {
  since: Date
  /** Change what differs; otherwise only tell it. */
  apply: boolean
  rules: BounceRules
  keyOf: KeyOf
}

/** Yields the differences, batch by batch. */
export const rejudgeBounces = (
  db: Store,
  accountId: number,
  { since, apply, rules, keyOf }: Rejudging,
) =>
  rejudge(db, accountId, {
    since,
    apply,
    rules,
    judge: message => opinionOn(message, readIncoming(message.content), keyOf),
  })
