/** Subscribers take the ids of the old service, with all that refers to them. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openShadow, wantShadow } from '../../src/domain/shadow/shadow.sql.ts'
import { takeOldIds } from '../../src/domain/shadow/take-old-ids.ts'
import { newAccount, type TestAccount } from '../support/account.ts'

/** Columns with ids of subscribers that move with them. */
const MOVED = [
  'bounces',
  'consent_proofs',
  'consents',
  'import_old_values',
  'measuring_answers',
  'opt_outs',
  'program_events',
  'shadow_joins',
  'sign_ups',
  'subscriptions',
]
/**
 * And those that don't: of people with a history, whose ids stay; what is made anew from the rest;
 * what was told to others already.
 */
const KEPT = [
  'email_departures',
  'trigger_entries',
  'trigger_passages',
  'trigger_values',
  'list_departures',
  'list_milestones',
  'subscriber_words',
  'webhook_events',
]

let account: TestAccount
let lists: [number, number]
let people = 0

const rows = async (text: string, ...values: unknown[]) =>
  account.service.store.withClient(
    async client =>
      (await client.query({ text, values: [account.account.id, ...values], rowMode: 'array' }))
        .rows as unknown[][],
  )
const add = async (listId = lists[0]) => {
  const email = `o${++people}@example.test`
  const id = await account.call.InsertSubscriber({
    email,
    name: email,
    format: 'html',
    countryCode: '',
    phone: '',
    listId,
  })
  return { email, id }
}
const take = (wanted: Record<string, number>) =>
  takeOldIds(
    account.service.store,
    account.account.id,
    Object.entries(wanted).map(([emailKey, id]) => ({ id, emailKey })),
  )
const idOf = async (email: string) =>
  Number(
    (
      await rows('select id from subscribers where account_id = $1 and email_key = $2', email)
    )[0]?.[0],
  )
const listsOf = async (email: string) =>
  (await account.call.GetSubscriberMailingLists({ email })).map(({ listId }) => listId).sort()

describe('ids of the old service', () => {
  before(async () => {
    account = await newAccount()
    lists = [await account.newList('A'), await account.newList('B')]
  })

  test('each column with ids of subscribers is moved, or kept for a reason', async () => {
    const found = await account.service.store.withClient(
      async client =>
        (
          await client.query(
            `select distinct c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
             where a.attname = 'subscriber_id' and c.relkind in ('r', 'p')
               and c.relnamespace = 'public'::regnamespace order by 1`,
          )
        ).rows as { relname: string }[],
    )
    assert.deepEqual(
      found.map(({ relname }) => relname),
      [...MOVED, ...KEPT].sort(),
    )
  })

  test('two who have the ids of each other change them, with lists and opt-outs', async () => {
    const [one, two] = [await add(), await add()]
    await account.call.InsertSubscription({ email: one.email, listId: lists[1] })
    await account.call.MoveSubscriberToOptOutAll({ email: two.email })
    const bothLists = await listsOf(one.email)
    await take({ [one.email]: two.id, [two.email]: one.id })
    assert.deepEqual([await idOf(one.email), await idOf(two.email)], [two.id, one.id])
    assert.deepEqual([await listsOf(one.email), await listsOf(two.email)], [bothLists, []])
    const optedOut = (await account.call.GetOptOutAll()).find(({ email }) => email === two.email)
    assert.equal(optedOut?.subscriberId, one.id)
    // The list counts and pages as before.
    const page = await account.call.GetPagedSubscribers({ listId: lists[0], page: 1, size: 10 })
    assert.deepEqual(
      page.filter(({ email }) => email === one.email).map(({ id }) => id),
      [two.id],
    )
  })

  test('who is in the way gets another id, also in a ring, and ids go on above', async () => {
    const [a, b, c, holder] = [await add(), await add(), await add(), await add()]
    await take({ [a.email]: b.id, [b.email]: c.id, [c.email]: holder.id })
    assert.deepEqual(
      [await idOf(a.email), await idOf(b.email), await idOf(c.email)],
      [b.id, c.id, holder.id],
    )
    const aside = await idOf(holder.email)
    assert.ok(aside > holder.id)
    const free = aside + 1_000_000
    await take({ [holder.email]: free })
    assert.equal(await idOf(holder.email), free)
    const later = await Promise.all(Array.from({ length: 20 }, () => add()))
    assert.ok(later.every(({ id }) => id !== free && id !== aside))
    // Again, nothing changes.
    await take({ [a.email]: b.id, [holder.email]: free })
    assert.equal(await idOf(a.email), b.id)
  })

  test('a pair of ids of the shadow follows, and ends when both are equal', async () => {
    const [one, two] = [await add(), await add()]
    await openShadow(account.service.store, { accountId: account.account.id, oldUrl: 'http://o' })
    await rows(
      `insert into shadow_ids (account_id, kind, old_id, new_id)
       values ($1, 'subscriber', 900001, $2), ($1, 'list', 77, $2)`,
      one.id,
    )
    await take({ [two.email]: one.id })
    const pairs = () =>
      rows('select kind, old_id::int, new_id::int from shadow_ids where account_id = $1 order by 1')
    assert.deepEqual(await pairs(), [
      ['list', 77, one.id],
      ['subscriber', 900_001, await idOf(one.email)],
    ])
    await take({ [one.email]: 900_001 })
    assert.deepEqual(await pairs(), [['list', 77, one.id]])
    assert.equal(await idOf(one.email), 900_001)
  })

  test('ids stay of whom emails from here know, and while Pennypost answers', async () => {
    const [sent, other, third] = [await add(), await add(), await add()]
    await rows(
      `with n as (insert into sendings (account_id, id, newsletter_id, list_id, state, message,
           due_at) values ($1, 1, 1, ${lists[0]}, 'finished', '{}', now()) returning account_id)
       insert into deliveries (account_id, source_kind, source_id, id, email, state)
       select account_id, 1, 1, $2::bigint, 'x', 'accepted' from n`,
      sent.id,
    )
    await take({ [other.email]: sent.id, [sent.email]: third.id })
    const now = await Promise.all([sent, other, third].map(({ email }) => idOf(email)))
    assert.deepEqual(now, [sent.id, other.id, third.id])
    await wantShadow(account.service.store, { accountId: account.account.id, wanted: 'new' })
    await take({ [other.email]: third.id })
    assert.equal(await idOf(other.email), other.id)
  })
})
