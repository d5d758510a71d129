/**
 * A person is proven by their mailbox only: links shown to an owner, or passwords set by one, open
 * neither other accounts nor the installation (no privilege escalation).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { closeAccount } from '../../src/domain/accounts/change-account.ts'
import { createVisitor } from '../support/openid-provider.ts'
import { apiClient, PASSWORD } from './api-setup.ts'
import {
  ATTACKER,
  accept,
  byMail,
  clientOf,
  closeProofs,
  invite,
  mailed,
  newEmail,
  OWN,
  openProofs,
  origin,
  proven,
  provider,
  relay,
  setCodes,
  setup,
  signIn,
  sql,
  tokenOf,
  unproven,
  visitor,
  x,
  y,
  yId,
} from './proof-setup.ts'

before(openProofs)
after(closeProofs)

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
      id,
      ...row.rows[0]!,
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

  test('is shown to no masked owner for an unmasked member', async () => {
    const masked = await proven(x, { masked: true })
    const call = clientOf(await signIn(masked.email, OWN))
    const { id } = await proven()
    const { status, body } = await call('POST', `/members/${id}/password-reset`)
    assert.deepEqual([status, body.reason], [403, 'not-ours'])
  })
})

describe('a person whom an impostor made', () => {
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
    const email = `eva-${newEmail()}`
    const { id } = (await addAccount(store, { username: email, password: PASSWORD }))!
    assert.equal((await signIn(email, PASSWORD)).body.account.id, id)
    const { link } = (await invite(x, email, { mail: false })).body
    assert.equal((await accept(tokenOf(link), ATTACKER)).status, 204)
    assert.equal((await signIn(email, PASSWORD)).body.account.id, id)
    assert.equal((await signIn(email, ATTACKER)).body.kind, 'person')
    assert.equal((await signIn(email, 'of neither')).status, 401)
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
