/** What relays publish of their webhooks: what it is read as, and how it is judged. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readIncoming } from '../../../src/mail/bounces/incoming.ts'
import { asMessage } from '../../../src/mail/provider-events/as-message.ts'
import type { EventProvider } from '../../../src/mail/provider-events/mappings.ts'
import { readEvents } from '../../../src/mail/provider-events/read-events.ts'
import { genuine } from '../../../src/mail/provider-events/verify.ts'
import { CASES, type Judged, OF_SMTP2GO, SMTP2GO } from '../../support/published-payloads.ts'

function judged(provider: EventProvider, body: string): Judged[] | undefined {
  return readEvents(provider, body)?.map(event => {
    const [bounce] = readIncoming(asMessage(event)).recipients
    return [event.recipient, event.messageId, bounce!.kind, bounce!.class]
  })
}

describe('what relays publish of their webhooks', () => {
  for (const [provider, what, body, expected] of CASES)
    test(`${provider}: ${what}`, () =>
      assert.deepEqual(judged(provider, JSON.stringify(body)), expected))

  test('smtp2go: the same as a form', () => {
    const form = String(new URLSearchParams(SMTP2GO))
    assert.deepEqual(judged('smtp2go', form), [[...OF_SMTP2GO, 'hard', 'bad-mailbox']])
    assert.deepEqual(judged('smtp2go', 'event=open&rcpt=recipient%40example.com'), [])
    for (const none of ['', 'rcpt=x', '%', '{"event":'])
      assert.equal(judged('smtp2go', none), undefined, none)
    // Others send no forms.
    assert.equal(judged('postmark', form), undefined)
  })

  /** Of the library for Go, and of that for Node.js. */
  const SIGNED = [
    {
      key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==',
      signature:
        'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
      timestamp: 1_600_112_502,
      body:
        '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address",' +
        '"sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA",' +
        '"sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0",' +
        '"smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>",' +
        '"timestamp":1600112492}]\r\n',
    },
    {
      key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA==',
      signature:
        'MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH2j/0=',
      timestamp: 1_588_788_367,
      body: '{"category":"example_payload","event":"test_event","message_id":"message_id"}',
    },
  ]

  for (const [place, { key, signature, timestamp, body }] of SIGNED.entries())
    test(`sendgrid: signature ${place + 1} that was made there holds, and for nothing else`, async () => {
      const holds = (given: { body?: string; at?: number; key?: string; later?: number }) =>
        genuine(
          'sendgrid',
          {
            body: given.body ?? body,
            headers: {
              'x-twilio-email-event-webhook-signature': signature,
              'x-twilio-email-event-webhook-timestamp': String(given.at ?? timestamp),
            },
          },
          {
            key: given.key ?? key,
            now: (timestamp + (given.later ?? 60)) * 1000,
            certificateOf: async () => undefined,
          },
        )
      assert.ok(await holds({}))
      assert.equal(await holds({ body: body.replace('event', 'Event') }), undefined)
      assert.equal(await holds({ body: body.trimEnd().slice(1) }), undefined)
      assert.equal(await holds({ at: timestamp + 1 }), undefined)
      assert.equal(await holds({ key: SIGNED[1 - place]!.key }), undefined)
      assert.equal(await holds({ later: 200_000 }), undefined)
    })
})
