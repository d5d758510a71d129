/** One subscriber: the three facts with their reasons. What happened is in timeline.ts. */
import type { Db } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { noSuch } from '../refusal.ts'
import { idOfSubscriber, optOutOf, subscriptionsOf } from './directory.sql.ts'
import { type SubscriberRow, subscriberRows } from './subscriber-rows.ts'

export interface SubscriberDetail extends SubscriberRow {
  /** Also of lists that the person has left. */
  subscriptions: Awaited<ReturnType<typeof subscriptionsOf>>
  optOut: NonNullable<Awaited<ReturnType<typeof optOutOf>>> | null
}

/** Of an id that was merged into another subscriber that one. */
export async function subscriberDetail(
  db: Db,
  accountId: number,
  subscriberId: number,
): Promise<SubscriberDetail> {
  const id = (await idOfSubscriber(db, { accountId, subscriberId }))?.id
  const [row] = id === undefined ? [] : await subscriberRows(db, accountId, [id])
  if (!row) throw noSuch('no-such-subscriber', subscriberId)
  const subscriptions = await subscriptionsOf(db, { accountId, subscriberId: row.id })
  const optOut = await optOutOf(db, { accountId, emailKey: emailKey(row.email) })
  return { ...row, subscriptions, optOut: optOut ?? null }
}
