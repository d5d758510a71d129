/**
 * Webhooks in the formats of Resend and Postmark: what their published clients sent
 * bounces at a mail server, arrives, or is complained about, and is told with the id that the
 * client got. Signatures are checked by the published verifiers.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Models, ServerClient } from 'postmark'
import { Resend } from 'resend'
import { publishOptedOut } from '../../src/domain/webhooks/publish-left.ts'
import { DOMAIN } from '../console-api/email-setup.ts'
import type { Received } from '../support/webhook-receiver.ts'
import { type HookSetup, hookSetup, REFUSAL } from './hook-setup.ts'

let setup: HookSetup
before(async () => {
  setup = await hookSetup()
})
after(() => setup.close())

const subject = 'Order 1001'

describe('Resend', () => {
  const client = () => new Resend(setup.key, { baseUrl: `${setup.running.origin}/resend` })
  const send = async (to: string) => {
    const tags = [{ name: 'order', value: '1001' }]
    const email = { from: `Shop <orders@${DOMAIN}>`, to, subject, text: 'Thanks.', tags }
    const { data, error } = await client().emails.send(email)
    assert.equal(error, null)
    return data!.id
  }
  /** By the verifier of the client. */
  const verified = (
    { headers, body }: Pick<Received, 'headers' | 'body'>,
    webhookSecret = setup.secretsOf('resend').standardSecret,
  ) =>
    client().webhooks.verify({
      payload: body,
      headers: {
        id: headers['svix-id'] as string,
        timestamp: headers['svix-timestamp'] as string,
        signature: headers['svix-signature'] as string,
      },
      webhookSecret,
    })
  const about = (to: string, type: string) =>
    setup.told('resend', (event: { type: string; data: { to: string[] } }) => {
      return event.type === type && event.data.to.includes(to)
    })

  test('tells a bounce, with the id that the client got', async () => {
    const to = 'gone-resend@mail.example.test'
    const id = await send(to)
    const event = verified(await about(to, 'email.bounced'))
    assert.ok(event.type === 'email.bounced')
    const { created_at, ...data } = event.data as unknown as Record<string, unknown>
    assert.ok(Math.abs(Date.parse(String(created_at)) - Date.now()) < 600_000)
    assert.deepEqual(data, {
      email_id: id,
      from: `Shop <orders@${DOMAIN}>`,
      to: [to],
      subject,
      tags: { order: '1001' },
      bounce: { message: REFUSAL, type: 'Permanent', subType: 'NoEmail' },
    })
  })

  test('tells what arrived, was put off, and was complained about', async () => {
    const [to, slow] = [setup.fresh(), 'slow-resend@mail.example.test']
    const complaint = 'complaint+resend@simulator.test'
    const sent = [await send(to), await send(slow), await send(complaint)]
    const events = [
      verified(await about(to, 'email.delivered')),
      verified(await about(slow, 'email.delivery_delayed')),
      verified(await about(complaint, 'email.complained')),
    ]
    assert.deepEqual(
      events.map(event => 'email_id' in event.data && event.data.email_id),
      sent,
    )
  })

  test('a body that was changed, and another secret, are refused', async () => {
    const { headers, body } = setup.receiverOf('resend').received[0]!
    const forged = { headers, body: body.replace('1001', '1002') }
    assert.throws(() => verified(forged), /No matching signature/)
    const other = setup.secretsOf('postmark').standardSecret
    assert.throws(() => verified({ headers, body }, other), /No matching signature/)
  })
})

describe('Postmark', () => {
  const send = async (To: string) => {
    const { host } = new URL(setup.running.origin)
    const client = new ServerClient(setup.key, {
      useHttps: false,
      requestHost: `${host}/postmark`,
    })
    const more = { Tag: 'confirmation', Metadata: { order: '1001' } }
    const From = `Shop <orders@${DOMAIN}>`
    const email = { From, To, Subject: subject, TextBody: 'Thanks.', ...more }
    return (await client.sendEmail(email)).MessageID
  }
  const about = (to: string, type: string) =>
    setup.told('postmark', (event: { RecordType: string; Email?: string; Recipient?: string }) => {
      return event.RecordType === type && (event.Email ?? event.Recipient) === to
    })
  const common = (MessageID: string) => ({
    MessageID,
    ServerID: 1,
    MessageStream: 'outbound',
    Tag: 'confirmation',
    Metadata: { order: '1001' },
  })

  test('tells a bounce as its types say, behind the password of the address', async () => {
    const Email = 'gone-postmark@mail.example.test'
    const id = await send(Email)
    const { event, headers } = await about(Email, 'Bounce')
    const { BouncedAt, ID, ...rest } = event
    assert.ok(ID > 0 && Math.abs(Date.parse(BouncedAt) - Date.now()) < 600_000)
    const meant: Omit<Models.BounceWebhook, 'ID' | 'BouncedAt' | 'Content'> = {
      RecordType: 'Bounce',
      ...common(id),
      Type: 'HardBounce',
      TypeCode: 1,
      Name: 'Hard bounce',
      Description:
        'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
      Details: REFUSAL,
      Email,
      From: `orders@${DOMAIN}`,
      Inactive: true,
      DumpAvailable: false,
      CanActivate: true,
      Subject: subject,
    }
    assert.deepEqual(rest, meant)
    assert.equal(headers.authorization, `Basic ${btoa('postmark:pass')}`)
  })

  test('tells what arrived, came back later by email, and was complained about', async () => {
    const [Recipient, complaint] = [setup.fresh(), 'complaint+postmark@simulator.test']
    const soft = 'soft-bounce+postmark@simulator.test'
    const ids = [await send(Recipient), await send(complaint), await send(soft)]
    const { DeliveredAt, ...delivered } = (await about(Recipient, 'Delivery')).event
    assert.ok(Math.abs(Date.parse(DeliveredAt) - Date.now()) < 600_000)
    const meant: Omit<Models.DeliveryWebhook, 'DeliveredAt'> = {
      RecordType: 'Delivery',
      ...common(ids[0]!),
      Recipient,
      Details: delivered.Details,
    }
    assert.match(delivered.Details, /^250 /)
    assert.deepEqual(delivered, meant)
    const { event } = await about(complaint, 'SpamComplaint')
    assert.deepEqual([event.MessageID, event.TypeCode, event.Inactive], [ids[1], 100001, true])
    const bounce = (await about(soft, 'Bounce')).event
    assert.deepEqual(
      [bounce.MessageID, bounce.Type, bounce.TypeCode, bounce.Inactive],
      [ids[2], 'SoftBounce', 4096, false],
    )
    assert.match(bounce.Details, /mailbox is full/)
  })
})

test('who opts out is told without an email, and only where the provider has that', async () => {
  const email = setup.fresh()
  const { store } = setup.running
  const list = await setup.call('POST', '/lists', { name: 'News', fromEmail: `news@${DOMAIN}` })
  const { body } = await setup.call('POST', '/subscribers', { email, listId: list.body.id })
  await publishOptedOut(store, setup.accountId, [body.id], 'link')
  const change = await setup.told('postmark', (event: { Recipient?: string }) => {
    return event.Recipient === email
  })
  const { ChangedAt, ...rest } = change.event
  assert.ok(ChangedAt)
  const meant: Omit<Models.SubscriptionChangeWebhook, 'ChangedAt'> = {
    RecordType: 'SubscriptionChange',
    MessageID: '00000000-0000-0000-0000-000000000000',
    ServerID: 1,
    MessageStream: 'outbound',
    Tag: '',
    Metadata: {},
    Recipient: email,
    Origin: 'Recipient',
    SuppressSending: true,
    SuppressionReason: 'ManualSuppression' as never,
  }
  assert.deepEqual(rest, meant)
  const [unsubscribe] = (
    await setup.told('sendgrid', (events: { event: string; email: string }[]) => {
      return events[0]!.email === email
    })
  ).event
  assert.equal(unsubscribe.event, 'unsubscribe')
  const unsubscribed = await setup.told(
    'mailgun',
    (of: { 'event-data': { recipient: string } }) => {
      return of['event-data'].recipient === email
    },
  )
  assert.equal(unsubscribed.event['event-data'].event, 'unsubscribed')
  assert.ok(setup.receiverOf('resend').received.every(({ body }) => !body.includes(email)))
})

test('no secret is in a line of the log', () => {
  const all = setup.logged()
  for (const format of ['resend', 'postmark', 'sendgrid', 'mailgun'] as const) {
    const { secret, standardSecret } = setup.secretsOf(format)
    assert.ok(!all.includes(secret) && !all.includes(standardSecret))
  }
  assert.ok(!all.includes(':pass@'))
})
