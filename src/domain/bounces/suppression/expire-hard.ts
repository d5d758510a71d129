/**
 * Hard bounces stop counting after a time, if the operator wants that: mailboxes come back. Their
 * people are judged by what else is stored, and a dead address bounces again.
 */
import { atomically, type Store } from '../../../db/db.ts'
import { type BounceRules, decideDeliverability, lockSubscribersOf } from '../apply-reports.ts'
import { accountsWithHardBefore, hardBefore, stopCounting } from './suppression.sql.ts'

/** Bounces per transaction, and of an account per call. */
const MOST = 500
const DAY = 86_400_000

/** Returns how many bounces stopped counting, and whether there may be more. */
export async function expireHardBounces(
  db: Store,
  days: number,
  rules: BounceRules,
  stopping: AbortSignal,
): Promise<{ bounces: number; more: boolean }> {
  const before = new Date(Date.now() - days * DAY)
  const ended = { bounces: 0, more: false }
  for (const { accountId } of await accountsWithHardBefore(db, { before })) {
    if (stopping.aborted) return { ...ended, more: false }
    const found = await expireOf(db, accountId, before, rules)
    ended.bounces += found
    ended.more ||= found === MOST
  }
  return ended
}

const expireOf = (
  db: Store,
  accountId: number,
  before: Date,
  rules: BounceRules,
): Promise<number> =>
  atomically(
    db,
    async tx => {
      const old = await hardBefore(tx, { accountId, before, most: MOST })
      // People before their bounces, as a release locks them.
      await lockSubscribersOf(tx, accountId, old)
      await stopCounting(tx, { accountId, ids: old.map(({ id }) => id) })
      const people = old.flatMap(({ subscriberId }) => subscriberId ?? [])
      await decideDeliverability(tx, accountId, people, rules)
      return old.length
    },
    { again: true },
  )
