/** One subscriber: the three facts with their reasons. The history is in timeline.ts. */
import type { Db, Store } from '../../db/db.ts'
import { gathered } from '../../db/gather.ts'
import { emailKey } from '../../lib/email-address.ts'
import { noSuch } from '../refusal.ts'
import type { NewSubscriber } from '../subscribers/subscribe.ts'
import { optOutsOf, subscriptionsOf } from './directory.sql.ts'
import { rowOfNew, type SubscriberRow, subscribersByIds } from './subscriber-rows.ts'

type Subscription = Omit<Awaited<ReturnType<typeof subscriptionsOf>>[number], 'subscriberId'>
type OptOut = Omit<Awaited<ReturnType<typeof optOutsOf>>[number], 'emailKey'>

export interface SubscriberDetail extends SubscriberRow {
  /** Also of lists that the person has left. */
  subscriptions: Subscription[]
  optOut: OptOut | null
}

/** Calls that come together share the statement. */
export async function subscriberDetail(
  db: Store,
  accountId: number,
  subscriberId: number,
): Promise<SubscriberDetail> {
  return known(await read(db, accountId, subscriberId), subscriberId)
}

/** The same in a transaction. */
export async function subscriberDetailIn(
  tx: Db,
  accountId: number,
  subscriberId: number,
): Promise<SubscriberDetail> {
  const [detail] = await detailsOf(tx, accountId, [subscriberId])
  return known(detail, subscriberId)
}

/** What subscriberDetail() would read, without a query. */
export const detailOfNew = (made: NewSubscriber): SubscriberDetail => ({
  ...rowOfNew(made),
  subscriptions: [
    {
      listId: made.listId,
      name: made.listName,
      subscribed: made.subscribed,
      unsubscribed: null,
      unsubscribeSource: null,
      unsubscribeReason: null,
      consentSource: null,
      consentGiven: null,
    },
  ],
  optOut: null,
})

function known(detail: SubscriberDetail | undefined, id: number): SubscriberDetail {
  if (!detail) throw noSuch('no-such-subscriber', id)
  return detail
}

const read = gathered<number, SubscriberDetail | undefined>({
  one: async (db, accountId, id) => (await detailsOf(db, accountId, [id]))[0],
  many: detailsOf,
})

/** In the given order; of an unknown id undefined. */
async function detailsOf(
  db: Db,
  accountId: number,
  given: number[],
): Promise<(SubscriberDetail | undefined)[]> {
  const [byId, joined] = await Promise.all([
    subscribersByIds(db, accountId, given),
    subscriptionsOf(db, { accountId, ids: given }),
  ])
  const subscriptions = Map.groupBy(joined, ({ subscriberId }) => subscriberId)
  const emailKeys = [...byId.values()].flatMap(({ email, optedOut }) =>
    optedOut ? [emailKey(email)] : [],
  )
  const optOuts = emailKeys.length === 0 ? [] : await optOutsOf(db, { accountId, emailKeys })
  const optOutOf = new Map(optOuts.map(({ emailKey: key, ...row }) => [key, row]))
  return given.map(wanted => {
    const row = byId.get(wanted)
    if (!row) return undefined
    const own = subscriptions.get(row.id) ?? []
    return {
      ...row,
      subscriptions: own.map(({ subscriberId: _, ...one }) => one),
      optOut: optOutOf.get(emailKey(row.email)) ?? null,
    }
  })
}
