/** Sources of events, over HTTP: signed as shops sign, recorded once, refused with reasons. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { FAILURE_RULES } from '../../src/domain/accounts/guessing/failures.ts'
import { type ApiClient, type ApiSetup, apiSetup } from '../console-api/api-setup.ts'
import { until } from '../support/until.ts'

let setup: ApiSetup
let call: ApiClient
let ada: number
before(async () => {
  setup = await apiSetup()
  call = setup.call
  const { id } = (await call('POST', '/lists', { name: 'All', fromEmail: 'n@x.test' })).body
  const ids = new Map<string, number>()
  for (const email of ['ada@x.test', 'out@x.test', 'gone@x.test']) {
    const { status, body } = await call('POST', '/subscribers', { listId: id, email })
    assert.equal(status, 201, JSON.stringify(body))
    ids.set(email, body.id)
  }
  const idOf = (email: string) => ids.get(email)!
  ada = idOf('ada@x.test')
  const erased = await call('DELETE', `/subscribers/${idOf('gone@x.test')}`)
  for (const done of [await call('POST', '/opt-outs', { email: 'out@x.test' }), erased])
    assert.ok(done.status < 300, JSON.stringify(done))
})
after(() => setup.running.close())

interface Source {
  name: string
  address: string
  secret: string
}

let count = 0
const newSource = async (given: object = {}): Promise<Source> => {
  const body = { name: `Shop ${++count}`, event: `order ${count}`, ...given }
  const made = await call('POST', '/event-sources', body)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body
}
const shown = async ({ name }: Source) =>
  (await call('GET', `/event-sources/${encodeURIComponent(name)}`)).body
const keyOf = (secret: string) =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
const mac = (secret: string, text: string, as: 'base64' | 'hex' = 'base64') =>
  createHmac('sha256', keyOf(secret)).update(text).digest(as)

const post = async ({ address }: Source, body: string, headers: Record<string, string> = {}) => {
  const url = `${setup.running.origin}${new URL(address, 'http://localhost').pathname}`
  const answer = await fetch(url, { method: 'POST', body, headers })
  const retryAfter = answer.headers.get('retry-after')
  return { status: answer.status, retryAfter, ...((await answer.json()) as { outcome: string }) }
}
/** As Standard Webhooks says. */
const signed = (secret: string, body: string, { id = 'msg_1', at = Date.now() } = {}) => {
  const time = String(Math.floor(at / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${mac(secret, `${id}.${time}.${body}`)}`,
  }
}
const outcomeOf = async (source: Source, body: unknown, id = `msg_${++count}`) => {
  const text = JSON.stringify(body)
  const { status, outcome } = await post(source, text, signed(source.secret, text, { id }))
  return `${status} ${outcome}`
}

interface Recorded {
  name: string
  values: Record<string, unknown>
}

const recorded = async (name: string): Promise<Recorded[]> =>
  (await call('GET', `/subscribers/${ada}/events`)).body.items.filter(
    (one: Recorded) => one.name === name,
  )

const ORDER = JSON.stringify({ id: 4711, email: 'ada@x.test', total_price: '49.50' })

const SHOPS: Record<string, (secret: string, body: string) => Record<string, string>> = {
  standard: signed,
  shopify: (secret, body) => ({ 'x-shopify-hmac-sha256': mac(secret, body) }),
  woocommerce: (secret, body) => ({ 'x-wc-webhook-signature': mac(secret, body) }),
  github: (secret, body) => ({ 'x-hub-signature-256': `sha256=${mac(secret, body, 'hex')}` }),
}

for (const [scheme, sign] of Object.entries(SHOPS))
  test(`${scheme}: recorded once; another body, secret or no signature is refused`, async () => {
    const source = await newSource({ scheme, event: `${scheme} order`, secret: undefined })
    const right = sign(source.secret, ORDER)
    assert.equal((await post(source, ORDER, right)).outcome, 'recorded')
    assert.equal((await post(source, ORDER, right)).outcome, 'repeated')
    for (const [body, headers] of [
      [`${ORDER} `, right],
      [ORDER, sign('another secret of this length', ORDER)],
      [ORDER, {}],
    ] as const)
      assert.equal((await post(source, body, headers)).status, 401)
    const [event, ...more] = await recorded(`${scheme} order`)
    assert.deepEqual([event?.values.total_price, more], ['49.50', []])
    const counted = async () =>
      (await shown(source)).outcomes
        .map((one: { outcome: string; times: number }) => `${one.outcome} ${one.times}`)
        .sort()
        .join()
    await until(async () => (await counted()) === 'recorded 1,repeated 1,signature 3')
    const { received, outline } = await shown(source)
    assert.ok(received)
    assert.deepEqual(outline, [
      { path: 'id', kind: 'number' },
      { path: 'email', kind: 'address' },
      { path: 'total_price', kind: 'text' },
    ])
  })

test('a paused source asks genuine calls to try again, and records what is then retried', async () => {
  const source = await newSource({ idAt: 'id', event: 'paused order' })
  const order = (id: number) => JSON.stringify({ id, email: 'ada@x.test' })
  const sent = (id: number) => post(source, order(id), signed(source.secret, order(id)))
  const steer = async (verb: string) =>
    (await call('POST', `/event-sources/${encodeURIComponent(source.name)}/${verb}`)).status
  assert.equal((await sent(1)).outcome, 'recorded')
  assert.deepEqual([await steer('pause'), await steer('pause')], [204, 204])
  assert.ok((await shown(source)).paused)
  const refused = await sent(2)
  assert.deepEqual([refused.status, refused.outcome, refused.retryAfter], [503, 'paused', '900'])
  // Known before, it is refused as well; and a wrong secret is still told.
  assert.equal((await sent(1)).status, 503)
  assert.equal((await post(source, order(3), signed('a secret of others', order(3)))).status, 401)
  assert.equal((await recorded('paused order')).length, 1)
  await until(async () =>
    (await shown(source)).outcomes.some(
      (one: { outcome: string; times: number }) => one.outcome === 'paused' && one.times === 2,
    ),
  )
  assert.equal(await steer('resume'), 204)
  assert.equal((await shown(source)).paused, null)
  assert.deepEqual([(await sent(2)).outcome, (await sent(1)).outcome], ['recorded', 'repeated'])
  assert.equal((await recorded('paused order')).length, 2)
})

test('standard: a timestamp of long ago is refused, and the same id is the same event', async () => {
  const source = await newSource()
  const old = signed(source.secret, ORDER, { at: Date.now() - 301_000 })
  assert.deepEqual(await post(source, ORDER, old).then(one => one.outcome), 'clock')
  const other = JSON.stringify({ email: 'ada@x.test', total: 1 })
  const first = await post(source, ORDER, signed(source.secret, ORDER, { id: 'a' }))
  const again = await post(source, other, signed(source.secret, other, { id: 'a' }))
  const next = await post(source, ORDER, signed(source.secret, ORDER, { id: 'b' }))
  assert.deepEqual(
    [first, again, next].map(one => one.outcome),
    ['recorded', 'repeated', 'recorded'],
  )
})

test('a body is read as the mapping says: name, address, id and values', async () => {
  const source = await newSource({
    event: undefined,
    eventAt: 'type',
    emailAt: '/customer/e.mail',
    idAt: 'id',
    values: { total: 'lines.0.price', none: 'not.there' },
  })
  const body = {
    type: 'orders/paid',
    id: 77,
    customer: { 'e.mail': ' Ada@X.test ' },
    lines: [{ price: 5 }],
  }
  assert.equal(await outcomeOf(source, body), '200 recorded')
  assert.equal(await outcomeOf(source, body), '200 repeated', 'by the id of the shop')
  assert.equal(await outcomeOf(source, { ...body, type: 'orders/sent' }), '200 recorded')
  assert.deepEqual(
    (await recorded('orders.paid')).map(one => one.values),
    [{ total: 5 }],
  )
  assert.deepEqual(
    (await shown(source)).outline.map((one: { path: string }) => one.path),
    ['type', 'id', '/customer/e.mail', 'lines', 'lines.0.price'],
  )
})

test('what can not be an event is told with its reason, and changes nothing', async () => {
  const source = await newSource({ idAt: 'id' })
  const name = `order ${count}`
  const deep = `${'['.repeat(200)}${']'.repeat(200)}`
  const outcomes = [
    await outcomeOf(source, { id: 1 }),
    await outcomeOf(source, { id: 1, email: 'nobody' }),
    await outcomeOf(source, { id: 1, email: { at: 'ada@x.test' } }),
    await outcomeOf(source, { id: 1, email: 'nobody@x.test' }),
    await outcomeOf(source, { id: 1, email: 'gone@x.test' }),
    await outcomeOf(source, { email: 'ada@x.test' }),
    await outcomeOf(source, { id: 'x'.repeat(200), email: 'ada@x.test' }),
    await outcomeOf(source, { id: 1, email: 'ada@x.test', text: 'x'.repeat(20_000) }),
    await outcomeOf(source, [{ id: 1, email: 'ada@x.test' }]),
    await outcomeOf(source, null),
  ]
  assert.equal(
    outcomes.join(),
    '200 address,200 address,200 address,200 nobody,200 nobody,200 id,200 id,200 values,' +
      '400 body,400 body',
  )
  for (const body of ['', '{', deep, `{"email":"ada@x.test","id":1,"a":${deep}}`])
    assert.equal((await post(source, body, signed(source.secret, body))).status, 400)
  assert.deepEqual(await recorded(name), [])
  assert.deepEqual((await call('GET', '/subscribers?q=gone')).body.items, [])
  const zero = { id: 1, email: 'ada@x.test', text: 'a\0b', __proto__: { x: 1 } }
  assert.equal(await outcomeOf(source, zero), '200 recorded')
})

test('256 kB are read, more are refused before they are parsed; other methods, other addresses', async () => {
  const source = await newSource({ values: { id: 'id' } })
  const body = (size: number) => JSON.stringify({ id: 1, email: 'ada@x.test', x: 'x'.repeat(size) })
  const most = body(250_000)
  assert.equal((await post(source, most, signed(source.secret, most))).status, 200)
  const large = body(1 << 20)
  assert.equal((await post(source, large, signed(source.secret, large))).status, 413)
  const url = `${setup.running.origin}${new URL(source.address, 'http://localhost').pathname}`
  assert.equal((await fetch(url)).status, 405)
  for (const other of [`${url}x`, url.replace(/.$/, '_'), url.replace(/\d+-\d+-/, '0-1-')])
    assert.equal((await fetch(other, { method: 'POST', body: ORDER })).status, 404)
})

test('a secret is rotated: both hold for a time, then one; a removed source is gone', async () => {
  const source = await newSource({ secret: 'a-secret-that-the-shop-made' })
  const at = `/event-sources/${encodeURIComponent(source.name)}`
  assert.equal(source.secret, 'a-secret-that-the-shop-made')
  const { secret } = (await call('POST', `${at}/rotate`, {})).body
  assert.equal(await outcomeOf(source, { email: 'ada@x.test' }), '200 recorded')
  assert.equal(await outcomeOf({ ...source, secret }, { email: 'ada@x.test' }), '200 recorded')
  const keys = async () => (await call('GET', at)).body.keys.length
  assert.equal(await keys(), 2)
  const last = (await call('POST', `${at}/rotate`, { keepHours: 0 })).body.secret
  assert.equal(await outcomeOf({ ...source, secret }, { email: 'ada@x.test' }), '401 signature')
  assert.equal(
    await outcomeOf({ ...source, secret: last }, { email: 'ada@x.test' }),
    '200 recorded',
  )
  assert.equal(await keys(), 1)
  const inStore = await setup.running.store.run(
    { name: '', text: 'select sealed_secret from event_source_keys', again: true },
    [],
  )
  assert.ok(!JSON.stringify(inStore.rows).includes('a-secret-that'))
  assert.equal((await call('DELETE', at)).status, 204)
  assert.equal((await post(source, ORDER)).status, 404)
})

test('wrong signatures are slowed by network; the ping of WooCommerce is answered', async () => {
  const source = await newSource({ scheme: 'woocommerce' })
  assert.equal((await post(source, 'webhook_id=12')).status, 200)
  const statuses = new Set<number>()
  for (let i = 0; i <= FAILURE_RULES.pair.most + 1; i++)
    statuses.add((await post(source, ORDER)).status)
  assert.deepEqual([...statuses], [401, 429])
})

test('mappings that lead nowhere are refused, and change nothing', async () => {
  const source = await newSource()
  const at = `/event-sources/${encodeURIComponent(source.name)}`
  const wrong = [
    { event: '' },
    { event: '1' },
    { event: 'a', eventAt: 'b' },
    { emailAt: '' },
    { emailAt: 'a..b' },
    { idAt: 'x.'.repeat(99) },
    { values: { 'a b': 'a' } },
    { values: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`v${i}`, 'a'])) },
  ]
  const before = await shown(source)
  for (const change of wrong)
    assert.equal((await call('PATCH', at, change)).status, 400, JSON.stringify(change))
  for (const secret of [
    'short',
    'has blanks in its middle',
    'ö'.repeat(20),
    'whsec_!!!!!!!!!!!!!!!!',
  ])
    assert.equal((await call('POST', `${at}/rotate`, { secret })).status, 400)
  assert.equal(
    (await call('POST', '/event-sources', { name: source.name, event: 'a' })).status,
    400,
  )
  assert.deepEqual(await shown(source), before)
  assert.equal((await call('PATCH', at, { eventAt: 'type' })).status, 204)
  const { event, eventAt } = await shown(source)
  assert.deepEqual([event, eventAt], ['', 'type'])
})

const PAGE = readFileSync(new URL('../../docs/event-sources.md', import.meta.url), 'utf8')

test('the example for curl in the documentation posts an event', async () => {
  const source = await newSource({ event: 'by curl' })
  const script = [...PAGE.matchAll(/```sh\n(.*?)```/gs)]
    .at(-1)![1]!
    .replaceAll('ada@example.com', 'ada@x.test')
  const address = `${setup.running.origin}${new URL(source.address, 'http://localhost').pathname}`
  const env = { ...process.env, SECRET: source.secret, ADDRESS: address }
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env })
  assert.equal(JSON.parse(stdout).outcome, 'recorded')
  assert.deepEqual(
    (await recorded('by curl')).map(one => one.values.total),
    [49.5],
  )
})

test('an example is read by a mapping, and nothing is recorded', async () => {
  const body = { type: 'tried/now', email: 'ada@x.test', id: 5, lines: [{ price: 5 }] }
  const mapping = { eventAt: 'type', idAt: 'id', values: { price: 'lines.0.price' } }
  const attempt = (text: string, more = {}) =>
    call('POST', '/event-sources/try', { ...mapping, ...more, body: text })
  const told = (await attempt(JSON.stringify(body))).body
  const event = { name: 'tried.now', email: 'ada@x.test', id: '5', values: { price: 5 } }
  assert.deepEqual([told.lacks, told.event, told.outline.length], [null, event, 5])
  const lacking = [
    await attempt('[]'),
    await attempt('{'),
    await attempt('{}'),
    await attempt(JSON.stringify({ type: 'a' })),
    await attempt(JSON.stringify({ ...body, id: null })),
    await attempt(JSON.stringify({ ...body, x: 'x'.repeat(20_000) }), { values: {} }),
  ].map(({ body: { lacks } }) => lacks)
  assert.deepEqual(lacking, ['body', 'body', 'event-name', 'address', 'id', 'values'])
  assert.equal((await attempt('{}', { emailAt: 'a..b' })).status, 400)
  assert.equal((await attempt('x'.repeat(262_145))).status, 400)
  assert.equal((await attempt('x'.repeat(600_000))).status, 413)
  assert.deepEqual(await recorded('tried.now'), [])
})
