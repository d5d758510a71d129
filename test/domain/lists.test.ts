/** Programs ask for the lists at each log-in: the cost must not grow with the account's age. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { lastLargeChange, listsToCount } from '../../src/domain/lists/lists.sql.ts'
import { statements } from '../sharding-proof.ts'
import { temporaryStore } from '../support/database.ts'

test('the last of many imports is found by an index', async t => {
  const { store, drop } = await temporaryStore()
  t.after(drop)
  const accountId = 1
  const text = statements.find(({ name }) => name.endsWith('lists.listsToCount'))?.text
  const rows = await store.withClient(async client => {
    await client.query('insert into tenants (account_id) values ($1)', [accountId])
    await client.query(
      `insert into imports (account_id, id, list_id, options, state, finished_at, undone_at)
      select $1, n, 1, '{}', 2, timestamptz '2026-01-01' + make_interval(hours => n),
        case when n = 7 then timestamptz '2030-01-01' end from generate_series(1, 3000) n`,
      [accountId],
    )
    await client.query('analyze imports')
    return (await client.query(`explain ${text}`, [accountId])).rows
  })
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  assert.match(plan, /Index.*imports_by_end/)
  assert.doesNotMatch(plan, /Seq Scan on imports/)

  const name = { name: 'A', fromName: 'A', fromEmail: 'a@example.com', description: '' }
  await makeList(store, accountId, { ...name, characterSet: '' })
  const [list] = await listsToCount(store, { accountId })
  const { at } = await lastLargeChange(store, { accountId })
  assert.equal(list?.lastChange, at)
  assert.match(at ?? '', /^2030-01-01/)
})
