/**
 * The Event Webhook of SendGrid: arrays of events, with a signature by ECDSA.
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event
 */
import { sign } from 'node:crypto'
import { PROVIDER_EVENTS } from '../../domain/webhooks/formats.ts'
import { signingKeyOf } from '../../domain/webhooks/ids/public-key.ts'
import {
  type EventFormat,
  type FormatEvent,
  formatEvent,
  GIVEN_UP,
  isOmitted,
} from './event-format.ts'

const NAMES: Partial<Record<string, string>> = PROVIDER_EVENTS.sendgrid

export const sendgrid: EventFormat = {
  bodyOf(accountId, event, email) {
    const found = formatEvent(accountId, event, email)
    const name = NAMES[event.kind]
    if (name === undefined || !found || isOmitted(found)) return undefined
    // After a report of spam they send no other event about it.
    if (event.kind === 'opted-out' && found.details.source === 'complaint') return undefined
    return JSON.stringify([
      {
        // Their custom arguments stand beside their own members, which come first.
        ...found.email?.metadata,
        email: found.recipient,
        timestamp: Math.floor(found.at.getTime() / 1000),
        event: name,
        sg_event_id: found.id,
        ...(found.email && { sg_message_id: found.email.id }),
        ...(found.email && found.email.tags.length > 0 && { category: found.email.tags }),
        ...moreOf(found),
      },
    ])
  },
  /** One signature: that of the newest key. */
  signed(keys, { timestamp, body }) {
    const [newest] = keys
    const signature = sign(
      'sha256',
      Buffer.from(`${timestamp}${body}`),
      signingKeyOf(newest!.secret),
    )
    return {
      headers: {
        'x-twilio-email-event-webhook-signature': signature.toString('base64'),
        'x-twilio-email-event-webhook-timestamp': `${timestamp}`,
      },
      body,
    }
  },
}

function moreOf({ kind, email, details }: FormatEvent): object {
  const reply = email?.reply ?? ''
  if (kind === 'delivered') return { response: reply }
  if (kind === 'deferred') return { response: reply, attempt: `${details.attempts ?? 1}` }
  if (kind === 'failed') return { reason: GIVEN_UP }
  if (kind === 'withdrawn') return { reason: DROPPED[details.reason ?? ''] ?? 'Suppressed Address' }
  if (kind === 'viewed') return { useragent: '', ip: '', sg_machine_open: false }
  if (kind === 'clicked') return { url: details.url ?? '', useragent: '', ip: '' }
  if (kind === 'bounced')
    return {
      reason: reply,
      status: details.code ?? '',
      type: details.kind === 'hard' ? 'bounce' : 'blocked',
      bounce_classification: CLASSES[details.class ?? ''] ?? 'Unclassified',
    }
  return {}
}

/** By the reason of a withdrawal. */
const DROPPED: Partial<Record<string, string>> = {
  undeliverable: 'Bounced Address',
  complained: 'Spam Reporting Address',
  'opted-out': 'Unsubscribed Address',
}

/** By the class of the bounce. */
const CLASSES: Partial<Record<string, string>> = {
  'bad-mailbox': 'Invalid Address',
  'bad-domain': 'Invalid Address',
  'mailbox-full': 'Mailbox Unavailable',
  'too-large': 'Content',
  'content-refused': 'Content',
  'sender-blocked': 'Reputation',
  busy: 'Technical Failure',
  'route-error': 'Technical Failure',
}
