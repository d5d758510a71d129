/** Every route of a wire that changes something, called by keys without its right. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { wires } from '../../src/wires/edge.ts'
import { DOMAIN } from '../console-api/email-setup.ts'
import { assertNotAllowed, keyHeaders } from './refusals.ts'
import { type WireSetup, wireSetup } from './setup.ts'

let setup: WireSetup
before(async () => {
  setup = await wireSetup()
})
after(() => setup.close())

async function keyed(given: object): Promise<string> {
  const { status, body } = await setup.call('POST', '/api-keys', { name: 'program', ...given })
  assert.equal(status, 201, JSON.stringify(body))
  return body.token
}

const isSending = (action: string) => /^(POST|PATCH) \/emails/.test(action)

for (const wire of wires)
  test(`a key without the right changes nothing by the wire of ${wire.name}`, async () => {
    const sender = await keyed({ rights: ['read', 'send'] })
    const trial = await keyed({ rights: ['read', 'send', 'people'], test: true })
    const routes = wire.routes.filter(route => route.method !== 'GET')
    assert.ok(routes.length > 0)
    for (const { method, path, needs } of routes) {
      const named = path
        .replace(':domain', DOMAIN)
        .replace(':stream', 'outbound')
        .replace(/:\w+/, 'nobody@people.test')
      const call = (token: string) =>
        fetch(`${setup.running.origin}/${wire.name}${named}`, {
          method,
          headers: keyHeaders(wire.name, token),
        })
      const without = isSending(needs) ? [setup.readingKey] : [setup.readingKey, sender, trial]
      for (const token of without)
        await assertNotAllowed(wire.name, await call(token), `${method} ${path}`)
    }
  })

test('a block of SendGrid is deleted by a key that may change suppressions', async () => {
  const call = (method: string, token: string) =>
    fetch(`${setup.running.origin}/sendgrid/v3/suppression/blocks`, {
      method,
      headers: keyHeaders('sendgrid', token),
      ...(method === 'DELETE' && { body: '{"emails":["nobody@people.test"]}' }),
    })
  assert.equal((await call('GET', setup.readingKey)).status, 200)
  await assertNotAllowed('sendgrid', await call('DELETE', setup.readingKey))
  assert.equal((await call('DELETE', setup.key)).status, 204)
})
