/** A sending of an account that the planner's statistics do not know yet. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSending } from '../../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../../src/domain/sendings/plan-sending.ts'
import { isCluster } from '../../support/cluster.ts'
import { rowsReadBy } from '../../support/rows-read.ts'
import { sendingSetup } from '../../support/sending.ts'

const PEOPLE = 10_000
/** Three times this is less than `analyze` takes as a sample (30,000): chance has no part in it. */
const OTHERS = 9_000

const skip = (await isCluster()) && 'the node counts the scans of its shards'

test('is planned without all of its subscriptions for each person', { skip }, async () => {
  const setup = await sendingSetup(1)
  const { store, accountId, ask, listId, newsletterId } = setup
  const fill = (account: number, people: number) =>
    ask(
      `with added as (
         insert into subscribers (account_id, id, email, email_key)
         select $1::bigint, n, email, email
         from generate_series(2, $2::int) n,
           concat('somebody-with-a-long-address-', n, '@example.com') email
         returning id)
       insert into subscriptions (account_id, subscriber_id, list_id)
       select $1::bigint, id, $3::int from added`,
      [account, people, listId],
    )
  try {
    for (const table of ['subscribers', 'subscriptions'])
      await ask(`alter table ${table} set (autovacuum_enabled = off)`)
    for (const other of [101, 102, 103]) {
      await ask('insert into tenants (account_id) values ($1)', [other])
      await ask(
        `insert into lists select (jsonb_populate_record(l,
           jsonb_build_object('account_id', $1::bigint))).* from lists l where account_id = $2`,
        [other, accountId],
      )
      await fill(other, OTHERS)
    }
    await ask('analyze')
    await fill(accountId, PEOPLE)
    const sendingId = await makeSending(store, accountId, {
      newsletterId,
      listId,
      dueAt: new Date(),
      zone: '+01:00',
    })
    const read = await rowsReadBy(ask, '%', async () => {
      const plan = await planSending(store, accountId, sendingId, 3_600_000)
      assert.equal(plan?.planned, PEOPLE)
    })
    assert.ok(read <= 10 * PEOPLE, `${read} rows read by indexes`)
  } finally {
    await setup.drop()
  }
})
