/** Events that programs post: counted, bounded, and what they start. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
before(async () => {
  setup = await apiSetup()
  call = setup.call
  const { id } = (await call('POST', '/lists', { name: 'All', fromEmail: 'n@x.test' })).body
  const on = await call('POST', '/subscribers', { listId: id, email: 'ada@x.test' })
  assert.ok(on.status < 300, JSON.stringify(on.body))
})
after(() => setup.running.close())

const cart = (values: object, more = {}) =>
  call('POST', '/events', { name: 'cart', email: 'ada@x.test', values, ...more })
const names = async () => (await call('GET', '/events')).body.items

test('an event of 1 MB, of too many values, of nobody and with control characters', async () => {
  const outcomes = [
    await cart({ text: 'x'.repeat(1_048_576) }),
    await cart({ text: 'x'.repeat(16_001) }),
    await cart({}, { email: 'nobody@x.test' }),
    await cart({}, { name: '\0' }),
    await cart({}, { email: 'x'.repeat(100_000) }),
  ]
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [413, 400, 404, 400, 400],
  )
  assert.deepEqual(await names(), [])
  assert.equal((await cart({ text: '\0' })).status, 400)
  assert.equal((await cart({ text: 'a' }, { id: 'a' })).status, 201)
  const [{ name, lately, starts }] = await names()
  assert.deepEqual({ name, lately, starts }, { name: 'cart', lately: 1, starts: [] })
})

test('where values stand in the newest events and in what a source maps; none of the values', async () => {
  const values = async (name: string) => (await call('GET', `/events/${name}/values`)).body.items
  assert.deepEqual(await values('order'), [])
  const order = (values: object) =>
    call('POST', '/events', { name: 'order', email: 'ada@x.test', values })
  await order({ old: true, total: 'five' })
  await order({ total: 5, shop: { city: 'Kiel' }, items: [{ name: 'Spade' }] })
  const source = { name: 'shop', event: 'order', values: { total: 't', coupon: 'c.code' } }
  assert.equal((await call('POST', '/event-sources', source)).status, 201)
  assert.deepEqual(
    (await values('order')).map(({ path, kind }: Record<string, string>) => `${path} ${kind}`),
    [
      'old yes-no',
      'total number',
      'shop.city text',
      'items list',
      'items.0.name text',
      'coupon text',
    ],
  )
  assert.equal((await call('GET', '/events/%00/values')).status, 400)
})

test('the rules of a condition on an event are read, and nobody is counted', async () => {
  const rules = (where: string, events: boolean) =>
    call('POST', '/filters/rules', { where, events })
  const where = 'event.total > 100 and (country = "46" or event.shop.city = "Lund")'
  const { status, body } = await rules(where, true)
  assert.equal(status, 200)
  assert.deepEqual(
    body.rules.map((rule: { where: string }) => rule.where),
    ['event.total > 100', 'country = "46" or event.shop.city = "Lund"'],
  )
  assert.deepEqual(Object.keys(body), ['rules'])
  assert.equal((await rules(where, false)).status, 400)
  assert.equal((await rules('x'.repeat(20_001), true)).status, 400)
})
