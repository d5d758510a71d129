/** Ends a hold: its people are undeliverable for good, or are sent emails again. */
import { atomically, type Store } from '../../../db/db.ts'
import { recordChange } from '../../audit/record.ts'
import { refused } from '../../refusal.ts'
import { type BounceRules, decideDeliverability, lockSubscribersOf } from '../apply-reports.ts'
import { closeHold, forgiveHeld, heldPeople, overdueHolds } from './holds.sql.ts'

/** `expired`: not decided in time; released, since a dead address bounces again. */
export type HoldOutcome = 'confirmed' | 'released' | 'expired'

const PART = 1000

/**
 * All in one transaction: a process that is killed has decided nothing. Returns the number of
 * people.
 */
export function endHold(
  db: Store,
  accountId: number,
  holdId: number,
  outcome: HoldOutcome,
  rules: BounceRules,
): Promise<number> {
  return atomically(db, async tx => {
    if (!(await closeHold(tx, { accountId, holdId, outcome })))
      throw refused('not-valid', 'hold-none', { hold: holdId }).atShell(
        'see',
        'pennypost bounce holds',
      )
    if (outcome !== 'confirmed') await forgiveHeld(tx, { accountId, holdId })
    let people = 0
    for (let after = 0; ; ) {
      const part = await heldPeople(tx, { accountId, holdId, after, most: PART })
      await lockSubscribersOf(tx, accountId, part)
      const ids = part.map(({ subscriberId }) => subscriberId)
      await decideDeliverability(tx, accountId, ids, rules)
      people += part.length
      if (part.length < PART) {
        const verb = outcome === 'confirmed' ? 'confirm' : 'release'
        const change = { id: holdId, after: { people } }
        await recordChange(tx, accountId, { action: `bounce-hold.${verb}`, ...change })
        return people
      }
      after = ids.at(-1)!
    }
  })
}

/** Releases the holds that were not decided in time. Returns them. */
export async function expireHolds(
  db: Store,
  days: number,
  rules: BounceRules,
): Promise<{ accountId: number; id: number }[]> {
  const overdue = await overdueHolds(db, { days })
  for (const { accountId, id } of overdue) await endHold(db, accountId, id, 'expired', rules)
  return overdue
}
