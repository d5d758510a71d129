/**
 * Sendings with people, links and hits as a test likes them; hits are written as requests write
 * them.
 */
import type { Store } from '../../../src/db/db.ts'
import type { Hit } from '../../../src/domain/tracking/hit.ts'
import { keepLinks } from '../../../src/domain/tracking/keep-links.ts'
import { recordHit, takeHitId } from '../../../src/domain/tracking/record-hit.ts'
import { newAccount } from '../../support/account.ts'

export const SHOP = 'https://shop.example/'
export const NEWS = 'https://news.example/today?a=1&b=ä'

export interface SendingFacts {
  id?: number
  listId?: number
  newsletterId?: number
  name?: string
  planned?: number
  plannedAt?: Date
  test?: boolean
  /** Link 1 first. */
  links?: string[]
}

export async function sendingIn(
  store: Store,
  accountId: number,
  facts: SendingFacts = {},
): Promise<number> {
  const {
    id = 1,
    listId = 1,
    newsletterId = 7,
    name = 'May',
    planned = 4,
    plannedAt = new Date(),
    test = false,
  } = facts
  await store.withClient(client =>
    client.query(
      `insert into sendings (account_id, id, newsletter_id, list_id, message, state, test, \
due_at, planned_at, planned, candidates)
       values ($1, $2, $3, $4, $5, 'sending', $6, $7, $7, $8, $8)`,
      [
        accountId,
        id,
        newsletterId,
        listId,
        { name, subject: 'Hello', listName: 'Customers' },
        test,
        plannedAt,
        planned,
      ],
    ),
  )
  const links = (facts.links ?? [SHOP, NEWS]).map((target, index) => ({
    number: index + 1,
    target,
  }))
  await keepLinks(store, { accountId, source: 'sending', sourceId: id }, links)
  return id
}

/** What a request leaves behind. */
export async function hitIn(store: Store, accountId: number, given: Partial<Hit>): Promise<void> {
  await recordHit(store, {
    source: 'sending',
    sourceId: 1,
    deliveryId: 1,
    kind: 'view',
    link: 0,
    at: Date.now(),
    verdict: 'person',
    reason: 'browser',
    agent: 'Firefox, Windows',
    network: '',
    ...given,
    accountId,
    id: await takeHitId(store, accountId),
  })
}

export async function closureIn(
  store: Store,
  accountId: number,
  {
    link,
    value,
    currency = '',
    count = 1,
    sendingId = 1,
  }: { link: number; value: string; currency?: string; count?: number; sendingId?: number },
): Promise<void> {
  await store.withClient(client =>
    client.query(
      `insert into conversion_totals (account_id, source_kind, source_id, link, currency, \
closures, value)
       values ($1, 1, $2, $3, $4, $5, $6)`,
      [accountId, sendingId, link, currency, count, value],
    ),
  )
}

export async function reported() {
  const made = await newAccount()
  const { store } = made.service
  const accountId = made.account.id
  return {
    ...made,
    store,
    accountId,
    sending: async (facts: SendingFacts = {}) =>
      sendingIn(store, accountId, { listId: await made.list(), ...facts }),
    hit: (given: Partial<Hit>) => hitIn(store, accountId, given),
    closure: (given: Parameters<typeof closureIn>[2]) => closureIn(store, accountId, given),
    /** Somebody on the list, with DD3 filled in. */
    person: async (email: string, name: string, city: string) =>
      made.call.InsertSubscriberWithDemData({
        listId: await made.list(),
        email,
        name,
        fieldNames: 'DD3',
        fieldValues: city,
      }),
  }
}
