/**
 * Webhooks of Mailgun, whose signature stands in the body:
 * https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks
 */
import { createHmac, randomBytes } from 'node:crypto'
import { PROVIDER_EVENTS } from '../../domain/webhooks/formats.ts'
import { mailgunMessageId } from '../../domain/webhooks/ids/message-id.ts'
import { domainOf } from '../../lib/email-address.ts'
import {
  type EventFormat,
  type FormatEvent,
  formatEvent,
  GIVEN_UP,
  isOmitted,
  replyCode,
  senderOf,
} from './event-format.ts'

const NAMES: Partial<Record<string, string>> = PROVIDER_EVENTS.mailgun

export const mailgun: EventFormat = {
  bodyOf(accountId, event, email) {
    const found = formatEvent(accountId, event, email)
    const name = NAMES[event.kind]
    if (name === undefined || !found || isOmitted(found)) return undefined
    if (event.kind === 'opted-out' && found.details.source === 'complaint') return undefined
    return JSON.stringify({
      'event-data': {
        id: found.id,
        timestamp: found.at.getTime() / 1000,
        event: name,
        'log-level': LEVELS[event.kind] ?? 'info',
        ...moreOf(found),
        recipient: found.recipient,
        'recipient-domain': domainOf(found.recipient),
        tags: found.email?.tags ?? [],
        campaigns: [],
        'user-variables': found.email?.metadata ?? {},
        ...(found.email && {
          message: {
            headers: {
              'message-id': mailgunMessageId(found.email.id, found.email.from),
              to: found.recipient,
              from: senderOf(found.email),
              subject: found.email.subject,
            },
            attachments: [],
          },
          envelope: { sender: found.email.from, targets: found.recipient, transport: 'smtp' },
        }),
        flags: { 'is-routed': false, 'is-authenticated': true, 'is-test-mode': false },
      },
    })
  },
  /** One signature: that of the newest key. */
  signed(keys, { timestamp, body }) {
    const token = randomBytes(25).toString('hex')
    const signature = createHmac('sha256', keys[0]!.secret)
      .update(`${timestamp}${token}`)
      .digest('hex')
    const signed = JSON.stringify({ timestamp: `${timestamp}`, token, signature })
    return { headers: {}, body: `{"signature":${signed},${body.slice(1)}` }
  },
}

const LEVELS: Partial<Record<string, string>> = {
  deferred: 'warn',
  failed: 'error',
  withdrawn: 'error',
  bounced: 'error',
  complained: 'warn',
  'opted-out': 'warn',
}

function moreOf(found: FormatEvent): object {
  const { kind, email, details } = found
  const message = email?.reply ?? ''
  const status = { message, code: replyCode(found), 'attempt-no': details.attempts ?? 1 }
  const enhanced = details.code ? { 'enhanced-code': details.code } : {}
  if (kind === 'delivered') return { 'delivery-status': { ...status, code: 250, description: '' } }
  if (kind === 'deferred')
    return {
      severity: 'temporary',
      reason: 'generic',
      'delivery-status': { ...status, ...enhanced, description: '' },
    }
  if (kind === 'failed')
    return {
      severity: 'permanent',
      reason: 'old',
      'delivery-status': { ...status, code: 602, description: GIVEN_UP },
    }
  if (kind === 'withdrawn') {
    const [reason, code] = SUPPRESSIONS[details.reason ?? ''] ?? ['generic', 600]
    const description = 'Not delivering: the address is suppressed.'
    return {
      severity: 'permanent',
      reason,
      'delivery-status': { ...status, code, description },
    }
  }
  if (kind === 'bounced')
    return {
      severity: 'permanent',
      reason: details.kind === 'hard' ? 'bounce' : 'generic',
      'delivery-status': { ...status, ...enhanced, description: '' },
    }
  if (kind === 'clicked') return { url: details.url ?? '', ...READER }
  return kind === 'viewed' ? READER : {}
}

/** By the reason of a withdrawal. */
const SUPPRESSIONS: Partial<Record<string, [reason: string, code: number]>> = {
  undeliverable: ['suppress-bounce', 605],
  'opted-out': ['suppress-unsubscribe', 606],
  complained: ['suppress-complaint', 607],
}

/** None of a reader is kept. */
const READER = { ip: '', geolocation: {}, 'client-info': {} }
