/** Webhooks of Resend, signed as Svix does: https://resend.com/docs/dashboard/webhooks */
import { PROVIDER_EVENTS } from '../../domain/webhooks/formats.ts'
import {
  type EventFormat,
  type FormatEmail,
  type FormatEvent,
  formatEvent,
  GIVEN_UP,
  isOmitted,
  senderOf,
} from './event-format.ts'
import { standardSignature } from './signature-headers.ts'

const NAMES: Partial<Record<string, string>> = PROVIDER_EVENTS.resend

export const resend: EventFormat = {
  bodyOf(accountId, event, email) {
    const found = formatEvent(accountId, event, email)
    const type = NAMES[event.kind]
    if (type === undefined || !found?.email || isOmitted(found)) return undefined
    const data = { ...emailOf(found, found.email), ...moreOf(found, found.email) }
    return JSON.stringify({ type, created_at: found.at.toISOString(), data })
  },
  signed: (keys, event) => ({
    headers: {
      'svix-id': event.id,
      'svix-timestamp': `${event.timestamp}`,
      'svix-signature': standardSignature(keys, event),
    },
    body: event.body,
  }),
}

const emailOf = ({ recipient }: FormatEvent, email: FormatEmail) => ({
  email_id: email.id,
  created_at: email.created.toISOString(),
  from: senderOf(email),
  to: [recipient],
  subject: email.subject,
  ...(Object.keys(email.metadata).length > 0 && { tags: email.metadata }),
})

function moreOf({ kind, at, details }: FormatEvent, { reply }: FormatEmail): object {
  if (kind === 'bounced') {
    const type = TYPES[details.kind ?? ''] ?? 'Undetermined'
    return {
      bounce: { message: reply, type, subType: SUB_TYPES[details.class ?? ''] ?? 'General' },
    }
  }
  if (kind === 'failed') return { failed: { reason: GIVEN_UP } }
  if (kind === 'withdrawn') {
    const message = 'The recipient is suppressed, and got no email.'
    return { suppressed: { message, type: SUPPRESSIONS[details.reason ?? ''] ?? 'Suppressed' } }
  }
  if (kind === 'clicked') {
    const link = details.url ?? ''
    return { click: { ipAddress: '', link, timestamp: at.toISOString(), userAgent: '' } }
  }
  return {}
}

/** By the kind of the bounce. */
const TYPES: Partial<Record<string, string>> = {
  hard: 'Permanent',
  soft: 'Transient',
  blocked: 'Transient',
}

/** By the reason of a withdrawal. */
const SUPPRESSIONS: Partial<Record<string, string>> = {
  undeliverable: 'Bounced',
  complained: 'Complained',
  'opted-out': 'Unsubscribed',
}

/** By its class. */
const SUB_TYPES: Partial<Record<string, string>> = {
  'bad-mailbox': 'NoEmail',
  'mailbox-full': 'MailboxFull',
  'too-large': 'MessageTooLarge',
  'content-refused': 'ContentRejected',
}
