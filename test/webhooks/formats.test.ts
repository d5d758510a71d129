/** Each kind of events in each format: it has a body exactly where the table names one. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Models } from 'postmark'
import { EVENT_KINDS, type EventKind } from '../../src/domain/webhooks/event-kinds.ts'
import { kindsOfFormat, WEBHOOK_FORMATS } from '../../src/domain/webhooks/formats.ts'
import type { WaitingEvent } from '../../src/domain/webhooks/payload.ts'
import { SOURCE } from '../../src/lib/source-kind.ts'
import type { EmailOfEvent } from '../../src/webhooks/formats/event-format.ts'
import { eventFormats } from '../../src/webhooks/formats/formats.ts'

const AT = '2026-11-21 13:00:00.25+00'
const providers = WEBHOOK_FORMATS.filter(name => name !== 'pennypost')

const eventOf = (kind: string, more: Partial<WaitingEvent> = {}): WaitingEvent => ({
  id: 42,
  kind,
  at: AT,
  subscriberId: null,
  email: 'asa@mail.example.test',
  identifier: null,
  tags: '["confirmation"]',
  metadata: '{"order":"1001"}',
  listId: null,
  sourceKind: SOURCE.transaction,
  sourceId: 7,
  deliveryId: 9,
  triggerId: null,
  smsNumber: null,
  smsText: null,
  details: '{"url":"https://shop.example.test/","attempts":2}',
  ...more,
})

const EMAIL: EmailOfEvent = {
  id: 9,
  emailId: 9,
  subject: 'Order 1001',
  created: AT,
  fromName: '',
  fromEmail: 'orders@shop.example.test',
  stream: 'receipts',
  reply: null,
  bounceReply: null,
}

// biome-ignore lint/suspicious/noExplicitAny: any format
const bodyOf = (format: keyof typeof eventFormats, event: WaitingEvent, email = EMAIL): any => {
  const body = eventFormats[format].bodyOf(1, event, email)
  return body === undefined ? undefined : JSON.parse(body)
}

test('a kind has a body where the table names one, and nowhere else', () => {
  for (const format of WEBHOOK_FORMATS)
    for (const kind of Object.keys(EVENT_KINDS) as EventKind[])
      assert.equal(
        bodyOf(format, eventOf(kind)) !== undefined,
        kindsOfFormat(format).includes(kind),
        `${format} ${kind}`,
      )
})

describe('of other providers', () => {
  test('opens and clicks have what is known of them', () => {
    const click: Models.ClickWebhook = bodyOf('postmark', eventOf('clicked'))
    assert.deepEqual(
      [click.RecordType, click.OriginalLink, click.ReceivedAt, click.MessageStream],
      ['Click', 'https://shop.example.test/', '2026-11-21T13:00:00.250Z', 'receipts'],
    )
    const { RecordType, FirstOpen } = bodyOf('postmark', eventOf('viewed'))
    assert.deepEqual([RecordType, FirstOpen], ['Open', false])
    const { type, data } = bodyOf('resend', eventOf('clicked'))
    assert.deepEqual([type, data.click.link], ['email.clicked', 'https://shop.example.test/'])
    const [{ event, url, timestamp }] = bodyOf('sendgrid', eventOf('clicked'))
    assert.deepEqual([event, url, timestamp], ['click', 'https://shop.example.test/', 1795266000])
    const opened = bodyOf('mailgun', eventOf('viewed'))['event-data']
    assert.deepEqual([opened.event, opened.timestamp], ['opened', 1795266000.25])
  })

  test('an email that was given up is told once: by its bounce, if a server refused it', () => {
    for (const format of providers) {
      const reply = '451 4.2.1 Come back later'
      assert.equal(bodyOf(format, eventOf('failed'), { ...EMAIL, reply }), undefined)
    }
    const { data } = bodyOf('resend', eventOf('failed'))
    assert.match(data.failed.reason, /given up/)
  })

  test('a person who was erased, and an email without an id, are not told', () => {
    for (const format of providers) {
      assert.equal(bodyOf(format, eventOf('bounced', { email: null })), undefined)
      const sending = eventOf('bounced', { sourceKind: SOURCE.sending })
      assert.equal(eventFormats[format].bodyOf(1, sending, undefined), undefined)
    }
  })

  test('custom arguments replace no member of SendGrid', () => {
    const metadata = '{"event":"delivered","email":"eve@evil.test","__proto__":"x","order":"1"}'
    const [event] = bodyOf('sendgrid', eventOf('bounced', { metadata }))
    assert.deepEqual(
      [event.event, event.email, event.order],
      ['bounce', 'asa@mail.example.test', '1'],
    )
  })
})
