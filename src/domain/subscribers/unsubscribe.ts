/** A program takes people off lists. Nothing is remembered: that is for what a person says. */
import { atomically, type Store } from '../../db/db.ts'
import { leaveLists } from '../lists/leave-lists.sql.ts'
import { listens } from '../webhooks/tell.ts'
import { tellUnsubscribed } from '../webhooks/tell-left.ts'
import { type SubscriberReference, subscriberNamed } from './subscribe.ts'

/**
 * Takes a person off one list, or off all without one, and answers how many subscriptions went: 0
 * for a person who is not there.
 */
export async function removeSubscriptions(
  db: Store,
  accountId: number,
  named: SubscriberReference,
  listId: number | undefined,
): Promise<number> {
  const subscriberId = await subscriberNamed(db, accountId, named)
  if (subscriberId === undefined) return 0
  const told = await listens(db, accountId, 'unsubscribed')
  let removed = 0
  await atomically(
    db,
    async tx => {
      const { left, listIds } = await leaveLists(tx, {
        accountId,
        subscriberId,
        listId: listId ?? null,
      })
      if (told) await tellUnsubscribed(tx, accountId, subscriberId, listIds, 'program')
      // Done a second time after a COMMIT that nobody answered, none are left: then the first count
      // is the true one.
      removed = Math.max(removed, left)
    },
    { again: true },
  )
  return removed
}
