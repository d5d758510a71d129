/** A subscriber named by an id, an address or both. */
import type { Db } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { Refusal, refused } from '../refusal.ts'
import { findSubscriber } from './subscribers.sql.ts'

export interface SubscriberReference {
  subscriberId: number | undefined
  email: string
}

/**
 * Finds a subscriber by an id, an address or both. Undefined if there is none; refuses neither, and
 * an id and an address of different subscribers.
 */
export async function subscriberNamed(
  db: Db,
  accountId: number,
  { subscriberId, email }: SubscriberReference,
): Promise<number | undefined> {
  const key = email.trim() === '' ? null : emailKey(email)
  if (subscriberId === undefined && key === null) throw refused('not-valid', 'person-unnamed')
  const byId =
    subscriberId === undefined
      ? undefined
      : await findSubscriber(db, { accountId, subscriberId, emailKey: null })
  if (key === null) return byId?.id
  const byEmail = await findSubscriber(db, { accountId, subscriberId: null, emailKey: key })
  if (subscriberId === undefined) return byEmail?.id
  if (byId && byEmail && byId.id !== byEmail.id) throw new Refusal('not-the-same')
  // Only one of the two exists: they can't be the same subscriber.
  if (byId?.id !== byEmail?.id) throw new Refusal('not-the-same')
  return byId?.id
}
