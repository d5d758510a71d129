/** One subscriber: the three facts with their reasons. What happened is in timeline.ts. */
import type { Db, Store } from '../../db/db.ts'
import { gathered } from '../../db/gather.ts'
import { emailKey } from '../../lib/email-address.ts'
import { noSuch } from '../refusal.ts'
import { idsOfSubscribers, optOutsOf, subscriptionsOf } from './directory.sql.ts'
import { type SubscriberRow, subscriberRows } from './subscriber-rows.ts'

type Subscription = Omit<Awaited<ReturnType<typeof subscriptionsOf>>[number], 'subscriberId'>
type OptOut = Omit<Awaited<ReturnType<typeof optOutsOf>>[number], 'emailKey'>

export interface SubscriberDetail extends SubscriberRow {
  /** Also of lists that the person has left. */
  subscriptions: Subscription[]
  optOut: OptOut | null
}

/** Of an id that was merged into another subscriber that one. Calls that come together share it. */
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
  const current = await idsOfSubscribers(db, { accountId, ids: given })
  const idOf = new Map(current.map(row => [row.given, row.id]))
  const ids = [...new Set(idOf.values())]
  const rows = await subscriberRows(db, accountId, ids)
  const subscriptions = Map.groupBy(
    await subscriptionsOf(db, { accountId, ids }),
    ({ subscriberId }) => subscriberId,
  )
  const emailKeys = rows.map(({ email }) => emailKey(email))
  const optOuts = new Map(
    (await optOutsOf(db, { accountId, emailKeys })).map(({ emailKey: key, ...row }) => [key, row]),
  )
  const details = new Map(
    rows.map((row, i) => [
      row.id,
      {
        ...row,
        subscriptions: (subscriptions.get(row.id) ?? []).map(({ subscriberId: _, ...one }) => one),
        optOut: optOuts.get(emailKeys[i]!) ?? null,
      },
    ]),
  )
  return given.map(id => details.get(idOf.get(id) ?? 0))
}
