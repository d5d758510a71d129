/** Links for members by mail: invitations, and resets of forgotten passwords. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { OFFERS, type Sink, startSink } from '../support/smtp-sink.ts'
import { type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

const PUBLIC = 'https://mail.example.com'
let relay: Sink
let setup: ApiSetup
before(async () => {
  relay = await startSink({ offers: OFFERS })
  setup = await apiSetup({
    SMTP_URL: `smtp://127.0.0.1:${relay.port}?starttls=never`,
    PUBLIC_URL: PUBLIC,
  })
})
after(async () => {
  await setup.running.close()
  await relay.stop()
})

const visitor = (running = setup.running) =>
  apiClient(running.origin, { 'X-Pennypost-Console': '1' })

async function mailsTo(email: string, count: number): Promise<string[]> {
  const found = () =>
    relay.messages
      .filter(({ rcpts }) => rcpts.join().includes(`<${email}>`))
      .map(({ bytes }) => bytes.toString().replace(/=\r\n/g, '').replaceAll('=3D', '='))
  while (found().length < count) await pause(20)
  return found()
}

const linkIn = (text: string) => /https:\/\/mail\.example\.com(\/console\/\S+)/.exec(text)![1]!

async function member(email: string, language = 'en') {
  const { body } = await setup.call('POST', '/invitations', { email, role: 'editor', mail: false })
  assert.deepEqual([body.mailed, body.trouble], [false, null])
  const token = body.link.split('/').at(-1)
  const given = { token, password: 'a long secret', language }
  assert.equal((await visitor()('POST', '/invitations/accept', given)).status, 204)
}

describe('an invitation', () => {
  test('is mailed by the relay, from the first list, in the language of the inviter', async () => {
    const { call } = setup
    const email = 'ada@members.test'
    const without = (await call('POST', '/invitations', { email, role: 'viewer' })).body
    assert.deepEqual([without.mailed, /no sender/.test(without.trouble)], [false, true])
    await call('POST', '/lists', { name: 'Readers', fromEmail: 'news@shop.test' })
    const { body } = await call('POST', '/invitations', { email, role: 'viewer' })
    assert.deepEqual([body.mailed, body.trouble], [true, null])
    const [mail] = await mailsTo(email, 1)
    assert.match(mail!, /^From: Pennypost <news@shop\.test>/m)
    assert.match(mail!, /^Subject: You are invited to shop/m)
    assert.match(mail!, /^Auto-Submitted: auto-generated/m)
    const token = linkIn(mail!).split('/').at(-1)
    assert.equal(body.link, null, 'nobody else has seen it')
    const read = await visitor()('POST', '/invitations/read', { token })
    assert.equal(read.body.email, email)
  })

  test('of a relay that refuses is shown, with what it said', async () => {
    relay.tell([{ at: 'rcpt', do: 'reply', reply: '550 5.7.1 not here' }])
    const email = 'bob@members.test'
    const { status, body } = await setup.call('POST', '/invitations', { email, role: 'viewer' })
    relay.tell([])
    assert.deepEqual([status, body.mailed], [201, false])
    assert.match(body.trouble, /did not take the email: .*not here/)
    assert.match(body.link, /\/console\/invitation\//)
  })
})

describe('a new password', () => {
  test('is asked for by anybody, and the answer is the same for strangers', async () => {
    await member('grace@members.test', 'de')
    const call = visitor()
    assert.equal((await call('GET', '/session/ways')).body.passwordByMail, true)
    const ask = (email: string) => call('POST', '/password-resets', { email })
    const [known, unknown] = [await ask('Grace@members.test'), await ask('eve@members.test')]
    assert.deepEqual([known.status, known.body], [204, undefined])
    assert.deepEqual([unknown.status, unknown.body], [204, undefined])
    const [mail] = await mailsTo('grace@members.test', 1)
    assert.match(mail!, /^Subject: Ein neues Passwort/m)
    const token = linkIn(mail!).split('/').at(-1)
    const used = { token, password: 'a newer secret' }
    assert.equal((await call('POST', '/password-resets/use', used)).status, 204)
    assert.equal((await call('POST', '/password-resets/use', used)).body.reason, 'no-such-reset')
    const by = { username: 'grace@members.test', password: 'a newer secret' }
    assert.equal((await call('POST', '/session', by)).status, 201)
    assert.equal((await mailsTo('eve@members.test', 0)).length, 0)
  })

  test('never leads to the host that the request names', async () => {
    await member('olga@members.test')
    const form = new URLSearchParams({ email: 'olga@members.test' })
    const answer = await fetch(`${setup.running.origin}/console/password`, {
      method: 'POST',
      body: form,
      headers: { 'X-Forwarded-Host': 'evil.test', 'X-Forwarded-Proto': 'https' },
    })
    assert.match(await answer.text(), /Look into your mailbox/)
    const [mail] = await mailsTo('olga@members.test', 1)
    assert.ok(!mail!.includes('evil.test'))
    assert.match(linkIn(mail!), /^\/console\/password\//)
  })

  test('is limited for each address, known or not, and for each client', async () => {
    const call = visitor()
    await member('ida@members.test')
    for (const email of ['ida@members.test', 'nobody@members.test']) {
      const answers = []
      for (let i = 0; i < 7; i++) answers.push(await call('POST', '/password-resets', { email }))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [204, 204, 204, 204, 204, 429, 429],
      )
      assert.equal(answers[6]!.body.reason, 'too-many-failures')
    }
    const long = await call('POST', '/password-resets', { email: `${'x'.repeat(5000)}@x.test` })
    assert.equal(long.status, 400)
    let status = 204
    for (let i = 0; i < 40 && status === 204; i++)
      ({ status } = await call('POST', '/password-resets', { email: `n${i}@members.test` }))
    assert.equal(status, 429)
    const again = await fetch(`${setup.running.origin}/console/password`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'ada@members.test' }),
    })
    assert.match(await again.text(), /Too many links/)
  })

  test('without a relay says so to everybody', async () => {
    const own = await apiSetup({ PUBLIC_URL: PUBLIC })
    try {
      const call = visitor(own.running)
      assert.equal((await call('GET', '/session/ways')).body.passwordByMail, false)
      const { status, body } = await call('POST', '/password-resets', { email: 'x@x.test' })
      assert.equal(status, 409)
      assert.match(body.detail, /No emails can be sent here: ask an owner/)
      const invited = { email: 'ada@members.test', role: 'viewer' }
      const { link, trouble } = (await own.call('POST', '/invitations', invited)).body
      assert.equal(trouble, 'There is no relay.')
      assert.match(link, /\/console\/invitation\//)
    } finally {
      await own.running.close()
    }
  })
})
