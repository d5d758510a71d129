/** Changes of many subscribers by the JSON API. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { keepWords } from '../../src/domain/words/keep-words.ts'
import { runDueJobs } from '../../src/workers/bulk-jobs.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let one = 0
let two = 0
const ids: number[] = []
before(async () => {
  setup = await apiSetup()
  const { call, running, accountId } = setup
  const list = { name: 'One', fromEmail: 'news@example.com' }
  one = (await call('POST', '/lists', list)).body.id
  two = (await call('POST', '/lists', { ...list, name: 'Two' })).body.id
  for (let n = 0; n < 6; n++) {
    const person = { listId: one, email: `p${n}@example.com`, name: n % 2 ? 'Odd' : 'Even' }
    ids.push((await call('POST', '/subscribers', person)).body.id)
  }
  while (await keepWords(running.store, accountId, { ids: 9_999, people: 999, marginSeconds: 0 }));
})
after(() => setup.running.close())

async function done(path: string) {
  await runDueJobs(setup.running.store, randomUUID(), 60_000)
  return (await setup.call('GET', path)).body
}
const on = async (listId: number) =>
  (
    await setup.call(
      'GET',
      `/subscribers/count?listId=${listId}&where=${encodeURIComponent('format = "html"')}`,
    )
  ).body.count

test('a filter, a search, some ids or everybody are changed in the background, and undone', async () => {
  const { call } = setup
  const action = { do: 'join', listId: two }
  for (const [who, count] of [
    [{ where: 'name = "Odd"', listId: one }, 3],
    [{ q: 'even' }, 3],
    [{ ids: ids.slice(0, 2) }, 2],
    [{ everybody: true }, 6],
  ] as const) {
    const asked = await call('POST', '/bulk-jobs', { action, ...who })
    assert.equal(asked.status, 201, JSON.stringify(asked.body))
    assert.deepEqual([asked.body.state, asked.body.total], ['queued', count])
    const at = `/bulk-jobs/${asked.body.id}`
    const { state, changed } = await done(at)
    assert.deepEqual([state, changed], ['finished', count])
    assert.equal(await on(two), count)
    assert.equal((await call('POST', `${at}/cancel`)).body.reason, 'not-now')
    assert.equal((await call('POST', `${at}/undo`)).body.state, 'undoing')
    assert.deepEqual([(await done(at)).state, await on(two)], ['undone', 0])
    assert.equal((await call('POST', `${at}/undo`)).body.reason, 'not-now')
  }
  const { items } = (await call('GET', '/audit?kind=bulk-job&id=1')).body
  assert.deepEqual(
    items.map(({ action: done, after }: { action: string; after: object }) => [done, after]),
    [
      ['bulk-job.undo', null],
      ['bulk-job.add', { ...action, total: 3 }],
    ],
  )
  const page = await call('GET', '/bulk-jobs?limit=3')
  const rest = await call('GET', `/bulk-jobs?limit=3&after=${page.body.next}`)
  assert.deepEqual([page.body.items.length, rest.body.items.length, rest.body.next], [3, 1, null])
})

test('a list that has just been filled is not empty to a job', async () => {
  const { call, running, accountId } = setup
  const { id: list } = (await call('POST', '/lists', { name: 'New', fromEmail: 'a@x.test' })).body
  // Counts of lists are kept for some seconds.
  await call('GET', '/lists')
  const text =
    'insert into subscriptions (account_id, subscriber_id, list_id, subscribed_at) ' +
    'select $1, id, $2, now() from subscribers where account_id = $1'
  await running.store.run({ name: '', text, again: false }, [accountId, list])
  const asked = await call('POST', '/bulk-jobs', {
    action: { do: 'join', listId: two },
    listId: list,
  })
  assert.deepEqual([asked.status, asked.body.total], [201, 6], JSON.stringify(asked.body))
  await call('POST', `/bulk-jobs/${asked.body.id}/cancel`)
})

test('who is changed must be said, and once', async () => {
  const { call, stranger } = setup
  const action = { do: 'set', field: 1, value: 'x' }
  const refused = async (body: object) => (await call('POST', '/bulk-jobs', body)).body.reason
  assert.equal(await refused({ action }), 'not-valid')
  assert.equal(await refused({ action, ids: [1], everybody: true }), 'not-valid')
  assert.equal(await refused({ action, filterId: 99 }), 'no-such-filter')
  assert.equal(
    await refused({ action: { do: 'join', listId: 99 }, everybody: true }),
    'no-such-list',
  )
  assert.equal(await refused({ action: { do: 'erase' }, everybody: true }), 'not-valid')
  assert.equal((await call('GET', '/bulk-jobs/99')).body.reason, 'no-such-job')
  const theirs = await stranger('POST', '/bulk-jobs', { action, everybody: true })
  assert.equal(theirs.body.reason, 'not-valid')
  assert.deepEqual((await stranger('GET', '/bulk-jobs')).body.items, [])
  // Ids of another account are nobody's here.
  const list = { name: 'Theirs', fromEmail: 'a@example.com' }
  const { id } = (await stranger('POST', '/lists', list)).body
  const join = { do: 'join', listId: id }
  const asked = await stranger('POST', '/bulk-jobs', { action: join, ids })
  await runDueJobs(setup.running.store, randomUUID(), 60_000)
  const { looked, changed } = (await stranger('GET', `/bulk-jobs/${asked.body.id}`)).body
  assert.deepEqual([looked, changed], [6, 0])
})
