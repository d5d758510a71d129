/** Programs call by key: with its rights only, without a cookie, and masked if it says so. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { withoutAddresses } from '../../src/actions/mask.ts'
import { routes } from '../../src/console-api/v1/table.ts'
import { makeApiKey } from '../../src/domain/members/api-keys/api-keys.ts'
import { RIGHTS, type Right } from '../../src/domain/members/rights.ts'
import { type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

const clientWith = (token: string) =>
  apiClient(setup.running.origin, { Authorization: `Bearer ${token}` })

async function made(body: object) {
  const { status, body: key } = await setup.call('POST', '/api-keys', { name: 'shop', ...body })
  assert.equal(status, 201)
  return { key, call: clientWith(key.token) }
}

describe('an API key', () => {
  test('calls without cookie and own header, until it is removed', async () => {
    const { key, call } = await made({ rights: ['read', 'people'] })
    const list = { name: 'Customers', fromEmail: 'news@example.com' }
    assert.equal((await call('POST', '/lists', list)).status, 201)
    assert.deepEqual((await call('GET', '/session')).body.rights, ['read', 'people'])
    const { items } = (await setup.call('GET', '/api-keys')).body
    assert.deepEqual(
      items.map(({ id, used, token }: Record<string, unknown>) => [id, used !== null, token]),
      [[key.id, true, undefined]],
    )
    assert.equal((await setup.stranger('DELETE', `/api-keys/${key.id}`)).status, 404)
    assert.equal((await call('GET', '/lists')).status, 200)
    assert.equal((await setup.call('DELETE', `/api-keys/${key.id}`)).status, 204)
    const { status, body } = await call('GET', '/lists')
    assert.deepEqual([status, body.reason], [401, 'not-signed-in'])
  })

  test('does what its rights say, on every route', async () => {
    // By the domain: no session of one among several accounts may operate.
    const withRights = async (rights: readonly Right[]) => {
      const { store } = setup.running
      return clientWith(
        (
          await makeApiKey(store, setup.accountId, {
            name: 'x',
            rights,
            maker: { kind: 'command' },
          })
        ).token,
      )
    }
    for (const needed of RIGHTS) {
      const having = await withRights([needed])
      const lacking = await withRights(RIGHTS.filter(right => right !== needed))
      // There are several accounts: what bills needs two rights.
      const of = routes.filter(({ right, billing }) => right === needed && !billing)
      for (const { method, path } of of) {
        const filled = path.replace(/:\w+/g, '999999')
        // A body that no schema takes: what is allowed changes nothing.
        const body = method === 'GET' ? undefined : []
        const [had, lacked] = [
          await having(method, filled, body),
          await lacking(method, filled, body),
        ]
        const told = `${method} ${path} with ${needed}: ${had.status}, without: ${lacked.status}`
        assert.notEqual(had.body?.reason, 'not-allowed', told)
        assert.deepEqual([lacked.status, lacked.body.reason], [403, 'not-allowed'], told)
      }
    }
  })

  test('gives no key more rights than it has', async () => {
    const { call } = await made({ rights: ['own'], masked: true })
    const more = await call('POST', '/api-keys', { name: 'more', rights: ['own', 'send'] })
    assert.deepEqual([more.status, more.body.reason], [403, 'not-allowed'])
    const operate = { name: 'more', rights: ['operate'] }
    assert.equal((await setup.call('POST', '/api-keys', operate)).status, 403)
    const same = await call('POST', '/api-keys', { name: 'same', rights: ['own'], masked: false })
    assert.deepEqual([same.status, same.body.masked], [201, true])
  })

  test('without personal data gets no address', async () => {
    const address = 'ada.lovelace@example.com'
    assert.equal((await setup.call('POST', '/opt-outs', { email: address })).status, 204)
    const { call } = await made({ rights: ['read'], masked: true })
    const { status, body } = await call('GET', '/opt-outs')
    assert.deepEqual([status, body.items.length], [200, 1])
    assert.ok(!JSON.stringify(body).includes(address))
    assert.ok(JSON.stringify(body).includes('a•••@example.com'))
  })
})

test('addresses are masked wherever they stand', () => {
  const masked = withoutAddresses({
    text: '<ada@x.test>: "bob@y.test" wrote; mailto:çem@z.test',
    list: ['a@b@c.test', 'no address', '@', 7, null],
    'key@x.test': true,
  })
  assert.deepEqual(masked, {
    text: '<a•••@x.test>: "b•••@y.test" wrote; mailto:ç•••@z.test',
    list: ['a•••@c.test', 'no address', '@', 7, null],
    'k•••@x.test': true,
  })
})
