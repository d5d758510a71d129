/** Mailing lists by the JSON API. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

const LIST = { name: 'Customers', fromEmail: 'news@example.com' }

test('lists are made, read page by page, changed and removed', async () => {
  const { call } = setup
  const { status, body: made } = await call('POST', '/lists', { ...LIST, tracking: 'anonymous' })
  assert.equal(status, 201)
  assert.deepEqual(
    { ...made, created: undefined },
    {
      ...LIST,
      id: 1,
      fromName: 'Customers',
      description: '',
      characterSet: 'utf-8',
      tracking: 'anonymous',
      created: undefined,
      subscribers: 0,
      archived: null,
    },
  )
  assert.match(made.created, /^\d{4}-\d\d-\d\dT[\d:.]+\+01:00$/)
  for (const name of ['Two', 'Three']) await call('POST', '/lists', { ...LIST, name })
  const first = await call('GET', '/lists?limit=2')
  assert.deepEqual(
    first.body.items.map(({ name }: { name: string }) => name),
    ['Customers', 'Two'],
  )
  const second = await call('GET', `/lists?limit=2&after=${first.body.next}`)
  assert.deepEqual([second.body.items.length, second.body.next], [1, null])
  const changed = await call('PATCH', '/lists/1', { description: 'Who bought', tracking: 'off' })
  assert.deepEqual([changed.body.description, changed.body.tracking], ['Who bought', 'off'])
  assert.deepEqual((await call('GET', '/lists/1/uses')).body, {
    newsletters: 0,
    triggers: 0,
    sendings: 0,
  })
  assert.equal((await call('DELETE', '/lists/1')).status, 204)
  assert.equal((await call('GET', '/lists/1')).status, 404)
  assert.equal((await call('DELETE', '/lists/1')).status, 404)
})

test('lists are archived, hidden then, and restored; their days are counted', async () => {
  const { call } = setup
  const { body: list } = await call('POST', '/lists', { ...LIST, name: 'Old' })
  const at = `/lists/${list.id}`
  const names = async (query: string) =>
    (await call('GET', `/lists?${query}`)).body.items.map(({ name }: { name: string }) => name)
  assert.notEqual((await call('POST', `${at}/archive`)).body.archived, null)
  assert.deepEqual(
    [(await names('')).includes('Old'), await names('archived=true')],
    [false, ['Old']],
  )
  assert.equal((await call('POST', `${at}/restore`)).body.archived, null)
  assert.deepEqual([(await names('')).includes('Old'), await names('archived=true')], [true, []])
  await call('POST', '/subscribers', { listId: list.id, email: 'day@example.com' })
  const { days, countedFrom } = (await call('GET', `${at}/days?days=3`)).body
  assert.deepEqual([days.length, days[2].joined, days[2].left], [3, 1, 0])
  assert.equal(days[2].day, countedFrom)
  assert.equal((await call('GET', `${at}/days?days=1000`)).status, 400)
})

test('lists of another account are not there', async () => {
  const { call, stranger } = setup
  const { body: list } = await call('POST', '/lists', LIST)
  const at = `/lists/${list.id}`
  assert.equal((await stranger('GET', at)).status, 404)
  assert.equal((await stranger('GET', `${at}/uses`)).status, 404)
  assert.equal((await stranger('PATCH', at, { name: 'Taken' })).status, 404)
  assert.equal((await stranger('DELETE', at)).status, 404)
  assert.deepEqual((await stranger('GET', '/lists')).body.items, [])
  assert.equal((await call('GET', at)).body.name, 'Customers')
})

test('counts are fresh once an import or a change of many has ended', async () => {
  const { call, running, accountId } = setup
  const { id } = (await call('POST', '/lists', { name: 'Fresh', fromEmail: 'news@x.test' })).body
  const shown = async () => (await call('GET', `/lists/${id}`)).body.subscribers
  assert.equal(await shown(), 0)
  const ask = (text: string, values: unknown[]) =>
    running.store.run({ name: '', text, again: false }, values)
  for (const [importId, people] of [
    [901, 5],
    [902, 7],
  ] as const) {
    await ask(
      `insert into subscribers (account_id, id, email, email_key)
         select $1, $3 * 100 + n, $3 || '-' || n || '@x.test', $3 || '-' || n || '@x.test'
         from generate_series(1, $2) n`,
      [accountId, people, importId],
    )
    await ask(
      `insert into subscriptions (account_id, list_id, subscriber_id)
         select $1, $4, $3 * 100 + n from generate_series(1, $2) n`,
      [accountId, people, importId, id],
    )
    await ask(
      `insert into imports (account_id, id, list_id, state, name, options, finished_at)
         values ($1, $2, $3, 2, 'f.csv', '{}', now())`,
      [accountId, importId, id],
    )
  }
  assert.equal(await shown(), 12)
})
