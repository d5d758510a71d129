/** Sign-in by OpenID Connect, at a real provider program. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { openSession } from '../../src/domain/accounts/session.ts'
import { inviteMember } from '../../src/domain/members/entry/invite.ts'
import { freePort } from '../support/free-port.ts'
import {
  CLIENT,
  createVisitor,
  startProvider,
  type TestProvider,
} from '../support/openid-provider.ts'
import { type ApiSetup, apiClient, apiSetup, PASSWORD } from './api-setup.ts'

let provider: TestProvider
let setup: ApiSetup
let origin: string

async function started(inToken: boolean) {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  provider = await startProvider(`${origin}/console/provider/return`, { inToken })
  setup = await apiSetup({
    PORT: String(port),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Example Login',
  })
}

async function stopped() {
  await setup.running.close()
  await provider.close()
}

const START = () => `${origin}/console/provider/start`
const invite = (email: string, role: 'owner' | 'editor' = 'editor', accountId = setup.accountId) =>
  inviteMember(setup.running.store, accountId, { email, role })

const sessionOf = async ({ jar }: ReturnType<typeof createVisitor>) => {
  const cookie = `pennypost_session=${jar.get('pennypost_session') ?? ''}`
  const call = apiClient(origin, { cookie, 'X-Pennypost-Console': '1' })
  return { call, ...(await call('GET', '/session')) }
}

const ada = { email: 'ada@members.test', email_verified: true, name: 'Ada \u202eLovelace' }

describe('a provider of OpenID Connect', () => {
  before(() => started(false))
  after(stopped)

  test('is offered, by the API and by the page without scripts', async () => {
    const { body } = await apiClient(origin, {})('GET', '/session/ways')
    assert.deepEqual(body.provider, { name: 'Example Login', path: '/console/provider/start' })
    const page = await fetch(`${origin}/console`)
    assert.match(await page.text(), /Sign in with Example Login/)
  })

  test('that does not answer is told by a page, and asked again', async () => {
    provider.down = true
    const { status, text } = await createVisitor().visit(START())
    assert.equal(status, 502)
    assert.match(text, /Example Login did not sign you in/)
    assert.ok(setup.running.lines.some(line => line.includes('ProviderFailure')))
    provider.down = false
    const page = await createVisitor().visit(START())
    assert.ok(page.url.startsWith(`${provider.issuer}/interaction/`))
  })

  test('asks before another site replaces a session, and begins on a navigation only', async () => {
    const { call, running, accountId } = setup
    const cookie = `pennypost_session=${await openSession(running.store, accountId)}`
    const start = (headers: Record<string, string>) =>
      fetch(`${START()}?account=1`, { redirect: 'manual', headers })
    const from = (site: string) => ({ 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': 'document' })
    for (const site of ['cross-site', 'same-site']) {
      const asked = await start({ cookie, ...from(site) })
      assert.deepEqual([asked.status, asked.headers.get('set-cookie')], [200, null], site)
      const text = await asked.text()
      assert.match(text, /You are signed in as shop\. Another site asks/)
      assert.match(text, /<a href="\/console\/provider\/start\?account=1">Sign in with Example/)
      assert.equal((await start(from(site))).status, 303, 'nobody is signed in')
    }
    assert.equal((await start({ cookie, ...from('same-origin') })).status, 303)
    for (const path of [START(), `${origin}/console/provider/return?code=x&state=y`]) {
      const image = await fetch(path, { headers: { cookie, 'Sec-Fetch-Dest': 'image' } })
      assert.deepEqual([image.status, image.headers.get('set-cookie')], [403, null])
    }
    assert.equal((await call('GET', '/session')).status, 200)
  })

  test('lets an invited person in, who stays the same when their address changes', async () => {
    provider.people.set('ada', ada)
    await invite('Ada@members.test')
    const browser = createVisitor()
    await browser.signIn(START(), 'ada')
    const { status, body, call } = await sessionOf(browser)
    assert.deepEqual(
      [status, body.person.email, body.person.name, body.person.role, body.rights],
      [200, ada.email, 'Ada Lovelace', 'editor', ['read', 'content', 'people', 'send']],
    )
    assert.deepEqual([body.confirmed, body.passwordSet], [false, false])
    assert.equal((await call('POST', '/session/confirmation', { password: '' })).status, 401)
    provider.people.set('ada', { ...ada, email: 'ada@elsewhere.test' })
    const again = createVisitor()
    await again.signIn(START(), 'ada')
    assert.equal((await sessionOf(again)).body.person.id, body.person.id)
    // No password was made that anybody could know.
    const given = { username: ada.email, password: '' }
    const visitor = apiClient(origin, { 'X-Pennypost-Console': '1' })
    assert.equal((await visitor('POST', '/session', given)).status, 401)
    const { items } = (await setup.call('GET', '/audit?action=member.join')).body
    assert.deepEqual([items[0].actor.kind, items[0].peer], ['person', '127.0.0.1'])
  })

  test('makes no account for strangers, nor for addresses that it has not verified', async () => {
    const count = async () => {
      const query = { name: '', text: 'select count(*) from people', again: true }
      return (await setup.running.store.run(query, [])).rows
    }
    const before = await count()
    provider.people.set('eve', { email: 'eve@strangers.test', email_verified: true })
    await invite('bob@members.test')
    provider.people.set('bob', { email: 'bob@members.test', email_verified: false })
    provider.people.set('carl', { email: 'carl@members.test' })
    provider.people.set('dora', {})
    const said = {
      eve: /neither a member nor invited/,
      bob: /has not verified the address bob@/,
      carl: /has not verified/,
      dora: /tells no email address/,
    }
    for (const [login, sentence] of Object.entries(said)) {
      const browser = createVisitor()
      const { status, text } = await browser.signIn(START(), login)
      assert.equal(status, 403)
      assert.match(text, sentence)
      assert.equal((await sessionOf(browser)).status, 401)
    }
    assert.deepEqual(await count(), before)
    assert.equal((await setup.call('GET', '/invitations')).body.items.length, 1)
  })

  test('recognises a member with a password once; another login with the address is none', async () => {
    const token = await invite('grace@members.test')
    const visitor = apiClient(origin, { 'X-Pennypost-Console': '1' })
    const accepted = { token, password: 'a long secret' }
    assert.equal((await visitor('POST', '/invitations/accept', accepted)).status, 204)
    const grace = { email: 'grace@members.test', email_verified: true }
    provider.people.set('grace', grace).set('grace of before', grace)
    const first = createVisitor()
    await first.signIn(START(), 'grace')
    const { body } = await sessionOf(first)
    // Whoever set the password has not shown that the mailbox is theirs: the provider has.
    assert.deepEqual([body.person.email, body.passwordSet], ['grace@members.test', false])
    assert.equal(body.person.proven, true)
    const second = createVisitor()
    const { status, text } = await second.signIn(START(), 'grace of before')
    assert.equal(status, 403)
    assert.match(text, /belongs to another login/)
    const forget = `/members/${body.person.id}/provider`
    assert.equal((await setup.stranger('DELETE', forget)).status, 404)
    assert.equal((await setup.call('DELETE', forget)).status, 204)
    await second.signIn(START(), 'grace of before')
    assert.equal((await sessionOf(second)).body.person.id, body.person.id)
  })

  test('gives the password again for keys and members', async () => {
    provider.people.set('olga', { email: 'olga@members.test', email_verified: true })
    await invite('olga@members.test', 'owner')
    await setup.call('PUT', '/account/sign-in', { allowed: true })
    const browser = createVisitor()
    await browser.signIn(START(), 'olga')
    const { call } = await sessionOf(browser)
    const key = { name: 'shop', rights: ['read'] }
    assert.equal((await call('POST', '/api-keys', key)).body.reason, 'not-confirmed')
    // The provider knows who it is, and asks all the same.
    const { text } = await browser.visit(`${START()}?again`)
    assert.match(text, /name="password"/)
    await browser.signIn(`${START()}?again`, 'olga')
    const { body, call: confirmed } = await sessionOf(browser)
    assert.equal(body.confirmed, true)
    assert.equal((await confirmed('POST', '/api-keys', key)).status, 201)
    const newPassword = 'set after the fact'
    const set = await confirmed('POST', '/session/password', { password: '', newPassword })
    assert.equal(set.status, 204)
    const by = { username: 'olga@members.test', password: newPassword }
    assert.equal(
      (await apiClient(origin, { 'X-Pennypost-Console': '1' })('POST', '/session', by)).status,
      201,
    )
  })

  test('opens the account that was asked for, and joins those that invite', async () => {
    const { id } = (await addAccount(setup.running.store, {
      username: 'third',
      password: PASSWORD,
    }))!
    // Of another mailbox of hers, which her person is not: the mailed link makes another person.
    await invite('ada@elsewhere.test', 'owner', id)
    const elsewhere = createVisitor()
    await elsewhere.signIn(`${START()}?account=${id}`, 'ada')
    assert.equal((await sessionOf(elsewhere)).body.account.username, 'shop')
    provider.people.set('ada', ada)
    await invite('ada@members.test', 'owner', id)
    const browser = createVisitor()
    await browser.signIn(`${START()}?account=${id}`, 'ada')
    const { body } = await sessionOf(browser)
    assert.deepEqual([body.account.username, body.person.role], ['third', 'owner'])
  })

  test('a return counts once, in the browser that began it, with its state', async () => {
    const RETURN = `${origin}/console/provider/return`
    const iss = encodeURIComponent(provider.issuer)
    const refused = async (of: ReturnType<typeof createVisitor>, url: string, what: RegExp) => {
      const { status, text } = await of.visit(url)
      assert.ok(status === 400 || status === 502, String(status))
      assert.match(text, what)
      assert.ok(!of.jar.has('pennypost_provider'))
      assert.equal((await sessionOf(of)).status, 401)
    }
    const withCookie = (cookie: string) => {
      const browser = createVisitor()
      browser.jar.set('pennypost_provider', cookie)
      return browser
    }
    const ours = createVisitor({ stopAt: RETURN })
    const { url } = await ours.signIn(START(), 'ada')
    const cookie = ours.jar.get('pennypost_provider')!
    assert.ok(url.startsWith(`${RETURN}?code=`), url)
    // Somebody else's answer, in a browser that began nothing or something else.
    await refused(createVisitor(), url, /not begun in this browser/)
    const other = createVisitor({ stopAt: provider.issuer })
    await other.visit(START())
    await refused(other, url, /state/)
    await refused(withCookie(`${cookie}x`), url, /did not sign you in/)
    await refused(withCookie(cookie), url.replace(/code=[^&]+/, 'code=x'), /invalid_grant/)
    await refused(withCookie(cookie), url.replace(iss, 'https%3A%2F%2Felsewhere.test'), /iss/)
    await refused(withCookie(cookie), `${RETURN}?error=<b>&iss=${iss}`, /did not sign you in/)
    const sealed = setup.running.sealer.seal(
      Buffer.from(JSON.stringify({ at: Date.now() - 11 * 60_000 })),
      'sign-in at a provider',
    )
    await refused(withCookie(sealed), url, /longer than 10 minutes/)
    const browser = withCookie(cookie)
    await browser.visit(url)
    assert.equal((await sessionOf(browser)).status, 200)
    await refused(withCookie(cookie), url, /invalid_grant/)
  })
})

describe('a provider that tells all in the token, and takes the secret in the form', () => {
  before(() => started(true))
  after(stopped)

  test('signs in as well', async () => {
    provider.people.set('ada', ada)
    await invite(ada.email)
    const browser = createVisitor()
    await browser.signIn(START(), 'ada')
    assert.equal((await sessionOf(browser)).body.person.email, ada.email)
  })
})
