/** People in the API: the rights of each role, masking, and the pages behind their links. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { routes } from '../../src/console-api/v1/table.ts'
import { makeLoginLink } from '../../src/domain/accounts/login-link.ts'
import type { Right, Role } from '../../src/domain/members/rights.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

const PERSON = 'person secret'
const visitor = () => apiClient(setup.running.origin, { 'X-Pennypost-Console': '1' })
const cookieOf = (headers: Headers) => headers.get('set-cookie')!.split(';')[0]!
const signedIn = (cookie: string): ApiClient =>
  apiClient(setup.running.origin, { cookie, 'X-Pennypost-Console': '1' })

let count = 0
async function invited(role: Role, masked = false, by = setup.call) {
  const email = `person-${++count}@members.test`
  const { status, body } = await by('POST', '/invitations', { email, role, masked })
  assert.equal(status, 201, JSON.stringify(body))
  return { email, link: body.link as string, token: (body.link as string).split('/').at(-1)! }
}

async function member(role: Role, masked = false) {
  const { email, token } = await invited(role, masked)
  const accepted = await visitor()('POST', '/invitations/accept', { token, password: PERSON })
  assert.equal(accepted.status, 204)
  return { email, call: signedIn(cookieOf(accepted.headers)) }
}

const ALLOWED: Record<Role, Right[]> = {
  viewer: ['read'],
  writer: ['read', 'content'],
  editor: ['read', 'content', 'people', 'send'],
  owner: ['read', 'content', 'people', 'send', 'own'],
}

describe('each role', () => {
  for (const role of Object.keys(ALLOWED) as Role[])
    test(`may do as ${role} what the table says, on every route`, async () => {
      // An owner ends the session of the account's own password, which the setup uses.
      await setup.call('PUT', '/account/sign-in', { allowed: true })
      const { call } = await member(role)
      for (const { method, path, right, billing } of routes) {
        // There are several accounts: what bills needs `operate` besides.
        if (right === 'anyone' || billing) continue
        const filled = path.replace(/:\w+/g, '999999')
        const { status, body } = await call(method, filled, method === 'GET' ? undefined : [])
        const refused = status === 403 && body.reason === 'not-allowed'
        assert.equal(refused, !ALLOWED[role].includes(right), `${method} ${path}: ${status}`)
      }
    })
})

describe('a person', () => {
  test('signs in, is told what they are, and sees and ends their sessions', async () => {
    const { email, call } = await member('writer')
    const given = { username: email, password: PERSON }
    const browser = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
    const as = { 'User-Agent': browser }
    const { body: facts, headers } = await visitor()('POST', '/session', given, as)
    assert.deepEqual(
      [facts.kind, facts.person.email, facts.person.role, facts.rights, facts.confirmed],
      ['person', email, 'writer', ['read', 'content'], true],
    )
    const second = signedIn(cookieOf(headers))
    const { items } = (await second('GET', '/sessions')).body
    assert.deepEqual(
      [items.length, new Set(items.map((one: { email: string }) => one.email)).size],
      [2, 1],
    )
    const here = items.find((one: { current: boolean }) => one.current)
    assert.deepEqual([here.agent, here.userAgent], ['Firefox, Windows', browser])
    const { id } = items.find((one: { current: boolean }) => !one.current)
    assert.equal((await setup.stranger('DELETE', `/sessions/${id}`)).status, 404)
    const { call: other } = await member('writer')
    assert.equal((await other('DELETE', `/sessions/${id}`)).status, 404)
    assert.equal((await call('GET', '/session')).status, 200)
    assert.equal((await second('DELETE', `/sessions/${id}`)).status, 204)
    assert.equal((await call('GET', '/session')).status, 401)
    const changed = { password: PERSON, newPassword: 'newer secret' }
    const wrong = await second('POST', '/session/password', { ...changed, password: 'x' })
    assert.deepEqual([wrong.status, wrong.body.reason], [401, 'unknown-credentials'])
    assert.equal((await second('POST', '/session/password', changed)).status, 204)
    assert.equal((await second('GET', '/session')).status, 200)
  })

  test('without personal data gets no address of the store, in any answer', async () => {
    const address = 'ada.lovelace@readers.test'
    await setup.call('POST', '/opt-outs', { email: address })
    await setup.call('POST', '/test-groups/us/emails', { emails: [address] })
    const { call, email } = await member('owner', true)
    let seen = ''
    for (const { method, path, right } of routes) {
      if (method !== 'GET' || right === 'anyone' || right === 'operate') continue
      seen += JSON.stringify((await call(method, path.replace(/:\w+/g, '1'))).body ?? '')
    }
    assert.ok(seen.includes('a•••@readers.test'))
    for (const one of [address, email]) assert.ok(!seen.includes(one), one)
    // The pages of before show subscribers: not to them.
    const { headers } = await visitor()('POST', '/session', { username: email, password: PERSON })
    const page = await fetch(`${setup.running.origin}/console`, {
      headers: { cookie: cookieOf(headers) },
    })
    assert.match(await page.text(), /<h1>Sign in<\/h1>/)
  })
})

describe('keys and members', () => {
  test('need the password again in a session that a link opened', async () => {
    const { running, accountId } = setup
    const link = await makeLoginLink(running.store, accountId)
    const opened = await fetch(`${running.origin}/console/login/${link}`, { redirect: 'manual' })
    const call = signedIn(cookieOf(opened.headers))
    assert.equal((await call('GET', '/session')).body.kind, 'link')
    for (const { method, path, confirmed, right } of routes) {
      if (!confirmed || right === 'operate') continue
      const { status, body } = await call(method, path.replace(/:\w+/g, '999999'), [])
      assert.deepEqual([status, body.reason], [403, 'not-confirmed'], `${method} ${path}`)
    }
    const wrong = await call('POST', '/session/confirmation', { password: 'wrong' })
    assert.equal(wrong.status, 401)
    const password = 'correct horse battery staple'
    assert.equal((await call('POST', '/session/confirmation', { password })).status, 204)
    const made = await call('POST', '/api-keys', { name: 'shop', rights: ['read'] })
    assert.equal(made.status, 201)
  })

  test('are changed by owners, operators only by operators', async () => {
    const { email } = await member('viewer')
    const { call: owner } = await member('owner')
    const { items } = (await owner('GET', '/members')).body
    const { id } = items.find((one: { email: string }) => one.email === email)
    const at = `/members/${id}`
    const refused = await owner('PATCH', at, { operator: true })
    assert.deepEqual([refused.status, refused.body.reason], [403, 'not-allowed'])
    const { body } = await owner('PATCH', at, { role: 'editor', masked: true })
    assert.deepEqual([body.role, body.masked, body.operator], ['editor', true, false])
    for (const method of ['GET', 'PATCH', 'DELETE'])
      assert.equal(
        (await setup.stranger(method, at, method === 'PATCH' ? {} : undefined)).status,
        404,
      )
    const reset = await owner('POST', `${at}/password-reset`)
    assert.match(reset.body.link, /\/console\/password\/\d+\.[\w-]{43}$/)
    // One account of several is no operator.
    assert.equal((await setup.call('PATCH', at, { operator: true })).status, 403)
    const text = 'update people set operator = true where id = $1'
    await setup.running.store.run({ name: '', text, again: false }, [id])
    const ofOperator = await owner('POST', `${at}/password-reset`)
    assert.deepEqual([ofOperator.status, ofOperator.body.reason], [403, 'not-ours'])
    assert.equal((await owner('DELETE', at)).status, 204)
    assert.equal((await owner('GET', at)).status, 404)
  })
})

describe('the page behind a link', () => {
  const send = (link: string, fields: Record<string, string>) =>
    fetch(link, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

  test('makes a member, and later sets a new password', async () => {
    const { link, email } = await invited('editor')
    const shown = await fetch(link)
    assert.match(await shown.text(), /You are invited to shop, with the role “Editor”/)
    const short = await send(link, { name: '<b>Ada</b>', password: 'x' })
    assert.match(await short.text(), /at least 8 characters/)
    const made = await send(link, { name: '<b>Ada</b>', password: PERSON })
    assert.deepEqual([made.status, made.headers.get('location')], [303, '/console'])
    assert.equal(
      (await signedIn(cookieOf(made.headers))('GET', '/session')).body.person.name,
      '<b>Ada</b>',
    )
    const used = await fetch(link)
    assert.equal(used.status, 410)
    assert.match(await used.text(), /used, or expired/)
    const { items } = (await setup.call('GET', '/members')).body
    const { id } = items.find((one: { email: string }) => one.email === email)
    const reset = (await setup.call('POST', `/members/${id}/password-reset`)).body.link
    assert.match(await (await fetch(reset)).text(), new RegExp(email))
    assert.equal((await send(reset, { password: 'newer secret' })).status, 303)
    assert.equal((await fetch(reset)).status, 410)
    const body = { username: email, password: 'newer secret' }
    assert.equal((await visitor()('POST', '/session', body)).status, 201)
  })
})
