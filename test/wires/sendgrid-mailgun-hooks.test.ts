/**
 * Webhooks in the formats of SendGrid and Mailgun: what their published clients sent
 * bounces at a mail server, arrives, or is complained about, and is told with the id that the
 * client got. Signatures are checked by the published verifiers.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { EventWebhook, EventWebhookHeader } from '@sendgrid/eventwebhook'
import mail from '@sendgrid/mail'
import Mailgun from 'mailgun.js'
import { publicKeyOf } from '../../src/domain/webhooks/ids/public-key.ts'
import { rotateKey } from '../../src/domain/webhooks/manage-webhooks.ts'
import { DOMAIN } from '../console-api/email-setup.ts'
import type { Received } from '../support/webhook-receiver.ts'
import { type HookSetup, hookSetup, LATER, REFUSAL } from './hook-setup.ts'

let setup: HookSetup
before(async () => {
  setup = await hookSetup()
})
after(() => setup.close())

const subject = 'Order 1001'

describe('SendGrid', () => {
  const send = async (to: string) => {
    const { MailService } = mail as unknown as { MailService: new () => typeof mail }
    const client = new MailService()
    const { warn } = console
    console.warn = () => {}
    client.setApiKey(setup.key)
    console.warn = warn
    const inner = client as unknown as {
      client: { setDefaultRequest(name: string, to: string): void }
    }
    inner.client.setDefaultRequest('baseUrl', `${setup.running.origin}/sendgrid`)
    const [answer] = await client.send({
      from: { email: `orders@${DOMAIN}`, name: 'Shop' },
      to,
      subject,
      text: 'Thanks.',
      categories: ['confirmation'],
      customArgs: { order: '1001' },
    })
    return (answer.headers as Record<string, string>)['x-message-id']
  }
  const about = (to: string, name: string) =>
    setup.told('sendgrid', (events: { event: string; email: string }[]) =>
      events.some(one => one.event === name && one.email === to),
    )
  const isSigned = ({ headers, body }: Received, secret: string) => {
    const verifier = new EventWebhook()
    const of = (name: string) => headers[name.toLowerCase()] as string
    return verifier.verifySignature(
      verifier.convertPublicKeyToECDSA(publicKeyOf(secret)),
      body,
      of(EventWebhookHeader.SIGNATURE()),
      of(EventWebhookHeader.TIMESTAMP()),
    )
  }

  test('tells a bounce, signed for its published verifier', async () => {
    const to = 'gone-sendgrid@mail.example.test'
    const id = await send(to)
    const got = await about(to, 'bounce')
    assert.ok(isSigned(got, setup.secretsOf('sendgrid').secret))
    assert.ok(
      !isSigned(
        { ...got, body: got.body.replace('1001', '1002') },
        setup.secretsOf('sendgrid').secret,
      ),
    )
    assert.ok(!isSigned(got, setup.secretsOf('resend').secret))
    const [{ timestamp, sg_event_id, ...event }] = got.event
    assert.ok(Math.abs(timestamp - Date.now() / 1000) < 600)
    assert.match(sg_event_id, /^\d+-\d+$/)
    assert.deepEqual(event, {
      order: '1001',
      email: to,
      event: 'bounce',
      sg_message_id: id,
      category: ['confirmation'],
      reason: REFUSAL,
      status: '5.1.1',
      type: 'bounce',
      bounce_classification: 'Invalid Address',
    })
  })

  test('tells what arrived, was put off, and was reported as spam', async () => {
    const [to, slow] = [setup.fresh(), 'slow-sendgrid@mail.example.test']
    const complaint = 'complaint+sendgrid@simulator.test'
    const sent = [await send(to), await send(slow), await send(complaint)]
    const [[delivered], [deferred], [reported]] = [
      (await about(to, 'delivered')).event,
      (await about(slow, 'deferred')).event,
      (await about(complaint, 'spamreport')).event,
    ]
    assert.deepEqual(
      [delivered, deferred, reported].map(one => one.sg_message_id),
      sent,
    )
    assert.match(delivered.response, /^250 /)
    assert.deepEqual([deferred.response, deferred.attempt], [LATER, '1'])
  })

  test('the newest key signs alone', async () => {
    const { store, sealer } = setup.running
    const next = await rotateKey(store, sealer, setup.accountId, 'sendgrid', 1)
    const to = setup.fresh()
    await send(to)
    const got = await about(to, 'delivered')
    assert.deepEqual(
      [isSigned(got, next.secret), isSigned(got, setup.secretsOf('sendgrid').secret)],
      [true, false],
    )
  })
})

describe('Mailgun', () => {
  const send = async (to: string) => {
    const url = `${setup.running.origin}/mailgun`
    const client = new Mailgun(FormData).client({ username: 'api', key: setup.key, url })
    const from = `Shop <orders@${DOMAIN}>`
    const more = { 'o:tag': ['confirmation'], 'v:order': '1001' }
    const email = { from, to, subject, text: 'Thanks.', ...more }
    return (await client.messages.create(DOMAIN, email)).id!
  }
  const about = (to: string, name: string) =>
    setup.told('mailgun', (body: { 'event-data': { event: string; recipient: string } }) => {
      const { event, recipient } = body['event-data']
      return event === name && recipient === to
    })
  /** As its documentation says. */
  const isSigned = ({ event: { signature } }: Received, key: string) =>
    createHmac('sha256', key)
      .update(signature.timestamp + signature.token)
      .digest('hex') === signature.signature

  test('tells a bounce as a permanent failure, with its signature in the body', async () => {
    const to = 'gone-mailgun@mail.example.test'
    const id = await send(to)
    const got = await about(to, 'failed')
    assert.ok(isSigned(got, setup.secretsOf('mailgun').secret) && !isSigned(got, 'another key'))
    const { timestamp, id: eventId, flags, envelope, ...event } = got.event['event-data']
    assert.ok(Math.abs(timestamp - Date.now() / 1000) < 600 && eventId !== '')
    assert.deepEqual([flags['is-test-mode'], envelope.targets], [false, to])
    assert.deepEqual(event, {
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      'log-level': 'error',
      'delivery-status': {
        message: REFUSAL,
        code: 550,
        'attempt-no': 1,
        'enhanced-code': '5.1.1',
        description: '',
      },
      recipient: to,
      'recipient-domain': 'mail.example.test',
      tags: ['confirmation'],
      campaigns: [],
      'user-variables': { order: '1001' },
      message: {
        headers: {
          'message-id': id.slice(1, -1),
          to,
          from: `Shop <orders@${DOMAIN}>`,
          subject,
        },
        attachments: [],
      },
    })
  })

  test('tells what arrived, was put off, and was complained about', async () => {
    const [to, slow] = [setup.fresh(), 'slow-mailgun@mail.example.test']
    const complaint = 'complaint+mailgun@simulator.test'
    const sent = [await send(to), await send(slow), await send(complaint)]
    const events = [
      await about(to, 'delivered'),
      await about(slow, 'failed'),
      await about(complaint, 'complained'),
    ].map(({ event }) => event['event-data'])
    assert.deepEqual(
      events.map(event => `<${event.message.headers['message-id']}>`),
      sent,
    )
    assert.equal(events[1].severity, 'temporary')
  })
})
