/** One-time codes: set up, asked for, each once, recovered, demanded by the owner. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { routes } from '../../src/console-api/v1/table.ts'
import { codeOf } from '../support/app-codes.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
  await setup.call('PUT', '/account/sign-in', { allowed: true })
})
after(() => setup.running.close())

const PERSON = 'person secret'
const visitor = () => apiClient(setup.running.origin, { 'X-Pennypost-Console': '1' })
const signedIn = ({ headers }: { headers: Headers }) => {
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  return { cookie, call: apiClient(setup.running.origin, { cookie, 'X-Pennypost-Console': '1' }) }
}

let count = 0
async function member(role = 'editor') {
  const email = `person-${++count}@members.test`
  const { body } = await setup.call('POST', '/invitations', { email, role })
  const token = body.link.split('/').at(-1)
  const accepted = await visitor()('POST', '/invitations/accept', { token, password: PERSON })
  return { email, call: signedIn(accepted).call }
}
const signIn = async (email: string) => {
  const answer = await visitor()('POST', '/session', { username: email, password: PERSON })
  return { ...signedIn(answer), facts: answer.body }
}

async function setUp(call: ApiClient) {
  const { body } = await call('POST', '/session/second-factor')
  const secret: string = body.secret
  assert.match(body.uri, new RegExp(`^otpauth://totp/.*secret=${secret}`))
  const wrong = await call('POST', '/session/second-factor/confirmation', { code: '12345' })
  assert.deepEqual([wrong.status, wrong.body.reason], [401, 'wrong-code'])
  const confirmed = await call('POST', '/session/second-factor/confirmation', {
    code: codeOf(secret),
  })
  assert.equal(confirmed.status, 201, JSON.stringify(confirmed.body))
  return { secret, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}
const reason = async (answer: Promise<{ status: number; body?: { reason: string } }>) =>
  (await answer).body?.reason ?? (await answer).status

test('a person with codes gets nowhere before one, and each counts once', async () => {
  const { email, call } = await member()
  const { secret, recoveryCodes } = await setUp(call)
  assert.equal(new Set(recoveryCodes).size, 10)
  assert.equal((await call('GET', '/session')).status, 200, 'the session that set it up goes on')
  const { call: second, facts, cookie } = await signIn(email)
  assert.deepEqual([facts.wants, facts.rights, facts.codeSet], ['code', [], true])
  for (const { method, path, right } of routes) {
    if (right === 'anyone') continue
    const answer = await second(
      method,
      path.replace(/:\w+/g, '1'),
      method === 'GET' ? undefined : [],
    )
    assert.deepEqual([answer.status, answer.body.reason], [401, 'code-needed'], path)
  }
  assert.equal(await reason(second('POST', '/session/second-factor')), 'code-needed')
  const page = await fetch(`${setup.running.origin}/console`, { headers: { cookie } })
  assert.match(await page.text(), /One-time code/)
  const before = codeOf(secret, -1)
  assert.equal(await reason(second('POST', '/session/code', { code: before })), 'wrong-code')
  const code = codeOf(secret, 1)
  const many = await Promise.all([1, 2, 3].map(() => second('POST', '/session/code', { code })))
  assert.equal(many.filter(({ status }) => status === 204).length, 1)
  assert.equal((await second('GET', '/lists')).status, 200)
  // A recovery code, as typed, once.
  const typed = ` ${recoveryCodes[0]!.toLowerCase().replaceAll('-', ' ')} `
  const { call: third } = await signIn(email)
  assert.equal((await third('POST', '/session/code', { code: typed })).status, 204)
  const { call: fourth } = await signIn(email)
  assert.equal(await reason(fourth('POST', '/session/code', { code: typed })), 'wrong-code')
  assert.equal(await reason(fourth('POST', '/session/code', { code: recoveryCodes[1] })), 204)
  assert.equal(await reason(fourth('DELETE', '/session/second-factor')), 204)
  assert.equal((await signIn(email)).facts.wants, null)
})

test('setting codes up ends all other sessions of the person', async () => {
  const { email, call } = await member()
  const others = [(await signIn(email)).call, (await signIn(email)).call]
  const { call: colleague } = await member()
  for (const one of others) assert.equal((await one('GET', '/session')).status, 200)
  await setUp(call)
  assert.equal((await call('GET', '/session')).status, 200)
  for (const one of others) assert.equal(await reason(one('GET', '/session')), 'not-signed-in')
  assert.equal((await colleague('GET', '/session')).status, 200)
})

test('a code of another person is wrong, and guessing is slowed', async () => {
  const [one, two] = [await member(), await member()]
  const { secret } = await setUp(one.call)
  await setUp(two.call)
  const { call } = await signIn(two.email)
  const foreign = codeOf(secret)
  assert.equal(await reason(call('POST', '/session/code', { code: foreign })), 'wrong-code')
  let last: unknown
  for (let n = 0; n < 30 && last !== 'too-many-failures'; n++)
    last = await reason(call('POST', '/session/code', { code: 'x' }))
  assert.equal(last, 'too-many-failures')
})

test('an owner demands codes, and helps who has lost theirs', async () => {
  const { call, email } = await member()
  const { call: owner } = await member('owner')
  await setUp(owner)
  assert.equal((await owner('PUT', '/account/second-factor', { demanded: true })).status, 200)
  assert.equal(await reason(call('GET', '/lists')), 'code-set-up-needed')
  const { facts } = await signIn(email)
  assert.deepEqual([facts.wants, facts.rights], ['code-set-up', []])
  await setUp(call)
  assert.equal((await call('GET', '/lists')).status, 200)
  const { items } = (await owner('GET', '/members')).body
  const { id } = items.find((one: { email: string }) => one.email === email)
  assert.equal((await setup.stranger('DELETE', `/members/${id}/second-factor`)).status, 404)
  assert.equal((await owner('DELETE', `/members/${id}/second-factor`)).status, 204)
  assert.equal((await signIn(email)).facts.wants, 'code-set-up')
  await owner('PUT', '/account/second-factor', { demanded: false })
  assert.equal((await signIn(email)).facts.wants, null)
})
