/** UTM parameters by the JSON API: of the account, of a newsletter, in the preview. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let newsletterId = 0
before(async () => {
  setup = await apiSetup()
  const { call } = setup
  const list = { name: 'Club & friends', fromEmail: 'news@example.com' }
  const listId = (await call('POST', '/lists', list)).body.id
  const html = '<p><a href="https://shop.example/a#b">A</a> <a href="https://x.example/">X</a></p>'
  const given = { name: 'Spring', subject: 'Hello', source: { kind: 'html', html }, listId }
  newsletterId = (await call('POST', '/newsletters', given)).body.id
})
after(() => setup.running.close())

/** Where the links of the preview lead. */
async function targets(): Promise<string[]> {
  const { body } = await setup.call('GET', `/newsletters/${newsletterId}/preview`)
  const found = body.html.matchAll(/\/t\/\w+\.[1-9]\d*\.(aHR0[\w-]+)\./g)
  return Array.from(found, ([, target]: string[]) => Buffer.from(target!, 'base64url').toString())
}

const WITHOUT = ['https://shop.example/a#b', 'https://x.example/']

test('are off at first; then links to named hosts have them, in the preview', async () => {
  const { call } = setup
  assert.deepEqual((await call('GET', '/utm')).body, { hosts: [], parameters: [] })
  assert.deepEqual(await targets(), WITHOUT)
  const parameters = ['utm_source={{ list }}', 'utm_campaign={{newsletter}}']
  const saved = await call('PATCH', '/utm', { hosts: ['Shop.example'], parameters })
  assert.deepEqual(saved.body, { hosts: ['shop.example'], parameters })
  assert.deepEqual(await targets(), [
    'https://shop.example/a?utm_source=Club%20%26%20friends&utm_campaign=Spring#b',
    'https://x.example/',
  ])
})

test('a newsletter has its own, none, or those of the account again', async () => {
  const { call } = setup
  const at = `/newsletters/${newsletterId}/utm`
  const own = await call('PUT', at, { parameters: ['utm_term=own'] })
  assert.deepEqual(own.body, { hosts: ['shop.example'], parameters: ['utm_term=own'], own: true })
  assert.equal((await targets())[0], 'https://shop.example/a?utm_term=own#b')
  await call('PUT', at, { parameters: [] })
  assert.deepEqual(await targets(), WITHOUT)
  assert.equal((await call('DELETE', at)).status, 204)
  assert.equal((await call('GET', at)).body.own, false)
  assert.match((await targets())[0]!, /utm_campaign=Spring/)
  assert.equal((await call('PUT', '/newsletters/999/utm', { parameters: [] })).status, 404)
})

test('what is no host and no parameter is refused, and nothing changes', async () => {
  const { call } = setup
  const before = (await call('GET', '/utm')).body
  for (const body of [
    { hosts: ['shop'] },
    { hosts: ['https://shop.example/'] },
    { hosts: ['shop.example/path'] },
    { parameters: ['utm_source'] },
    { parameters: ['utm source=a'] },
    { parameters: ['utm_source=a', 'UTM_SOURCE=b'] },
    { parameters: ['utm_source={{ email }}'] },
    { parameters: ['utm_source={% if x %}'] },
    { parameters: [`utm_source=${'a'.repeat(300)}`] },
    { hosts: Array.from({ length: 51 }, (_, n) => `h${n}.example`) },
  ])
    assert.equal((await call('PATCH', '/utm', body)).status, 400, JSON.stringify(body))
  assert.deepEqual((await call('GET', '/utm')).body, before)
})
