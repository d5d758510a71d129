/** Decisions of a person, by link, one-click or mail: stored, and only lifted by a new consent. */
import { atomically, type Store } from '../../db/db.ts'
import { findList } from '../lists/lists.sql.ts'
import { noSuch, refused } from '../refusal.ts'
import { hasListener } from '../webhooks/publish.ts'
import { publishUnsubscribed } from '../webhooks/publish-left.ts'
import { forgetUnsubscribe, hasUnsubscribed, rememberUnsubscribe } from './person-consent.sql.ts'

export type UnsubscribeSource = 'one-click' | 'page' | 'preferences' | 'mail' | 'complaint'

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

/**
 * Forgets that a person unsubscribed from a list: 1, or 0 if they had not. They are not put on the
 * list. Refuses an unknown list, and an unsubscribe unless it is `allowed` to lift it.
 */
export async function liftUnsubscribe(
  db: Store,
  accountId: number,
  of: { subscriberId: number | undefined; listId: number; allowed: boolean },
): Promise<number> {
  const { subscriberId, listId, allowed } = of
  if (!(await findList(db, { accountId, listId }))) throw noSuch('no-such-list', listId)
  if (subscriberId === undefined) return 0
  const these = { accountId, subscriberId, listId }
  if (allowed) return forgetUnsubscribe(db, these)
  if ((await hasUnsubscribed(db, these)).unsubscribed)
    throw refused('not-activated', 'unsubscribed-kept').atShell(
      'allow',
      'pennypost account activate USER lift-opt-outs',
    )
  return 0
}
