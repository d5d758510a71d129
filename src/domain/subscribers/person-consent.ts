/** Decisions of a person, by link, one-click or mail: stored, and only lifted by a new consent. */
import { atomically, type Store } from '../../db/db.ts'
import { hasListener } from '../webhooks/publish.ts'
import { publishUnsubscribed } from '../webhooks/publish-left.ts'
import { rememberUnsubscribe } from './person-consent.sql.ts'

export type UnsubscribeSource = 'one-click' | 'page' | 'mail' | 'complaint'

/**
 * Unsubscribes from one list, with the person's own reason, if any. Idempotent: the first reason is
 * kept.
 */
export async function unsubscribePerson(
  db: Store,
  accountId: number,
  subscriberId: number,
  listId: number,
  source: UnsubscribeSource,
  reason = '',
): Promise<void> {
  const said = { accountId, subscriberId, listId, source, reason }
  const listening = await hasListener(db, accountId, 'unsubscribed')
  await atomically(
    db,
    async tx => {
      const { left } = await rememberUnsubscribe(tx, said)
      if (listening && left > 0)
        await publishUnsubscribed(tx, accountId, subscriberId, String(listId), source)
    },
    { again: true },
  )
}
