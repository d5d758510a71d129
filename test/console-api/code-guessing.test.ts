/** Guessing one-time codes with a known password: a sign-in ends, codes rest, owners are told. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { subjectOf } from '../../src/domain/accounts/guessing/guesses.ts'
import { emailKey } from '../../src/lib/email-address.ts'
import { codeOf } from '../support/app-codes.ts'
import { OFFERS, type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { type ApiSetup, apiClient, apiSetup, PASSWORD } from './api-setup.ts'

let setup: ApiSetup
let relay: Sink
before(async () => {
  relay = await startSink({ offers: OFFERS })
  setup = await apiSetup({
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: 'https://mail.example.com',
    SMTP_URL: `smtp://127.0.0.1:${relay.port}?starttls=never`,
    NOTICE_FROM: 'pennypost@example.com',
  })
  await setup.call('PUT', '/account/sign-in', { allowed: true })
})
after(async () => {
  await setup.running.close()
  await relay.stop()
})

/** A caller at a network of their own. */
let networks = 0
const from = (network: number, headers: Record<string, string> = {}) =>
  apiClient(setup.running.origin, {
    'X-Pennypost-Console': '1',
    'X-Forwarded-For': `2001:db8:${network.toString(16)}::1`,
    ...headers,
  })

async function signIn(email: string, network = ++networks) {
  const answer = await from(network)('POST', '/session', { username: email, password: PASSWORD })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  return { cookie, call: from(network, { cookie }) }
}

/** A member with codes. */
let people = 0
async function member(role = 'editor') {
  const email = `guessed-${++people}@members.test`
  const { body } = await setup.call('POST', '/invitations', { email, role, mail: false })
  const token = body.link.split('/').at(-1)
  const accepted = await from(++networks)('POST', '/invitations/accept', {
    token,
    password: PASSWORD,
  })
  const cookie = accepted.headers.get('set-cookie')!.split(';')[0]!
  const call = from(networks, { cookie })
  const { secret } = (await call('POST', '/session/second-factor')).body
  const code = (later: number) => codeOf(secret, later)
  const confirmed = await call('POST', '/session/second-factor/confirmation', { code: code(-1) })
  assert.equal(confirmed.status, 201, JSON.stringify(confirmed.body))
  const recoveryCodes: string[] = confirmed.body.recoveryCodes
  const id: number = (await call('GET', '/session')).body.person.id
  return { id, email, call, code, recoveryCodes }
}

const ask = (text: string, values: unknown[] = []) =>
  setup.running.store.run({ name: '', text, again: false }, values)

const reason = async (answer: ReturnType<ReturnType<typeof from>>) => {
  const { status, body } = await answer
  return body?.reason ?? status
}

test('a sign-in that waits for a code ends after ten wrong ones, however many at once', async () => {
  const { email, code } = await member()
  const { call, cookie } = await signIn(email)
  const wrong = Array.from({ length: 40 }, () =>
    reason(call('POST', '/session/code', { code: 'x' })),
  )
  const answers = await Promise.all(wrong)
  assert.equal(answers.filter(one => one === 'wrong-code').length, 9)
  assert.equal(await reason(call('POST', '/session/code', { code: code(1) })), 'not-signed-in')
  const page = await fetch(`${setup.running.origin}/console`, { headers: { cookie } })
  assert.doesNotMatch(await page.text(), /One-time code/)
  // The next sign-in takes the right one.
  const next = await signIn(email)
  assert.equal(await reason(next.call('POST', '/session/code', { code: code(1) })), 204)
})

test('the page for a code counts as the API does', async () => {
  const { email, code } = await member()
  const { call, cookie } = await signIn(email)
  const give = (given: string) =>
    fetch(`${setup.running.origin}/console/code`, {
      method: 'POST',
      headers: { cookie },
      redirect: 'manual',
      body: new URLSearchParams({ code: given }),
    })
  for (let n = 0; n < 9; n++) assert.equal((await give('000000')).status, 403)
  assert.match(await (await give('x')).text(), /sign in again/)
  assert.equal(await reason(call('POST', '/session/code', { code: code(1) })), 'not-signed-in')
})

test('of 400 wrong codes from 40 networks thirty are looked at; codes rest, and it is told', async () => {
  const owner = await member('owner')
  const { id, email, call: own, code, recoveryCodes } = await member()
  const counts: Record<string, number> = {}
  const guess = async () => {
    const { call } = await signIn(email)
    for (let n = 0; n < 10; n++) {
      const said = String(await reason(call('POST', '/session/code', { code: '000000' })))
      counts[said] = (counts[said] ?? 0) + 1
    }
  }
  for (let n = 0; n < 10; n++) await Promise.all([guess(), guess(), guess(), guess()])
  const { rows } = await ask('select failures from code_failures where person_id = $1', [id])
  assert.deepEqual(rows, [['30']], JSON.stringify(counts))
  assert.equal(
    Object.values(counts).reduce((sum, one) => sum + one),
    400,
  )
  // Neither the right code nor a recovery code counts now, from anywhere.
  const { call } = await signIn(email)
  for (const right of [code(1), recoveryCodes[0]])
    assert.equal(await reason(call('POST', '/session/code', { code: right })), 'too-many-failures')
  // Who is signed in goes on, and so does everybody else.
  assert.equal((await own('GET', '/session')).status, 200)
  const other = await signIn(owner.email)
  assert.equal(await reason(other.call('POST', '/session/code', { code: owner.code(1) })), 204)
  // Told: in the log, by the list of members, in the audit log, by email.
  const { items } = (await owner.call('GET', '/members')).body
  const shown = items.find((one: { id: number }) => one.id === id)
  assert.ok(Date.parse(shown.codesRest) > Date.now())
  assert.equal(items.find((one: { id: number }) => one.id === owner.id).codesRest, null)
  await until(async () => {
    const log = (await owner.call('GET', `/audit?kind=member&id=${id}`)).body.items
    const found = log.find((one: { action: string }) => one.action === 'member.wrong-code')
    return found?.after.times === 30
  })
  const log = (await owner.call('GET', `/audit?kind=member&id=${id}`)).body.items
  const rests = log.filter((one: { action: string }) => one.action === 'member.rest-codes')
  assert.deepEqual([rests.length, rests[0].actor.kind], [1, 'visitor'])
  const told = (address: string) =>
    relay.messages
      .filter(({ rcpts }) => rcpts.join().includes(`<${address}>`))
      .map(({ bytes }) => bytes.toString().replace(/=\r\n/g, ''))
  await until(() => told(owner.email).length > 0 && told(email).length > 0)
  assert.match(told(owner.email)[0]!, /https:\/\/mail\.example\.com\/console\/members/)
  assert.match(told(email)[0]!, /https:\/\/mail\.example\.com\/console\/password/)
  assert.equal(relay.messages.length, 2)
  // An hour later thirty more are looked at.
  await ask(`update code_failures set since = since - interval '1 hour' where person_id = $1`, [id])
  const later = await signIn(email)
  assert.equal(await reason(later.call('POST', '/session/code', { code: recoveryCodes[0] })), 204)
})

test('a new password by a link ends the rest, and so does an owner who drops the codes', async () => {
  for (const ends of ['password', 'codes'] as const) {
    const owner = await member('owner')
    const { id, email, code } = await member()
    await ask(`insert into code_failures values ($1, now(), 30)`, [id])
    const { call } = await signIn(email)
    assert.equal(
      await reason(call('POST', '/session/code', { code: code(1) })),
      'too-many-failures',
    )
    if (ends === 'password') {
      const { body } = await owner.call('POST', `/members/${id}/password-reset`, { mail: false })
      const token = body.link.split('/').at(-1)
      const used = await from(++networks)('POST', '/password-resets/use', {
        token,
        password: PASSWORD,
      })
      assert.equal(used.status, 204)
      // Known from there on, whatever others guess.
      const subject = subjectOf('person', emailKey(email))
      const known = await ask('select peer from sign_in_networks where subject = $1', [subject])
      assert.ok(known.rows.some(([peer]) => peer === `2001:db8:${networks.toString(16)}:0::/64`))
      const again = await signIn(email)
      assert.equal(await reason(again.call('POST', '/session/code', { code: code(1) })), 204)
    } else {
      assert.equal((await owner.call('DELETE', `/members/${id}/second-factor`)).status, 204)
      const { call: free } = await signIn(email)
      assert.equal((await free('GET', '/session')).body.wants, null)
    }
  }
})

test('right codes leave wrong ones counted, and use nothing up', async () => {
  const { id, email, recoveryCodes } = await member()
  const one = await signIn(email)
  assert.equal(await reason(one.call('POST', '/session/code', { code: '000000' })), 'wrong-code')
  for (const right of recoveryCodes) {
    const { call } = await signIn(email)
    assert.equal(await reason(call('POST', '/session/code', { code: right })), 204)
  }
  const { rows } = await ask('select failures from code_failures where person_id = $1', [id])
  assert.deepEqual(rows, [['1']])
})
