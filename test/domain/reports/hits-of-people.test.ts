/**
 * Views and clicks read in parts: over the end of a month, by a reader who stops, and while the
 * store fails.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Db, Store } from '../../../src/db/db.ts'
import { addAccount } from '../../../src/domain/accounts/add-account.ts'
import { ALWAYS, clicksOf, viewsOf } from '../../../src/domain/reports/hits-of-people.ts'
import { makeHitMonths } from '../../../src/domain/tracking/hit-months.ts'
import { temporaryStore } from '../../support/database.ts'
import { sendingIn } from './reported.ts'

const HITS = 18000

let opened: Awaited<ReturnType<typeof temporaryStore>>
let store: Store
let accountId: number
before(async () => {
  opened = await temporaryStore()
  store = opened.store
  accountId = (await addAccount(store, {
    username: 'shop',
    password: 'correct horse battery staple',
  }))!.id
  await sendingIn(store, accountId)
  // Ten at each moment, half of the moments in April and half in May (UTC).
  await store.withClient(client =>
    client.query(
      `insert into hits (account_id, source_kind, source_id, kind, at, id, delivery_id, link, \
verdict, reason)
       select $1, 1, 1, kind, timestamptz '2026-05-01 00:00:00+00' + (n / 10 - \
${HITS / 20}) * interval '1 second', n, n, case when kind = 'click' then 1 else 0 end, 'person', ''
       from generate_series(0, ${HITS - 1}) n, unnest(array['view', 'click']) kind`,
      [accountId],
    ),
  )
  await makeHitMonths(store)
})
after(() => opened.drop())

const SECOND = 1000
const MAY = Date.UTC(2026, 4, 1)

describe('a report in parts', () => {
  test('goes over the end of a month, each hit once and in order', async () => {
    const { rows } = await store.withClient(client =>
      client.query(
        // Without the number of a cluster's shard.
        `select regexp_replace(tableoid::regclass::text, '_[0-9]{6,}$', '') as part,
           count(*)::int as count from hits where kind = 'view' group by 1 order by 1`,
      ),
    )
    assert.deepEqual(rows, [
      { part: 'hits_2026_04', count: HITS / 2 },
      { part: 'hits_2026_05', count: HITS / 2 },
    ])
    const times: string[] = []
    let largest = 0
    for await (const part of await viewsOf(store, accountId, 1, ALWAYS)) {
      largest = Math.max(largest, part.length)
      times.push(...part.map(({ viewed }) => viewed))
    }
    assert.equal(times.length, HITS)
    assert.deepEqual(times, [...times].sort())
    assert.equal(new Set(times).size, HITS / 10)
    assert.ok(largest < HITS / 4, `${largest} rows at once`)
  })

  test('has of an interval what comes before its end', async () => {
    let count = 0
    const interval = { from: new Date(MAY - 5 * SECOND), until: new Date(MAY + 5 * SECOND) }
    for await (const part of await clicksOf(store, accountId, 1, interval)) count += part.length
    assert.equal(count, 100)
  })

  test('ends with the error of the store, not as if it were whole', async () => {
    let statements = 0
    const failing: Db = {
      run: (...given) => {
        if (given[0].name === 'reports.hitsOfPeople' && ++statements === 3)
          return Promise.reject(new Error('the store is gone'))
        return store.run(...given)
      },
      transact: (...given) => store.transact(...given),
    }
    let count = 0
    await assert.rejects(async () => {
      for await (const part of await viewsOf(failing, accountId, 1, ALWAYS)) count += part.length
    }, /the store is gone/)
    assert.ok(count > 0 && count < HITS)
    // Who has stopped reading is not told of what fails behind them.
    statements = 0
    for await (const _ of await viewsOf(failing, accountId, 1, ALWAYS)) if (statements === 2) break
  })
})
