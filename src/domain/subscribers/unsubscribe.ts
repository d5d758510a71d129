/**
 * Removes people from lists by a call of a program. Only a person's own decision is stored as an
 * unsubscription.
 */
import { atomically, type Store } from '../../db/db.ts'
import { recordedActor } from '../audit/actor.ts'
import { recordChange } from '../audit/record.ts'
import { leaveLists } from '../lists/leave-lists.sql.ts'
import { hasListener } from '../webhooks/publish.ts'
import { publishUnsubscribed } from '../webhooks/publish-left.ts'
import { type SubscriberReference, subscriberNamed } from './named-subscriber.ts'

/**
 * Removes a subscriber from one list, or from all without one, and returns the number of deleted
 * subscriptions: 0 for an unknown subscriber.
 */
export async function removeSubscriptions(
  db: Store,
  accountId: number,
  named: SubscriberReference,
  listId: number | undefined,
): Promise<number> {
  const subscriberId = await subscriberNamed(db, accountId, named)
  if (subscriberId === undefined) return 0
  const listening = await hasListener(db, accountId, 'unsubscribed')
  let removed = 0
  await atomically(
    db,
    async tx => {
      const { left, listIds } = await leaveLists(tx, {
        accountId,
        subscriberId,
        listId: listId ?? null,
      })
      if (listening) await publishUnsubscribed(tx, accountId, subscriberId, listIds, 'program')
      // If the transaction is retried after a COMMIT whose result was lost, none are left the
      // second time: the first count is the right one.
      removed = Math.max(removed, left)
      if (left > 0 && recordedActor()) {
        const change = { id: subscriberId, before: { listIds } }
        await recordChange(tx, accountId, { action: 'subscriber.leave', ...change })
      }
    },
    { again: true },
  )
  return removed
}
