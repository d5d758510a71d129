/**
 * A person is proven by their mailbox, or by nobody: what an owner was shown, or has set, opens
 * neither other accounts nor the installation, and nobody gives what they have not.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { closeAccount } from '../../src/domain/accounts/change-account.ts'
import { codeOfStep, stepAt } from '../../src/lib/one-time-code.ts'
import { freePort } from '../support/free-port.ts'
import {
  CLIENT,
  createVisitor,
  startProvider,
  type TestProvider,
} from '../support/openid-provider.ts'
import { OFFERS, type Sink, startSink } from '../support/smtp-sink.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup, PASSWORD } from './api-setup.ts'

let relay: Sink
let provider: TestProvider
let setup: ApiSetup
let origin: string
/** Two accounts: each has the console open to its own password. */
let x: ApiClient
let y: ApiClient
let yId: number

before(async () => {
  relay = await startSink({ offers: OFFERS })
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  provider = await startProvider(`${origin}/console/provider/return`)
  setup = await apiSetup({
    ...{ PORT: String(port), PUBLIC_URL: origin, OIDC_NAME: 'Example Login' },
    SMTP_URL: `smtp://127.0.0.1:${relay.port}?starttls=never`,
    ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id },
    OIDC_CLIENT_SECRET: CLIENT.secret,
  })
  ;({ call: x, stranger: y } = setup)
  yId = (await y('GET', '/session')).body.account.id
  for (const call of [x, y]) {
    await call('POST', '/lists', { name: 'Readers', fromEmail: 'news@tenant.test' })
    await call('PUT', '/account/sign-in', { allowed: true })
  }
})
after(async () => {
  await setup.running.close()
  await provider.close()
  await relay.stop()
})

const ATTACKER = 'tulips of the attacker'
const OWN = 'tulips of the person'
const visitor: ApiClient = (...call) => apiClient(origin, { 'X-Pennypost-Console': '1' })(...call)
const tokenOf = (link: string): string => link.split('/').at(-1)!

let count = 0
const newEmail = () => `person-${++count}@people.test`

const invite = (by: ApiClient, email: string, more: object) =>
  by('POST', '/invitations', { email, role: 'owner', ...more })
const accept = (token: string, password: string) =>
  visitor('POST', '/invitations/accept', { token, password })
const signIn = (username: string, password: string, accountId?: number) =>
  visitor('POST', '/session', { username, password, ...(accountId && { accountId }) })
const clientOf = ({ headers }: { headers: Headers }): ApiClient =>
  apiClient(origin, {
    cookie: headers.get('set-cookie')!.split(';')[0]!,
    'X-Pennypost-Console': '1',
  })

/** The token of the newest link that was mailed to the address. */
async function mailed(email: string, after: number): Promise<string> {
  for (;;) {
    const found = relay.messages.slice(after).find(({ rcpts }) => rcpts.join().includes(email))
    const text = found?.bytes.toString().replace(/=\r\n/g, '').replaceAll('=3D', '=')
    if (text) return tokenOf(/http:\S+\/console\/\S+/.exec(text)![0])
    await pause(10)
  }
}

async function byMail(email: string, ask: () => ReturnType<ApiClient>): Promise<string> {
  const before = relay.messages.length
  const { status } = await ask()
  assert.ok(status < 300, String(status))
  return mailed(email, before)
}

/** Made by an owner, who hands the link over: or uses it. */
async function unproven(by = x, password = ATTACKER) {
  const email = newEmail()
  const { link } = (await invite(by, email, { mail: false })).body
  const accepted = await accept(tokenOf(link), password)
  assert.equal(accepted.status, 204)
  const id = await idIn(by, email)
  return { email, id, call: clientOf(accepted) }
}

async function proven(by = x, more: object = {}) {
  const email = newEmail()
  const token = await byMail(email, () => invite(by, email, more))
  assert.equal((await accept(token, OWN)).status, 204)
  return { email, id: await idIn(by, email) }
}

async function idIn(by: ApiClient, email: string): Promise<number> {
  const { items } = (await by('GET', '/members')).body
  return items.find((one: { email: string }) => one.email === email).id
}

const sql = (text: string, ...values: unknown[]) =>
  setup.running.store.run({ name: '', text, again: false }, values)

/** Codes that only the caller of the session knows. */
async function setCodes(call: ApiClient): Promise<void> {
  const { secret } = (await call('POST', '/session/second-factor')).body
  const bits = [...secret]
    .map(sign => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map(byte => Number.parseInt(byte, 2)))
  const code = codeOfStep(key, stepAt(Date.now()))
  const confirmed = await call('POST', '/session/second-factor/confirmation', { code })
  assert.equal(confirmed.status, 201)
}

describe('a link for a new password that an owner was shown', () => {
  const shown = async (id: number, by = x) => {
    const { status, body } = await by('POST', `/members/${id}/password-reset`)
    assert.equal(status, 201, JSON.stringify(body))
    return tokenOf(body.link)
  }
  const use = (token: string) => visitor('POST', '/password-resets/use', { token, password: OWN })
  const isGone = async (token: string) => {
    const { status, body } = await use(token)
    assert.deepEqual([status, body?.reason], [404, 'no-such-reset'])
  }

  test('opens no account that the member joined since', async () => {
    const { email, id } = await proven()
    const token = await shown(id)
    const row = await sql(
      'select token_hash, account_id from password_resets where person_id = $1',
      id,
    )
    const handed = tokenOf((await invite(y, email, { mail: false })).body.link)
    assert.equal((await accept(handed, OWN)).status, 204)
    await isGone(token)
    // The statement itself refuses a link that is still there.
    await sql(
      `insert into password_resets (person_id, token_hash, account_id, expires_at)
       values ($1, $2, $3, now() + interval '1 day')`,
      ...[id, ...row.rows[0]!],
    )
    await isGone(token)
    const again = await x('POST', `/members/${id}/password-reset`)
    assert.deepEqual([again.status, again.body.reason], [403, 'not-ours'])
    for (const what of ['second-factor', 'provider']) {
      const { status, body } = await x('DELETE', `/members/${id}/${what}`)
      assert.deepEqual([status, body.reason], [403, 'not-ours'], what)
    }
    // Closed accounts count: they may be opened again.
    assert.equal((await y('DELETE', `/members/${id}`)).status, 204)
    const { id: third } = (await addAccount(setup.running.store, {
      username: `third-${id}`,
      password: PASSWORD,
    }))!
    const joined =
      'insert into members (account_id, person_id, role, masked) values ($1, $2, $3, false)'
    await sql(joined, third, id, 'owner')
    await closeAccount(setup.running.store, `third-${id}`)
    assert.equal((await x('POST', `/members/${id}/password-reset`)).body.reason, 'not-ours')
  })

  test('ends when the member leaves, rises, or operates', async () => {
    const changes: ((id: number) => Promise<unknown>)[] = [
      id => x('DELETE', `/members/${id}`),
      id => x('PATCH', `/members/${id}`, { role: 'owner' }),
      id => sql('update people set operator = true where id = $1', id),
    ]
    for (const change of changes) {
      const { id } = await proven(x, { role: 'viewer' })
      const token = await shown(id)
      await change(id)
      await isGone(token)
    }
  })

  test('ends when the owner who saw it leaves or falls, as do invitations that they saw', async () => {
    for (const change of ['remove', 'demote']) {
      const olga = await proven()
      const as = clientOf(await signIn(olga.email, OWN))
      const { id } = await proven()
      const email = newEmail()
      const reset = await shown(id, as)
      const handed = tokenOf((await invite(as, email, { mail: false })).body.link)
      const other = newEmail()
      const own = await byMail(other, () => invite(as, other, {}))
      if (change === 'remove') await x('DELETE', `/members/${olga.id}`)
      else await x('PATCH', `/members/${olga.id}`, { role: 'writer' })
      await isGone(reset)
      assert.equal((await accept(handed, ATTACKER)).status, 404)
      assert.equal((await accept(own, OWN)).status, 204, 'nobody but the mailbox has seen it')
    }
  })

  test('makes the person unproven, and no member of a second account by it', async () => {
    const { email, id } = await proven()
    assert.equal((await use(await shown(id))).status, 204)
    const { items } = (await x('GET', '/members')).body
    assert.equal(items.find((one: { id: number }) => one.id === id).proven, false)
    const handed = tokenOf((await invite(y, email, { mail: false })).body.link)
    const refused = await accept(handed, OWN)
    assert.deepEqual([refused.status, refused.body.reason], [409, 'not-proven'])
  })

  test('is shown to no masked owner for whoever is not masked', async () => {
    const masked = await proven(x, { masked: true })
    const call = clientOf(await signIn(masked.email, OWN))
    const { id } = await proven()
    const { status, body } = await call('POST', `/members/${id}/password-reset`)
    assert.deepEqual([status, body.reason], [403, 'not-ours'])
  })
})

describe('a person whom somebody else made', () => {
  test('is the true one’s from their sign-in at the provider on', async () => {
    const { email, call } = await unproven()
    await setCodes(call)
    await invite(y, email, {})
    provider.people.set(email, { email, email_verified: true, name: 'The true one' })
    const browser = createVisitor()
    await browser.signIn(`${origin}/console/provider/start?account=${yId}`, email)
    const cookie = `pennypost_session=${browser.jar.get('pennypost_session')}`
    const { body } = await apiClient(origin, { cookie })('GET', '/session')
    assert.deepEqual(
      [body.account.id, body.person.role, body.person.proven, body.codeSet, body.wants],
      [yId, 'owner', true, false, null],
    )
    assert.equal((await signIn(email, ATTACKER, yId)).status, 401)
    assert.equal((await signIn(email, ATTACKER)).status, 401)
    assert.equal((await call('GET', '/session')).status, 401)
  })

  test('is the true one’s by a mailed invitation, with a password of their own', async () => {
    const { email, call } = await unproven()
    await setCodes(call)
    const handed = tokenOf((await invite(y, email, { mail: false })).body.link)
    for (const path of ['/invitations/read', '/invitations/accept']) {
      const given = path.endsWith('read') ? {} : { password: ATTACKER }
      const { status, body } = await visitor('POST', path, { token: handed, ...given })
      assert.deepEqual([status, body.reason], [409, 'not-proven'])
    }
    const page = await fetch(`${origin}/console/invitation/${handed}`)
    assert.match(await page.text(), /Ask for an invitation by email/)
    const token = await byMail(email, () => invite(y, email, {}))
    const { known } = (await visitor('POST', '/invitations/read', { token })).body
    assert.equal(known, false)
    const accepted = await accept(token, OWN)
    const { account, wants } = (await clientOf(accepted)('GET', '/session')).body
    assert.deepEqual([account.id, wants], [yId, null])
    assert.equal((await call('GET', '/session')).status, 401)
    assert.equal((await signIn(email, ATTACKER)).status, 401)
    // Nobody lands by default where somebody else has joined them.
    assert.equal((await signIn(email, OWN)).body.account.id, yId)
  })

  test('is the true one’s by a forgotten password, and of nobody while in no account', async () => {
    const { email, id, call } = await unproven()
    const ask = () => visitor('POST', '/password-resets', { email })
    const token = await byMail(email, ask)
    const used = await visitor('POST', '/password-resets/use', { token, password: OWN })
    assert.equal(used.status, 204)
    assert.equal((await call('GET', '/session')).status, 401)
    assert.equal((await signIn(email, OWN)).body.person.proven, true)
    const gone = await unproven()
    await x('DELETE', `/members/${gone.id}`)
    const handed = tokenOf((await invite(y, gone.email, { mail: false })).body.link)
    assert.equal((await accept(handed, OWN)).status, 204)
    assert.equal((await signIn(gone.email, ATTACKER)).status, 401)
    assert.equal((await signIn(gone.email, OWN)).body.account.id, yId)
    assert.ok(id)
  })

  test('becomes no operator before the proof', async () => {
    const { id } = await unproven()
    const boss = await proven()
    await sql('update people set operator = true where id = $1', boss.id)
    const call = clientOf(await signIn(boss.email, OWN))
    const refused = await call('PATCH', `/members/${id}`, { operator: true })
    assert.deepEqual([refused.status, refused.body.reason], [409, 'not-proven'])
    const other = await proven()
    assert.equal((await call('PATCH', `/members/${other.id}`, { operator: true })).status, 200)
  })

  test('proves the address from their own settings, by a new password', async () => {
    const { email, call } = await unproven()
    const token = await byMail(email, () => call('POST', '/session/proof'))
    const given = { token, password: OWN }
    assert.equal((await visitor('POST', '/password-resets/use', given)).status, 204)
    assert.equal((await signIn(email, ATTACKER)).status, 401)
    const own = clientOf(await signIn(email, OWN))
    assert.equal((await own('GET', '/session')).body.person.proven, true)
    assert.equal((await own('POST', '/session/proof')).status, 409)
  })

  test('takes no account the sign-in by a user name that is the address', async () => {
    const { store } = setup.running
    const email = `eva-${++count}@shop.test`
    const { id } = (await addAccount(store, { username: email, password: PASSWORD }))!
    assert.equal((await signIn(email, PASSWORD)).body.account.id, id)
    const { link } = (await invite(x, email, { mail: false })).body
    assert.equal((await accept(tokenOf(link), ATTACKER)).status, 204)
    assert.equal((await signIn(email, PASSWORD)).body.account.id, id)
    assert.equal((await signIn(email, ATTACKER)).body.kind, 'person')
    assert.equal((await signIn(email, 'of neither')).status, 401)
  })
})

describe('nobody gives what they have not', () => {
  const keyOf = async (rights: string[], masked = false) => {
    const { token } = (await x('POST', '/api-keys', { name: 'k', rights, masked })).body
    return apiClient(origin, { Authorization: `Bearer ${token}` })
  }

  test('a role with a right that the caller has not', async () => {
    const { id } = await proven(x, { role: 'viewer' })
    const own = await keyOf(['own'])
    for (const role of ['viewer', 'writer', 'editor', 'owner']) {
      assert.equal((await own('PATCH', `/members/${id}`, { role })).body.reason, 'not-allowed')
      assert.equal((await invite(own, newEmail(), { role })).body.reason, 'not-allowed')
    }
    const writes = await keyOf(['own', 'read', 'content'])
    assert.equal((await writes('PATCH', `/members/${id}`, { role: 'writer' })).status, 200)
    assert.equal((await writes('PATCH', `/members/${id}`, { role: 'editor' })).status, 403)
  })

  test('a link to a key, which may have it mailed only', async () => {
    const key = await keyOf(['own', 'read'])
    const email = newEmail()
    const asked = { role: 'viewer', mail: false }
    assert.equal((await invite(key, email, asked)).body.reason, 'not-allowed')
    const { body } = await invite(key, email, { role: 'viewer' })
    assert.deepEqual([body.link, body.mailed, body.trouble], [null, true, null])
    relay.tell([{ at: 'rcpt', do: 'reply', reply: '550 5.7.1 not here' }])
    const refused = (await invite(key, newEmail(), { role: 'viewer' })).body
    relay.tell([])
    assert.deepEqual([refused.link, refused.mailed], [null, false])
    assert.match(refused.trouble, /not here/)
    const { id } = await proven()
    const reset = await key('POST', `/members/${id}/password-reset`)
    assert.equal(reset.body.reason, 'not-allowed')
    const mail = await key('POST', `/members/${id}/password-reset`, { mail: true })
    assert.deepEqual([mail.status, mail.body.link], [201, null])
  })

  test('a sight of personal data', async () => {
    const { email, id } = await proven(x, { masked: true })
    const masked = clientOf(await signIn(email, OWN))
    const key = await keyOf(['read', 'content', 'people', 'send', 'own'], true)
    for (const call of [masked, key]) {
      const refused = await call('PATCH', `/members/${id}`, { masked: false })
      assert.deepEqual([refused.status, refused.body.reason], [403, 'not-allowed'])
      assert.equal((await invite(call, newEmail(), { masked: false })).status, 403)
    }
    const invited = newEmail()
    await invite(masked, invited, {})
    const { items } = (await x('GET', '/invitations')).body
    assert.equal(items.find((one: { email: string }) => one.email === invited).masked, true)
  })

  test('a name to somebody else', async () => {
    const { email, id } = await proven()
    for (const body of [{ name: 'X' }, { language: 'de' }])
      assert.equal((await x('PATCH', `/members/${id}`, body)).status, 400)
    const own = clientOf(await signIn(email, OWN))
    assert.equal(
      (await own('PATCH', '/session/person', { name: 'Ada', language: 'sv' })).status,
      204,
    )
    const { person } = (await own('GET', '/session')).body
    assert.deepEqual([person.name, person.language], ['Ada', 'sv'])
  })
})

test('a mailed link is in the mailbox alone', async () => {
  const email = newEmail()
  const before = relay.messages.length
  const key = { 'Idempotency-Key': `once-${email}` }
  const answer = await x('POST', '/invitations', { email, role: 'viewer' }, key)
  const token = await mailed(email, before)
  assert.equal((await accept(token, OWN)).status, 204)
  const reset = await byMail(email, () => visitor('POST', '/password-resets', { email }))
  // A bounce would go to the sender of the account's list, whole.
  const [first, second] = relay.messages.slice(before)
  assert.match(first!.mail, /^MAIL FROM:<>/)
  assert.match(second!.mail, /^MAIL FROM:<>/)
  const { rows: tables } = await sql(
    `select table_name from information_schema.tables where table_schema = 'public'`,
  )
  assert.ok(tables.length > 50)
  let stored = ''
  for (const [table] of tables)
    stored += (await sql(`select coalesce(string_agg(t::text, ''), '') from ${table} t`))
      .rows[0]![0]
  const said = JSON.stringify(answer.body) + setup.running.lines.join('')
  for (const secret of [token, reset].map(one => one.split('.')[1]!)) {
    assert.ok(!stored.includes(secret), 'in the store')
    assert.ok(!said.includes(secret), 'in an answer or in the log')
  }
})
