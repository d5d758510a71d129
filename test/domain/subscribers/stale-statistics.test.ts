/** Reading an account that has many people, where the planner's statistics expect one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Store } from '../../../src/db/db.ts'
import {
  pageOfSubscribers,
  subscribersOfList,
  unsubscribedOf,
} from '../../../src/domain/subscribers/page.ts'
import { isCluster } from '../../support/cluster.ts'
import { temporaryStore } from '../../support/database.ts'
import { rowsReadBy } from '../../support/rows-read.ts'
import { searchedAccount } from '../words/search-setup.ts'

const PEOPLE = 2_000

let store: Store
let drop: () => Promise<void>
let account: Awaited<ReturnType<typeof searchedAccount>>
let listId = 0
before(async () => {
  ;({ store, drop } = await temporaryStore())
  account = await searchedAccount(store)
  const { ask, add } = account
  for (const table of ['subscribers', 'subscriptions'])
    await ask(`alter table ${table} set (autovacuum_enabled = off)`)
  await add('first@example.com')
  await ask('analyze subscribers, subscriptions')
  await ask(
    `with added as (
       insert into subscribers (account_id, id, email, email_key, name)
       select account_id, id + n, new.email, new.email, 'Kim'
       from subscribers, generate_series(1, ${2 * PEOPLE}) n, concat(n, '@example.com') new (email)
       returning account_id, id)
     insert into subscriptions (account_id, subscriber_id, list_id, unsubscribed_at)
     select account_id, id, (select id from lists),
       case when row_number() over (order by id) > ${PEOPLE} then now() end from added`,
  )
  await account.index()
  listId = Number((await ask('select id from lists')).rows[0]![0])
})
after(() => drop())

async function countOf(parts: AsyncIterable<unknown[]>): Promise<number> {
  let count = 0
  for await (const part of parts) count += part.length
  return count
}

const skip = (await isCluster()) && 'the node counts the scans of its shards'

const READS: [name: string, read: () => Promise<number>, expected: number][] = [
  [
    'a page from its number on',
    () => countOf(pageOfSubscribers(store, account.accountId, listId, 2, PEOPLE / 2)),
    PEOPLE / 2,
  ],
  ['a whole list', () => countOf(subscribersOfList(store, account.accountId, listId)), PEOPLE + 1],
  [
    'the former subscribers',
    () => countOf(unsubscribedOf(store, account.accountId, listId)),
    PEOPLE,
  ],
  ['people with a name', async () => (await account.find('kim', 100)).length, 100],
]
for (const [name, read, expected] of READS)
  test(`${name}: each person is looked up by id, not among all`, { skip }, async () => {
    const ask = async (text: string) => (await account.ask(text)).rows
    const rows = await rowsReadBy(ask, 'subscribers_account_id_email_key_key', async () => {
      assert.equal(await read(), expected)
    })
    assert.equal(rows, 0, `${rows} rows read by address`)
  })
