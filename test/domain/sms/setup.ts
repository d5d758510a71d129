/** An account with credits and a list of people with numbers. */
import { randomBytes } from 'node:crypto'
import type { Store } from '../../../src/db/db.ts'
import { takeIds } from '../../../src/db/ids.ts'
import { addCredits } from '../../../src/domain/sms/credits/credits.ts'
import { newAccount } from '../../support/account.ts'

export async function smsAccount(credits?: string) {
  const own = await newAccount()
  const { store } = own.service
  const accountId = own.account.id
  if (credits !== undefined) await addCredits(store, accountId, credits, '')
  return {
    ...own,
    store,
    accountId,
    /** A list of so many people with numbers of their own; the ids of both. */
    listOf: async (people: number, first = 0) => {
      const listId = await own.newList()
      return { listId, ids: await putOn(store, accountId, listId, people, first) }
    },
    /** Rows of a statement in which $1 is the account. */
    rows: async <Row extends Record<string, unknown>>(text: string): Promise<Row[]> =>
      store.withClient(async client => (await client.query<Row>(text, [accountId])).rows),
  }
}

/** Swedish mobile numbers from 070-000 00 00 on. */
async function putOn(
  store: Store,
  accountId: number,
  listId: number,
  people: number,
  first = 0,
): Promise<number[]> {
  const ids = await takeIds(store, accountId, 'subscriber', people)
  const tag = randomBytes(4).toString('hex')
  await store.withClient(client =>
    client.query(
      `with people as (
         insert into subscribers (account_id, id, email, email_key, country_code, phone)
         select $1, given.id, $4 || given.place || '@example.test', \
$4 || given.place || '@example.test', '46',
           '070' || lpad(($5 + given.place - 1)::text, 7, '0')
         from unnest($3::bigint[]) with ordinality as given (id, place) returning id)
       insert into subscriptions (account_id, subscriber_id, list_id) select $1, id, \
$2 from people`,
      [accountId, listId, ids, tag, first],
    ),
  )
  return ids
}

export const numberAt = (place: number): string => `+4670${String(place).padStart(7, '0')}`
