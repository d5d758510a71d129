/**
 * Bounced emails of a project, at the hand-over or by a later message, in the order of their times.
 */
import type { Db } from '../../db/db.ts'
import { bouncesOfProject } from './transaction-details.sql.ts'
import { categoryOf } from './transaction-details.ts'

export interface TransactionBounce {
  transactionId: number
  email: string
  bounced: string
  category: string
  reason: string
  identifier: string
}

/** Without complaints. */
const KINDS = ['hard', 'soft', 'blocked', 'unknown']
const PART = 2000

/** `until` is exclusive. */
export async function* bouncesBetween(
  db: Db,
  accountId: number,
  projectId: number,
  { from, until }: { from: Date; until: Date },
): AsyncGenerator<TransactionBounce[]> {
  let afterTime: Date | string = from
  let afterId = -1
  for (;;) {
    const rows = await bouncesOfProject(db, {
      accountId,
      projectId,
      kinds: KINDS,
      afterTime,
      afterId,
      until,
      most: PART,
    })
    if (rows.length > 0)
      yield rows.map(({ transactionId, email, bounced, kind, class: what, reply, identifier }) => ({
        transactionId,
        email,
        bounced,
        identifier,
        category: categoryOf(kind),
        reason: reply ?? what,
      }))
    const last = rows.at(-1)
    if (rows.length < PART || !last) return
    afterTime = last.bounced
    afterId = last.id
  }
}
