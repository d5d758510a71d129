/** How far a copy asks the former service for pages before it has written the ones it has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { newAccount } from '../support/account.ts'
import { misbehavingService } from '../support/old-service.ts'
import { copyInto, differencesOf, peopleOf } from './setup.ts'

test('pages are asked for ahead of the write, some and one at a time', async () => {
  const [old, to] = [await misbehavingService(), await newAccount()]
  const ids = Array.from({ length: 250 }, (_, i) => 5000 + i)
  const people = ids.map(id => ({ id, email: `ahead${id}@example.test` }))
  old.lists.set(12, { name: 'Kunder', people })
  old.spoil.set('GetPagedSubscribers', ['slow', 'slow', 'slow', 'slow'])
  const asked = () =>
    old.calls.filter(({ operation }) => operation === 'GetPagedSubscribers').length
  const written = async (client: pg.ClientBase) => {
    const count = 'select count(*)::int as pages from move_pages where account_id = $1'
    return (await client.query(count, [to.account.id])).rows[0].pages as number
  }
  const copying = copyInto(to, {
    url: old.url,
    username: 'shop',
    password: 'secret',
    pageSize: 10,
  })
  await to.service.store.withClient(async client => {
    while ((await written(client)) === 0) await pause(10)
    // No page is written while the list is locked.
    await client.query('begin')
    await client.query('select from lists where account_id = $1 for update', [to.account.id])
    const pages = await written(client)
    while (asked() < pages + 3) await pause(10)
    await pause(200)
    assert.equal(asked(), pages + 3)
    await client.query('commit')
  })
  const state = await copying
  assert.deepEqual(differencesOf(state), [])
  assert.deepEqual([...(await peopleOf(to, 12)).keys()].sort(), ids)
  assert.equal(old.mostAtOnce, 1)
  await old.close()
})
