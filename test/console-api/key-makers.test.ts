/** Keys whose makers lose rights, are masked, or leave: calls, the list, and taking a key over. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keyCacheExpiry } from '../../src/domain/members/api-keys/key-cache.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
  await setup.call('PUT', '/account/sign-in', { allowed: true })
})
after(() => setup.running.close())

const PASSWORD = 'person secret'

const ask = (text: string, values: unknown[]) =>
  setup.running.store.run({ name: '', text, again: false }, values)

let people = 0
async function member(given: { role: string; masked?: boolean }) {
  const email = `person${++people}@members.test`
  const { body } = await setup.call('POST', '/invitations', { ...given, email, mail: false })
  const answer = { token: body.link.split('/').at(-1), password: PASSWORD }
  const visitor = apiClient(setup.running.origin, { 'X-Pennypost-Console': '1' })
  const { status, headers } = await visitor('POST', '/invitations/accept', answer)
  assert.equal(status, 204)
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  const call = apiClient(setup.running.origin, { cookie, 'X-Pennypost-Console': '1' })
  return { email, call, id: (await call('GET', '/session')).body.person.id as number }
}

async function keyOf(call: ApiClient, rights: string[]) {
  const { status, body } = await call('POST', '/api-keys', { name: 'crm', rights })
  assert.equal(status, 201, JSON.stringify(body))
  const own = apiClient(setup.running.origin, { Authorization: `Bearer ${body.token}` })
  return { id: body.id as number, call: own }
}

const listed = async (id: number) =>
  (await setup.call('GET', '/api-keys')).body.items.find((key: { id: number }) => key.id === id)

test('a key operates no longer than its maker', async () => {
  const eve = await member({ role: 'owner' })
  await ask('update people set operator = true where id = $1', [eve.id])
  const { id, call } = await keyOf(eve.call, ['operate', 'read'])
  assert.equal((await call('GET', '/installation/accounts')).status, 200)
  await ask('update people set operator = false where id = $1', [eve.id])
  await keyCacheExpiry()
  const refused = await call('GET', '/installation/accounts')
  assert.deepEqual([refused.status, refused.body.reason], [403, 'not-allowed'])
  assert.equal((await call('GET', '/lists')).status, 200)
  assert.deepEqual((await call('GET', '/session')).body.rights, ['read'])
  const { lost, why, maker } = await listed(id)
  assert.deepEqual([lost, why, maker.email], [['operate'], 'maker-has-less', eve.email])
  const ending = await setup.call('GET', `/api-keys?endingWith=${eve.id}`)
  assert.deepEqual(
    ending.body.items.map((key: { id: number }) => key.id),
    [id],
  )
  assert.equal((await setup.call('DELETE', `/members/${eve.id}`)).status, 204)
  await keyCacheExpiry()
  const gone = await call('GET', '/lists')
  assert.deepEqual([gone.status, gone.body.reason], [401, 'not-signed-in'])
  assert.match(gone.body.detail, /has stopped/)
  assert.equal((await listed(id)).why, 'maker-gone')
  const password = '/installation/accounts/1/password'
  assert.equal((await call('PUT', password, { password: 'a long secret' })).status, 401)
})

test('a key that the only account made does not operate beside others', async () => {
  const username = 'closed for a while'
  await ask('update accounts set closed_at = now() where id <> $1', [setup.accountId])
  const { id, call } = await keyOf(setup.call, ['operate'])
  const made = await call('POST', '/installation/accounts', { username })
  assert.equal(made.status, 201)
  const losing = { account: 'shop', id, name: 'crm', lost: ['operate'], stopped: true }
  assert.deepEqual(made.body.losing, [losing])
  await keyCacheExpiry()
  const password = `/installation/accounts/${made.body.id}/password`
  const { status } = await call('PUT', password, { password: 'a long secret' })
  assert.equal(status, 401, 'it had no other right')
  assert.deepEqual((await listed(id)).why, 'not-alone')
  await ask('update accounts set closed_at = null', [])
})

test('a key is masked while its maker is', async () => {
  const eve = await member({ role: 'owner' })
  const { call } = await keyOf(eve.call, ['read', 'people'])
  await setup.call('POST', '/opt-outs', { email: 'ada@readers.test' })
  assert.match(JSON.stringify((await call('GET', '/opt-outs')).body), /ada@readers/)
  await setup.call('PATCH', `/members/${eve.id}`, { masked: true })
  await keyCacheExpiry()
  assert.doesNotMatch(JSON.stringify((await call('GET', '/opt-outs')).body), /ada@readers/)
  assert.equal((await call('GET', '/session')).body.masked, true)
})

test('a key that a key made has the same maker', async () => {
  const eve = await member({ role: 'owner' })
  const first = await keyOf(eve.call, ['own', 'read'])
  const second = await keyOf(first.call, ['read'])
  assert.equal((await listed(second.id)).maker.personId, eve.id)
  await setup.call('PATCH', `/members/${eve.id}`, { role: 'viewer' })
  await keyCacheExpiry()
  assert.equal((await first.call('GET', '/members')).status, 403)
  assert.equal((await second.call('GET', '/lists')).status, 200)
  await setup.call('DELETE', `/members/${eve.id}`)
  await keyCacheExpiry()
  assert.equal((await second.call('GET', '/lists')).status, 401)
})

test('an owner takes a key over, with the password, for the program that has it', async () => {
  const [eve, ada] = [await member({ role: 'owner' }), await member({ role: 'owner' })]
  const { id, call } = await keyOf(eve.call, ['read', 'send'])
  const own = await keyOf(ada.call, ['own'])
  await setup.call('DELETE', `/members/${eve.id}`)
  await keyCacheExpiry()
  assert.equal((await call('GET', '/lists')).status, 401)
  const path = `/api-keys/${id}/take-over`
  const byKey = await own.call('POST', path)
  assert.deepEqual([byKey.status, byKey.body.reason], [403, 'not-confirmed'])
  assert.equal((await setup.stranger('POST', path)).status, 404)
  const viewer = await member({ role: 'editor' })
  assert.equal((await viewer.call('POST', path)).status, 403)
  await ask("update sessions set confirmed_at = null where account_id = $1 and kind = 'person'", [
    setup.accountId,
  ])
  const unconfirmed = await ada.call('POST', path)
  assert.deepEqual([unconfirmed.status, unconfirmed.body.reason], [403, 'not-confirmed'])
  await ada.call('POST', '/session/confirmation', { password: PASSWORD })
  const taken = await ada.call('POST', path)
  assert.deepEqual([taken.status, taken.body.maker.email, taken.body.why], [200, ada.email, null])
  await keyCacheExpiry()
  assert.equal((await call('GET', '/lists')).status, 200)
})
