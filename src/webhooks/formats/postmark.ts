/** Webhooks of Postmark, which are not signed: https://postmarkapp.com/developer/webhooks */
import { PROVIDER_EVENTS } from '../../domain/webhooks/formats.ts'
import {
  type EventFormat,
  type FormatEvent,
  formatEvent,
  GIVEN_UP,
  isOmitted,
} from './event-format.ts'

const NAMES: Partial<Record<string, string>> = PROVIDER_EVENTS.postmark
const USUAL_STREAM = 'outbound'
/** Of a change of a subscription that no email is known for, as theirs. */
const NO_MESSAGE = '00000000-0000-0000-0000-000000000000'
/** There is one server for each account. */
const SERVER_ID = 1

export const postmark: EventFormat = {
  bodyOf(accountId, event, email) {
    const found = formatEvent(accountId, event, email)
    const RecordType = NAMES[event.kind]
    if (RecordType === undefined || !found || isOmitted(found)) return undefined
    const common = {
      RecordType,
      MessageID: found.email?.id ?? NO_MESSAGE,
      ServerID: SERVER_ID,
      MessageStream: found.email?.stream ?? USUAL_STREAM,
      Tag: found.email?.tags[0] ?? '',
      Metadata: found.email?.metadata ?? {},
    }
    return JSON.stringify({ ...common, ...moreOf(found) })
  },
  signed: (_keys, { body }) => ({ headers: {}, body }),
}

function moreOf(found: FormatEvent): object {
  const { kind, at, recipient: Recipient, details } = found
  const moment = at.toISOString()
  const reader = { Platform: 'Unknown', UserAgent: '', OS: {}, Client: {}, Geo: {} }
  if (kind === 'delivered')
    return { Recipient, DeliveredAt: moment, Details: found.email?.reply ?? '' }
  if (kind === 'viewed')
    return { Recipient, FirstOpen: false, ReceivedAt: moment, ReadSeconds: 0, ...reader }
  if (kind === 'clicked') {
    const OriginalLink = details.url ?? ''
    return { Recipient, ReceivedAt: moment, ClickLocation: 'HTML', OriginalLink, ...reader }
  }
  if (kind === 'opted-out')
    return {
      Recipient,
      ChangedAt: moment,
      Origin: 'Recipient',
      SuppressSending: true,
      SuppressionReason: details.source === 'complaint' ? 'SpamComplaint' : 'ManualSuppression',
    }
  return bounceOf(found)
}

function bounceOf({ kind, number, at, recipient, email, details }: FormatEvent): object {
  const known = kind === 'complained' ? 'complaint' : kind === 'failed' ? 'failed' : details.kind
  const type = TYPES[`${known} ${details.class}`] ?? TYPES[known ?? ''] ?? UNKNOWN
  const [Type, TypeCode, Name, Description] = type
  return {
    ID: number,
    Type,
    TypeCode,
    Name,
    Description,
    Details: kind === 'failed' ? GIVEN_UP : (email?.reply ?? ''),
    Email: recipient,
    From: email?.from ?? '',
    BouncedAt: at.toISOString(),
    DumpAvailable: false,
    Inactive: known === 'hard' || known === 'complaint',
    CanActivate: known === 'hard',
    Subject: email?.subject ?? '',
  }
}

type BounceType = readonly [type: string, code: number, name: string, description: string]

const UNKNOWN: BounceType = [
  'Unknown',
  2048,
  'Unknown',
  'The server was unable to deliver your message.',
]

/** By the kind of the bounce, some of them by its class. */
const TYPES: Partial<Record<string, BounceType>> = {
  hard: [
    'HardBounce',
    1,
    'Hard bounce',
    'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  ],
  'hard bad-domain': [
    'DnsError',
    256,
    'DNS error',
    'A temporary DNS error, or the domain does not exist.',
  ],
  soft: [
    'SoftBounce',
    4096,
    'Soft bounce',
    'Unable to temporarily deliver message (i.e. mailbox full, account disabled, exceeds quota).',
  ],
  blocked: [
    'Blocked',
    100006,
    'ISP block',
    'Blocked from this ISP due to content or blacklisting.',
  ],
  'blocked content-refused': [
    'SpamNotification',
    512,
    'Spam notification',
    'The message was delivered, but was either blocked by the user, or classified as spam.',
  ],
  complaint: [
    'SpamComplaint',
    100001,
    'Spam complaint',
    'The subscriber explicitly marked this message as spam.',
  ],
}
