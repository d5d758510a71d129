/** Who stands at a step of a trigger by the API: page by page, masked, and asked for wrongly. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

const SOURCE =
  'trigger: T\nlist: Readers\nstart: joined\nsteps:\n  - step: who rests\n    wait: 1 day\n'

let setup: ApiSetup
let path: string
before(async () => {
  setup = await apiSetup()
  const { call, accountId, running } = setup
  await call('POST', '/lists', { name: 'Readers', fromEmail: 'n@readers.test' })
  for (const name of ['Ada', 'Bo', 'Cy'])
    await call('POST', '/subscribers', { listId: 1, email: `${name}@readers.test`, name })
  const { body } = await call('POST', '/triggers', { source: SOURCE, paused: true, local: true })
  path = `/triggers/${body.id}`
  const text = `insert into trigger_entries (account_id, trigger_id, subscriber_id, entry, version, cause_at,
       subscribed_at, step, due_at)
     select account_id, $2, id, 1, 1, now(), now(), 'who rests', now() + interval '1 day'
     from subscribers where account_id = $1`
  await running.store.run({ name: '', text, again: false }, [accountId, body.id])
})
after(() => setup.running.close())

const AT_STEP = `step=${encodeURIComponent('who rests')}`

test('page by page, each once', async () => {
  const names: string[] = []
  let next = ''
  do {
    const { body } = await setup.call('GET', `${path}/people?${AT_STEP}&limit=2${next}`)
    names.push(...body.items.map(({ name }: { name: string }) => name))
    next = body.next && `&after=${body.next}`
  } while (next)
  assert.deepEqual(names, ['Ada', 'Bo', 'Cy'])
  assert.deepEqual((await setup.call('GET', `${path}/stays`)).body, { items: [] })
})

test('a key without personal data sees no name and no address', async () => {
  const asked = { name: 'k', rights: ['read'], masked: true }
  const { token } = (await setup.call('POST', '/api-keys', asked)).body
  const call = apiClient(setup.running.origin, { Authorization: `Bearer ${token}` })
  const { body } = await call('GET', `${path}/people?${AT_STEP}`)
  assert.ok(body.items, JSON.stringify(body))
  assert.deepEqual(
    body.items.map(({ name, email }: { name: string; email: string }) => [name, email]),
    ['A', 'B', 'C'].map(letter => ['•••', `${letter}•••@readers.test`]),
  )
})

test('what is no step, no page and no trigger is refused', async () => {
  const status = async (query: string, of = path) =>
    (await setup.call('GET', `${of}/people${query}`)).status
  assert.equal(await status(''), 400)
  assert.equal(await status(`?step=${'x'.repeat(201)}`), 400)
  assert.equal(await status('?step=%00'), 400)
  assert.equal(await status(`?${AT_STEP}&limit=201`), 400)
  for (const place of ['x', '["2026-01-01",1]', '[1e300,1]', '[1]'])
    assert.equal(await status(`?${AT_STEP}&after=${Buffer.from(place).toString('base64url')}`), 400)
  assert.equal(await status(`?${AT_STEP}`, '/triggers/99'), 404)
  assert.equal((await setup.call('GET', '/triggers/99/stays')).status, 404)
  const far = Buffer.from(JSON.stringify([Number.MAX_SAFE_INTEGER, 1])).toString('base64url')
  assert.equal(await status(`?${AT_STEP}&after=${far}`), 200)
})
