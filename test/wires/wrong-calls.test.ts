/** Calls that a wire refuses before an email is looked at: another method, too many values. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { wires } from '../../src/wires/edge.ts'
import { DOMAIN } from '../console-api/email-setup.ts'
import { keyHeaders } from './refusals.ts'
import { type WireSetup, wireSetup } from './setup.ts'

let setup: WireSetup
before(async () => {
  setup = await wireSetup()
})
after(() => setup.close())

type Wire = (typeof wires)[number]

const call = (wire: Wire, path: string, init: RequestInit = {}) =>
  fetch(`${setup.running.origin}/${wire.name}${path.replace(':domain', DOMAIN)}`, {
    ...init,
    headers: { ...keyHeaders(wire.name, setup.key), ...init.headers },
  })

interface Said {
  message: string
  errors: { field: string; message: string }[]
  ErrorCode: number
  Message: string
}

const said = async (answer: Response) => (await answer.json()) as Said

const named = (name: Wire['name']): Wire => wires.find(wire => wire.name === name)!

for (const wire of wires)
  test(`another method is answered with those of the address by ${wire.name}`, async () => {
    const { path } = wire.routes.find(({ method }) => method === 'POST')!
    const there = wire.routes.filter(route => route.path === path).map(({ method }) => method)
    const answer = await call(wire, path, { method: 'PATCH' })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, there.join(', ')])
    const nowhere = await call(wire, '/nowhere', { method: 'PATCH' })
    assert.deepEqual([nowhere.status, nowhere.headers.get('allow')], [404, null])
  })

test('what there is too much of is named as the provider names it', async () => {
  const from = `orders@${DOMAIN}`
  const json = (name: Wire['name'], path: string, body: object) =>
    call(named(name), path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    })
  const to = Array.from({ length: 51 }, (_, i) => `a${i}@example.test`)
  const mail = { from, subject: 's', text: 't' }
  const many = await json('resend', '/emails', { ...mail, to })
  assert.match((await said(many)).message, /^body\.to: .* at most 50 /)
  const none = await json('resend', '/emails', { ...mail, to: 5 })
  assert.match((await said(none)).message, /^body\.to: It must be a list/)
  const personalizations = Array.from({ length: 501 }, () => ({ to: [{ email: to[0] }] }))
  const content = [{ type: 'text/plain', value: 't' }]
  const sendgrid = await json('sendgrid', '/v3/mail/send', {
    from: { email: from },
    subject: 's',
    content,
    personalizations,
  })
  const { errors } = await said(sendgrid)
  assert.deepEqual([sendgrid.status, errors[0]?.field], [400, 'personalizations'])
  assert.match(errors[0]!.message, /^body\.personalizations: .* at most 500 /)
  const form = (fields: [string, string][]) =>
    call(named('mailgun'), '/v3/:domain/messages', {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
  const parts = await form(Array.from({ length: 600 }, () => ['o:tag', 'a']))
  assert.deepEqual(
    [parts.status, await said(parts)],
    [400, { message: 'A form has at most 500 values.' }],
  )
  for (const time of [
    'in a while',
    'May 5',
    '2',
    '9999999999999',
    'Thu, 99 Jan 2099 09:00:00 GMT',
  ]) {
    const answer = await form([
      ...Object.entries({ ...mail, to: to[0]! }),
      ['o:deliverytime', time],
    ])
    if (time === '2') assert.equal(answer.status, 200)
    else assert.match((await said(answer)).message, /^o:deliverytime: write it as /, time)
  }
})

test('without a key Postmark is told the header of its own', async () => {
  const answer = await fetch(`${setup.running.origin}/postmark/email`, { method: 'POST' })
  const { ErrorCode, Message } = await said(answer)
  assert.deepEqual([answer.status, ErrorCode], [401, 10])
  assert.match(Message, /X-Postmark-Server-Token/)
})
