/** More nouns of the JSON API: templates, webhooks, triggers, fields, credits; acts of a person. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { routes } from '../../src/console-api/v1/table.ts'
import { closeAccount } from '../../src/domain/accounts/change-account.ts'
import { createWebhook } from '../../src/domain/webhooks/manage-webhooks.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
before(async () => {
  setup = await apiSetup()
  call = setup.call
})
after(() => setup.running.close())

async function made(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body
}

test('templates: saved, changed, restored', async () => {
  const wrong = await call('POST', '/templates', {
    name: 'x',
    source: { kind: 'mjml', mjml: '<mj' },
  })
  assert.equal(wrong.body.reason, 'not-valid')
  const made1 = await made('POST', '/templates', {
    name: 'Plain',
    source: { kind: 'html', html: '<p>a</p>' },
  })
  assert.deepEqual([made1.version, made1.active, made1.source.html], [1, true, '<p>a</p>'])
  const at = `/templates/${made1.id}`
  const changed = await made('PATCH', at, {
    source: { kind: 'html', html: '<p>b</p>' },
    active: false,
  })
  assert.deepEqual([changed.version, changed.active, changed.source.html], [2, false, '<p>b</p>'])
  const restored = await made('PATCH', at, { source: { kind: 'version', version: 1 } })
  assert.deepEqual([restored.source.html, restored.versions.length], ['<p>a</p>', 3])
  assert.equal((await made('GET', '/templates')).items.length, 1)
})

test('webhooks: listed, paused, resumed, their events, removed', async () => {
  const { store, sealer } = setup.running
  const hook = { name: 'shop', url: 'https://example.com/hook', kinds: ['subscribed'] }
  await createWebhook(store, sealer, setup.accountId, hook)
  const { items } = await made('GET', '/webhooks')
  assert.deepEqual(
    items.map(({ name, state, events }: Record<string, unknown>) => [name, state, events]),
    [['shop', 'active', ['subscribed']]],
  )
  await made('POST', '/webhooks/shop/pause', { reason: 'maintenance' })
  const paused = await made('GET', '/webhooks/shop')
  assert.deepEqual([paused.state, paused.note], ['paused', 'maintenance'])
  await made('POST', '/webhooks/shop/resume')
  assert.equal((await made('GET', '/webhooks/shop')).state, 'active')
  assert.deepEqual(await made('GET', '/webhooks/shop/events'), { items: [], next: null })
  assert.deepEqual(await made('POST', '/webhooks/shop/replay', {}), { events: 0 })
  await store.run(
    {
      name: '',
      text: `insert into webhook_events (account_id, webhook_id, id, kind, at, person, subscriber_id,
          state, attempts, tried_at, answer, took_millis, details)
        select account_id, id, 7, 'subscribed', now(), 1, 1, 'sent', 1, now(),
          'no answer within 10 s', 10000, '{"source": "import", "said": "by Åsa"}' from webhooks
        where account_id = $1`,
      again: false,
    },
    [setup.accountId],
  )
  const [event] = (await made('GET', '/webhooks/shop/events')).items
  assert.equal(event.id, `${setup.accountId}-7`)
  assert.deepEqual(
    [event.causes, event.millis],
    [[{ code: 'answer-late', values: { seconds: '10' } }], 10_000],
  )
  const body = async () => (await made('GET', `/webhooks/shop/events/${event.id}`)).body
  assert.deepEqual(await body(), {
    version: 1,
    id: event.id,
    event: 'subscribed',
    at: event.at,
    account: setup.accountId,
    subscriber: { id: 1, email: null },
    details: { source: 'import', said: 'by Åsa' },
  })
  const masked = { name: 'masked', rights: ['own'], masked: true }
  const { token } = await made('POST', '/api-keys', masked)
  const ofMasked = apiClient(setup.running.origin, { authorization: `Bearer ${token}` })
  const { body: hidden } = await ofMasked('GET', `/webhooks/shop/events/${event.id}`)
  assert.deepEqual(hidden.body.details, { source: '•••', said: '•••' })
  assert.equal(hidden.body.event, 'subscribed')
  const count = async (query: string) => (await made('GET', `/webhooks/shop/replay${query}`)).events
  assert.deepEqual(
    [await count(''), await count('?sent=true'), await count('?sent=true&since=2030-01-01')],
    [0, 1, 0],
  )
  const again = { eventId: event.id }
  assert.deepEqual(await made('POST', '/webhooks/shop/replay', again), { events: 1 })
  for (const eventId of [7, '7', `${setup.accountId + 1}-7`, `${setup.accountId}-8`])
    assert.equal((await call('POST', '/webhooks/shop/replay', { eventId })).status, 400)
  await made('DELETE', '/webhooks/shop')
  assert.equal((await call('GET', '/webhooks/shop')).status, 400)
})

test('triggers: checked, saved, paused, resumed, changed, removed', async () => {
  await made('POST', '/lists', { name: 'Customers', fromEmail: 'news@example.com' })
  const source = (name: string) =>
    `trigger: ${name}\nlist: Customers\nstart: joined\nsteps:\n  - step: a\n    wait: 1 day\n`
  const checked = await made('POST', '/triggers/check', { source: 'trigger: x\nlist: Nobody\n' })
  assert.ok(checked.problems.length > 0)
  const { code, values, because } = checked.problems[0]
  assert.deepEqual(
    { code, values, because },
    { code: 'definition-lacks', values: { word: 'start' }, because: null },
  )
  const wrong = await call('POST', '/triggers', { source: 'trigger: [' })
  assert.match(wrong.body.detail, /Line \d+, column \d+/)
  const trigger = await made('POST', '/triggers', { source: source('Welcome'), paused: true })
  assert.deepEqual([trigger.name, trigger.state, trigger.version], ['Welcome', 'paused', 1])
  const at = `/triggers/${trigger.id}`
  assert.equal((await made('POST', `${at}/resume`)).state, 'running')
  assert.equal((await made('POST', `${at}/pause`)).state, 'paused')
  const changed = await made('PUT', at, { source: source('Hello'), people: 'finish' })
  assert.deepEqual([changed.name, changed.version], ['Hello', 2])
  const { items } = await made('GET', '/triggers')
  assert.deepEqual([items.length, items[0].active], [1, 0])
  assert.deepEqual([items[0].entered, items[0].steps], [0, ['wait']])
  const flow = await made('GET', `${at}/flow`)
  const waits = { code: 'wait', values: { text: '1 day', minutes: 1440 } }
  const ways = [{ way: 'next', to: null, people: 0 }]
  assert.deepEqual(flow.steps, [{ key: 'a', ...waits, here: 0, ways }])
  assert.deepEqual([flow.start, flow.version], [{ code: 'joined', values: { again: 'never' } }, 2])
  assert.equal((await made('GET', `${at}/flow?version=1`)).source, source('Welcome'))
  assert.equal((await call('GET', `${at}/flow?version=3`)).status, 400)
  const again = await made('POST', '/triggers/check', { source: source('Other') })
  assert.deepEqual(again.flow.steps, flow.steps)
  assert.deepEqual(
    again.outline.map(({ key, line, lastLine }: Record<string, unknown>) => [key, line, lastLine]),
    [['a', 5, 6]],
  )
  await made('DELETE', at)
  assert.equal((await call('GET', at)).status, 404)
})

test('fields are named, typed and searched', async () => {
  const field = await made('PATCH', '/fields/5', { name: 'City', type: 'text', searched: true })
  assert.deepEqual(
    [field.field, field.name, field.searched, field.activated],
    ['DD5', 'City', true, true],
  )
  const { items } = await made('GET', '/fields')
  assert.deepEqual([items.length, items[4].name], [100, 'City'])
  assert.equal((await call('PATCH', '/fields/101', {})).status, 400)
  assert.equal((await call('PATCH', '/fields/6', { name: 'city' })).status, 400)
})

test('fields are made, filled, inspected, and removed when no person has a value', async () => {
  const listId = (await made('POST', '/lists', { name: 'F', fromEmail: 'f@x.test' })).id
  const size = await made('POST', '/fields', { name: 'Size', choices: ['S', 'M', 's'] })
  assert.deepEqual([size.field, size.choices, size.inUse], ['DD1', ['S', 'M'], true])
  assert.equal((await call('POST', '/fields', { name: 'size' })).status, 400)
  assert.equal((await call('POST', '/fields', { name: ' ' })).status, 400)
  assert.equal(
    (await call('POST', '/fields', { name: 'N', type: 'date', choices: ['x'] })).status,
    400,
  )
  // Two members make the same one at the same time: it is there once.
  const twice = await Promise.all([1, 2].map(() => call('POST', '/fields', { name: 'Born' })))
  assert.deepEqual(twice.map(({ status }) => status).sort(), [201, 400])
  const born = twice.find(({ status }) => status === 201)!.body.number as number
  for (const [i, [worn, day]] of [
    ['s', '2001-02-03'],
    ['XL', 'soon'],
    ['M', ''],
  ].entries())
    await made('POST', '/subscribers', {
      email: `f${i}@fields.test`,
      listId,
      fields: { DD1: worn, [`DD${born}`]: day },
    })
  const contents = await made('GET', '/fields/1/contents')
  assert.deepEqual(contents.misfits, { people: 1, values: ['XL'] })
  assert.equal(contents.values.length, 3)
  const asDate = await made('GET', `/fields/${born}/contents?as=date`)
  assert.deepEqual(asDate.misfits, { people: 1, values: ['soon'] })
  const asNumber = await made('GET', `/fields/${born}/contents?as=number`)
  assert.equal(asNumber.misfits.people, 2)
  await made('POST', '/filters', { name: 'Worn', where: 'DD1 = "S"' })
  const letter = {
    subject: 'x',
    listId,
    source: { kind: 'html', html: '<p>{{ Size | default: "?" }}</p>' },
  }
  await made('POST', '/newsletters', { name: 'Letter', ...letter })
  const { items } = await made('GET', '/fields/1/uses')
  assert.deepEqual(
    items.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
    [
      ['filter', 'Worn'],
      ['newsletter', 'Letter'],
    ],
  )
  assert.deepEqual((await made('GET', `/fields/${born}/uses`)).items, [])
  assert.equal((await call('DELETE', '/fields/1')).status, 409)
  const free = await made('POST', '/fields', { name: 'Free', type: 'number' })
  await made('DELETE', `/fields/${free.number}`)
  const all = (await made('GET', '/fields')).items
  const inUse = all.filter((one: { inUse: boolean }) => one.inUse)
  assert.deepEqual(
    inUse.map(({ name }: { name: string }) => name),
    ['Size', 'Born', 'City'],
  )
})

test('where several accounts are open, only who operates sets prices and gives credits', async () => {
  const paid = routes.filter(({ billing }) => billing)
  assert.deepEqual(
    paid.map(({ method, path }) => `${method} ${path}`),
    [
      'POST /credits',
      'PUT /sms-prices/:prefix',
      'DELETE /sms-prices/:prefix',
      'POST /sms-prices/import',
    ],
  )
  for (const { method, path } of paid) {
    const { status, body } = await call(method, path.replace(':prefix', '46'), {})
    assert.deepEqual([status, body.reason], [403, 'not-allowed'], path)
    assert.match(body.detail, /operate/)
  }
})

test('credits are added and listed, exactly', async () => {
  // An account that is alone pays its own gateway.
  await closeAccount(setup.running.store, 'other')
  assert.equal((await made('GET', '/credits')).balance, '0')
  const added = await made('POST', '/credits', { amount: '100.000001', note: 'invoice 7' })
  assert.deepEqual(added, { balance: '100.000001', released: [] })
  await made('POST', '/credits', { amount: '-0.5' })
  const { items } = await made('GET', '/credits/entries?limit=1')
  assert.deepEqual([items[0].amount, items[0].balance], ['-0.5', '99.500001'])
  assert.equal((await call('POST', '/credits', { amount: '-1000' })).status, 400)
})

test('what a person got and did in a year, of the newest sendings', async () => {
  const { running, accountId } = setup
  const list = await made('POST', '/lists', { name: 'Acts', fromEmail: 'news@example.com' })
  const person = { listId: list.id, email: 'acts@example.com' }
  const { id } = await made('POST', '/subscribers', person)
  const ask = (text: string) => running.store.run({ name: '', text, again: false }, [accountId, id])
  const own = 'account_id, source_kind, source_id'
  await ask(
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at,
       planned_at) select $1, n, 1, 1, '{}', 'finished', now(), now() - case when n = 990
       then interval '2 years' else interval '0' end
     from generate_series(1, 1200) n where $2 > 0`,
  )
  await ask(
    `insert into deliveries (${own}, id, email, state) select $1, 1, n, $2, 'a@example.com',
       case when n = 1100 then 'bounced' else 'accepted' end
     from unnest(array[5, 990, 1000, 1050, 1100]) n`,
  )
  await ask(
    `insert into engagements (${own}, delivery_id, views, last_view_at, clicks, last_click_at)
     values ($1, 1, 990, $2, 1, now() - interval '2 years', 0, null),
       ($1, 1, 1000, $2, 3, now() - interval '2 days', 1, now() - interval '3 days'),
       ($1, 1, 1050, $2, 1, now() - interval '5 days', 0, null)`,
  )
  await ask(
    `insert into conversions (account_id, key, source_kind, source_id, link, delivery_id,
       clicked_at, value, currency) select $1, 'o' || n, 1, 1000, 1, $2, now(), 10.50, 'EUR'
     from generate_series(1, 2) n`,
  )
  const { since, lastAct, ...figures } = await made('GET', `/subscribers/${id}/engagement`)
  assert.deepEqual(figures, {
    emails: 2,
    opened: 2,
    clicked: 1,
    links: 0,
    complete: true,
    bought: [{ currency: 'EUR', orders: 2, value: '21' }],
  })
  assert.ok(Date.parse(since) < Date.parse(lastAct))
})
