/** SMS by the JSON API: what one would cost and why, one to a number, and what came of each. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordReply } from '../../src/domain/sms/opt-outs.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
let listId: number

async function made(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

before(async () => {
  setup = await apiSetup()
  call = setup.call
  const text = "update accounts set closed_at = now() where username = 'other'"
  await setup.running.store.run({ name: '', text, again: false }, [])
  listId = (await made('POST', '/lists', { name: 'Shop', fromEmail: 'shop@example.test' })).id
  const numbers = ['+46701740605', '+46701740606', '+4915123456789']
  for (const [at, phone] of numbers.entries())
    await made('POST', '/subscribers', { email: `p${at}@x.test`, phone, listId })
  const csv = 'prefix;price\n46;0.35\n49;0.75'
  await made('POST', '/sms-prices/import', { csv, replace: true })
})
after(() => setup.running.close())

test('the price of a trial, by what a segment costs, and what to write instead', async () => {
  const text = `${'a'.repeat(80)} – “x” 😀`
  const tried = await made('POST', '/sms/try', { listId, text })
  assert.deepEqual(tried.prices, [
    { price: '0.35', numbers: 2, cost: '1.4' },
    { price: '0.75', numbers: 1, cost: '1.5' },
  ])
  assert.equal(tried.cost, '2.9')
  assert.equal(tried.parts.join(''), text)
  assert.deepEqual(tried.replacements, [
    { character: '–', by: '-' },
    { character: '“', by: '"' },
    { character: '”', by: '"' },
  ])
})

test('nothing is sent that costs more than was said, or from nobody', async () => {
  await made('POST', '/credits', { amount: '10' })
  const order = { listId, text: 'Sale' }
  const dearer = await call('POST', '/sms', { ...order, mostCost: '1.44' })
  assert.deepEqual([dearer.status, dearer.body.code], [409, 'sms-dearer'])
  assert.deepEqual(dearer.body.values, { cost: '1.45', most: '1.44' })
  for (const wrong of [
    { mostCost: 'much' },
    { sender: 'Lindhaga & Söner' },
    { sender: 'x'.repeat(41) },
  ])
    assert.equal((await call('POST', '/sms', { ...order, ...wrong })).status, 400)
  assert.deepEqual((await made('GET', '/sms')).items, [])
  const sent = await made('POST', '/sms', { ...order, mostCost: '1.45', sender: 'Lindhaga' })
  assert.deepEqual([sent.state, sent.balance], ['sending', '8.55'])
  const { sender, missing } = await made('GET', `/sms/${sent.id}`)
  assert.deepEqual([sender, missing], ['Lindhaga', null])
})

test('what came of an SMS, number by number and in pages', async () => {
  const [{ id }] = (await made('GET', '/sms')).items
  const first = await made('GET', `/sms/${id}/deliveries?limit=2`)
  assert.deepEqual(
    first.items.map((one: { number: string; state: string; email: string }) => [
      one.number,
      one.state,
      one.email,
    ]),
    [
      ['+46701740605', 'planned', 'p0@x.test'],
      ['+46701740606', 'planned', 'p1@x.test'],
    ],
  )
  const rest = await made('GET', `/sms/${id}/deliveries?limit=2&after=${first.next}`)
  assert.deepEqual([rest.items.length, rest.next], [1, null])
  assert.deepEqual((await made('GET', `/sms/${id}/deliveries?state=refused`)).items, [])
  assert.equal((await call('GET', `/sms/${id}/deliveries?state=lost`)).status, 400)
  assert.equal((await call('GET', '/sms/999/deliveries')).status, 404)
})

test('one SMS to a number, and all that it got', async () => {
  const sent = await made('POST', '/sms/to-number', {
    number: '070-174 06 05',
    country: 'SE',
    text: 'A test',
    sender: 'Lindhaga',
  })
  assert.deepEqual([sent.planned, sent.cost], [1, '0.35'])
  const found = await made('GET', '/sms/deliveries?number=%2B46701740605')
  assert.deepEqual(
    found.items.map((one: { text: string; subscriberId: number | null }) => [
      one.text,
      one.subscriberId === null,
    ]),
    [
      ['A test', true],
      ['Sale', false],
    ],
  )
  assert.deepEqual([found.number, found.optedOut], ['+46701740605', false])
  await recordReply(setup.running.store, { number: found.number, text: 'STOPP', meaning: 'stop' })
  assert.equal((await made('GET', '/sms/deliveries?number=%2B46701740605')).optedOut, true)
  const refused = await made('POST', '/sms/to-number', { number: found.number, text: 'Once more' })
  assert.deepEqual([refused.planned, refused.cost, refused.state], [0, '0', 'finished'])
  assert.deepEqual(refused.leftOut, { 'opted-out-of-sms': 1 })
  for (const number of ['12', '', 'x'.repeat(41)])
    assert.equal((await call('POST', '/sms/to-number', { number, text: 'x' })).status, 400)
})

test('a held one says what it lacks, and is listed by its state', async () => {
  const held = await made('POST', '/sms', { listId, text: 'ж'.repeat(600) })
  assert.equal(held.state, 'held')
  const { missing } = await made('GET', `/sms/${held.id}`)
  assert.equal((Number(held.cost) - Number(held.balance)).toFixed(6), Number(missing).toFixed(6))
  const ids = async (state: string) =>
    (await made('GET', `/sms?state=${state}`)).items.map(({ id }: { id: number }) => id)
  assert.deepEqual(await ids('held'), [held.id])
  const { released } = await made('POST', '/credits', { amount: missing })
  assert.deepEqual(released, [held.id])
  assert.deepEqual(await ids('held'), [])
})

test('a masked key sees no number, and searches by none', async () => {
  const key = { name: 'masked', rights: ['read'], masked: true }
  const { token } = await made('POST', '/api-keys', key)
  const masked = apiClient(setup.running.origin, { Authorization: `Bearer ${token}` })
  const [{ id }] = (await made('GET', '/sms?limit=1')).items
  const { body } = await masked('GET', `/sms/${id}/deliveries`)
  assert.ok(body.items.length > 0)
  assert.doesNotMatch(JSON.stringify(body), /\+4|p0@x/)
  assert.ok((await masked('GET', '/sms/deliveries?number=%2B46701740605')).status >= 400)
})

test('texts that no telephone takes change nothing', async () => {
  const before = (await made('GET', '/sms')).items.length
  for (const text of ['\ud83d alone', 'x'.repeat(1_000_000), 'x'.repeat(1531), ' ', '', '\u0007'])
    for (const path of ['/sms', '/sms/try'])
      assert.ok((await call('POST', path, { listId, text })).status >= 400)
  assert.equal((await made('GET', '/sms')).items.length, before)
  // An emoji and what is written from right to left stay whole.
  const { parts } = await made('POST', '/sms/try', { listId, text: `${'ש'.repeat(66)}😀שלום` })
  assert.deepEqual(parts, ['ש'.repeat(66), '😀שלום'])
  assert.equal((await made('GET', '/sms-gateway')).state, 'none')
})
