/**
 * Migration 0014 gives rows of internationalised domains the keys of their ASCII form, and merges
 * subscribers and opt-outs of one person: the stricter state is kept, and ids still answer.
 */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Store } from '../../../src/db/db.ts'
import { applyMigration, migrate, migrations, underMigrationLock } from '../../../src/db/migrate.ts'
import { withDatabase } from '../backup-setup.ts'

const OWN = migrations().find(({ file }) => file.endsWith('-domains-in-ascii.sql'))!.number

const PEOPLE = `insert into subscribers (account_id, id, email, email_key, name, country_code, phone,
    fields, opted_out_at, undeliverable_since, undeliverable_until, complained_at) values
  (1, 1, 'a@Bücher.example', 'a@bücher.example', 'A', '', '', '{"",x}', null, null, null, null),
  (1, 2, 'a@xn--bcher-kva.example', 'a@xn--bcher-kva.example', 'Other', '46', '5', '{y,z,w}',
    '2026-01-01', '2026-01-02', null, '2026-01-03'),
  (1, 3, 'b@xn--bcher-kva.example', 'b@xn--bcher-kva.example', '', '', '', '{}',
    null, '2026-02-01', '2026-03-01', null),
  (1, 4, 'b@bücher.example', 'b@bücher.example', 'B', '', '', '{}',
    null, '2026-02-02', '2026-02-20', null),
  (1, 5, 'c@bücher.example', 'c@bücher.example', '', '', '', '{}', null, null, null, null),
  (1, 6, 'ö@example.test', 'ö@example.test', '', '', '', '{}', null, null, null, null),
  (1, 7, 'd@xn--zzzzzz.example', 'd@xn--zzzzzz.example', '', '', '', '{}', null, null, null, null),
  (2, 5, 'a@xn--bcher-kva.example', 'a@xn--bcher-kva.example', '', '', '', '{}',
    null, null, null, null),
  (3, 9, 'a@xn--bcher-kva.example', 'a@xn--bcher-kva.example', '', '', '', '{}',
    null, null, null, null),
  (3, 8, 'a@ｂücher.example', 'a@ｂücher.example', '', '', '', '{}', null, null, null, null),
  (3, 7, 'a@bücher.example', 'a@bücher.example', '', '', '', '{}', '2026-01-01', null, null, null)`

const REST = [
  `insert into subscriptions (account_id, subscriber_id, list_id, subscribed_at, unsubscribed_at,
     unsubscribe_source, unsubscribe_reason) values
   (1, 1, 1, '2026-01-01', null, null, null), (1, 1, 2, '2026-01-01', '2026-01-02', 'page', 'x'),
   (1, 3, 1, '2026-01-01', null, null, null), (1, 4, 1, '2026-01-01', '2026-01-05', 'page', 'much'),
   (1, 3, 2, '2026-01-01', '2026-01-06', 'mail', null), (1, 4, 2, '2026-01-02', null, null, null),
   (1, 4, 3, '2026-01-03', null, null, null)`,
  `insert into list_milestones (account_id, list_id, position, subscribed_at, subscriber_id)
   values (1, 3, 1, '2026-01-03', 4), (1, 9, 1, '2026-01-03', 4)`,
  `insert into opt_outs (account_id, id, subscriber_id, email, email_key, created_at) values
   (1, 1, 2, 'a@xn--bcher-kva.example', 'a@xn--bcher-kva.example', '2026-01-01'),
   (3, 1, 9, 'a@xn--bcher-kva.example', 'a@xn--bcher-kva.example', '2026-01-04'),
   (3, 2, 7, 'a@bücher.example', 'a@bücher.example', '2026-01-01')`,
  `insert into bounces (account_id, id, subscriber_id, email, kind, class, rule, identity,
     received_at) values
   (1, 1, 2, 'a@xn--bcher-kva.example', 'hard', 'x', 'x', 'x', now()),
   (1, 2, null, 'z@Bücher.example', 'hard', 'x', 'x', 'x', now()),
   (1, 3, null, 'z@example.test', 'hard', 'x', 'x', 'x', now())`,
  `insert into transactions (account_id, id, project_id, email, email_key, send_at)
   values (1, 1, 1, 'a@BÜCHER.example', 'a@bücher.example', now())`,
]

/** A store as it was before this migration. */
async function before14(store: Store): Promise<void> {
  await store.withClient(client =>
    underMigrationLock(client, async () => {
      for (const migration of migrations().filter(({ number }) => number < OWN))
        await applyMigration(client, migration)
      for (const statement of [PEOPLE, ...REST]) await client.query(statement)
    }),
  )
}

const rows = (store: Store, text: string) =>
  store.withClient(async client => (await client.query({ text, rowMode: 'array' })).rows)

describe('a store of before', () => {
  let found: Record<string, unknown[][]>
  before(() =>
    withDatabase(async store => {
      await before14(store)
      await migrate(store)
      found = {
        keys: await rows(
          store,
          `select account_id::int, id::int, email_key, merged_into::int from subscribers
           order by 1, 2`,
        ),
        facts: await rows(
          store,
          `select id::int, name, country_code, phone, fields, opted_out_at::date::text,
             complained_at::date::text, undeliverable_since::date::text,
             undeliverable_until::date::text
           from subscribers where account_id = 1 and id in (1, 3) order by 1`,
        ),
        emails: await rows(store, 'select email from subscribers where account_id = 1 order by id'),
        subscriptions: await rows(
          store,
          `select subscriber_id::int, list_id, unsubscribed_at::date::text, unsubscribe_source,
             unsubscribe_reason from subscriptions order by 1, 2`,
        ),
        milestones: await rows(store, 'select list_id from list_milestones'),
        optOuts: await rows(
          store,
          'select account_id::int, id::int, subscriber_id::int, email_key from opt_outs order by 1',
        ),
        bounces: await rows(
          store,
          'select id::int, subscriber_id::int, email_key from bounces order by 1',
        ),
        transactions: await rows(store, 'select email, email_key from transactions'),
      }
    }),
  )

  test('the older row has the key, and the other id stands for it', () => {
    assert.deepEqual(found.keys, [
      [1, 1, 'a@xn--bcher-kva.example', null],
      [1, 2, 'merged-2@merged.invalid', 1],
      [1, 3, 'b@xn--bcher-kva.example', null],
      [1, 4, 'merged-4@merged.invalid', 3],
      [1, 5, 'c@xn--bcher-kva.example', null],
      [1, 6, 'ö@example.test', null],
      [1, 7, 'd@xn--zzzzzz.example', null],
      [2, 5, 'a@xn--bcher-kva.example', null],
      [3, 7, 'a@xn--bcher-kva.example', null],
      [3, 8, 'merged-8@merged.invalid', 7],
      [3, 9, 'merged-9@merged.invalid', 7],
    ])
    assert.deepEqual(found.emails!.slice(0, 2), [['a@Bücher.example'], ['a@xn--bcher-kva.example']])
  })

  test('an opt-out, a complaint and the longer suppression of either hold; values are filled', () => {
    assert.deepEqual(found.facts, [
      [1, 'A', '46', '5', ['y', 'x', 'w'], '2026-01-01', '2026-01-03', '2026-01-02', null],
      [3, 'B', '', '', [], null, null, '2026-02-01', '2026-03-01'],
    ])
  })

  test('an unsubscription of either holds, and an opt-out leaves no subscription', () => {
    assert.deepEqual(found.subscriptions, [
      [1, 2, '2026-01-02', 'page', 'x'],
      [3, 1, '2026-01-05', 'page', 'much'],
      [3, 2, '2026-01-06', 'mail', null],
      [3, 3, null, null, null],
    ])
    assert.deepEqual(found.milestones, [[9]], 'lists with moved subscriptions are counted anew')
  })

  test('opt-outs, bounces and transactions follow', () => {
    assert.deepEqual(found.optOuts, [
      [1, 1, 1, 'a@xn--bcher-kva.example'],
      [3, 2, 7, 'a@xn--bcher-kva.example'],
    ])
    assert.deepEqual(found.bounces, [
      [1, 1, 'a@xn--bcher-kva.example'],
      [2, null, 'z@xn--bcher-kva.example'],
      [3, null, null],
    ])
    assert.deepEqual(found.transactions, [['a@BÜCHER.example', 'a@xn--bcher-kva.example']])
  })
})

test('interrupted near its end it has changed nothing, and is done by the next start', () =>
  withDatabase(async store => {
    await before14(store)
    const keys = 'select account_id, id, email_key from subscribers order by 1, 2'
    const first = await rows(store, keys)
    await store.withClient(async client => {
      await client.query(`create function interrupt() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
      await client.query(`create trigger interrupt before update on transactions for each row
        execute function interrupt()`)
    })
    await assert.rejects(migrate(store))
    assert.deepEqual(await rows(store, keys), first)
    await store.withClient(client => client.query('drop function interrupt() cascade'))
    await migrate(store)
    assert.notDeepEqual(await rows(store, keys), first)
  }))
