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
