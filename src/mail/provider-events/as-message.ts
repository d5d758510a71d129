/**
 * An event as the message that a mail server would have sent: the rules that judge messages judge
 * it, and the same event is the same message, which is stored once.
 */
import type { RelayEventKind } from './mappings.ts'
import type { ProviderEvent } from './read-events.ts'

const TYPES: Record<RelayEventKind, string> = {
  bounced: 'delivery-status',
  deferred: 'delivery-status',
  complained: 'feedback-report',
}

/** `provider`: who reports it. */
export function asMessage(event: Omit<ProviderEvent, 'provider'> & { provider: string }): Buffer {
  const { provider, kind, recipient, id } = event
  const boundary = 'event-of-a-relay'
  const head = [
    `From: <webhook@${provider}.invalid>`,
    `Message-ID: <${id}@${provider}.invalid>`,
    `Subject: ${kind === 'complained' ? 'Complaint' : 'Undelivered Mail Returned to Sender'}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${TYPES[kind]}; boundary="${boundary}"`,
  ]
  const returned = [
    ...(event.messageId === ''
      ? []
      : [`Message-ID: <${line(event.messageId).replace(/[<>]/g, '')}>`]),
    `To: <${line(recipient)}>`,
  ]
  const envelope = /^[\w.-]{1,100}$/.test(event.envelopeId)
    ? [`Original-Envelope-Id: ${event.envelopeId}`]
    : []
  const part = (type: string, lines: string[]) =>
    [`--${boundary}`, `Content-Type: ${type}`, '', ...lines, ''].join('\r\n')
  const parts = [
    part('text/plain; charset=utf-8', [`Reported by ${provider}.`]),
    kind === 'complained'
      ? part('message/feedback-report', [
          'Feedback-Type: abuse',
          'User-Agent: pennypost',
          'Version: 1',
          ...envelope,
          `Original-Rcpt-To: <${line(recipient)}>`,
        ])
      : part('message/delivery-status', [
          'Reporting-MTA: dns; relay.invalid',
          ...envelope,
          '',
          `Final-Recipient: rfc822; ${line(recipient)}`,
          `Action: ${actionOf(event)}`,
          `Status: ${statusOf(event)}`,
          `Diagnostic-Code: smtp; ${line(event.reply).replace(/^smtp;\s*/i, '')}`,
        ]),
    part('text/rfc822-headers', returned),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${parts.join('\r\n')}\r\n--${boundary}--\r\n`)
}

const actionOf = ({ kind }: Pick<ProviderEvent, 'kind'>): string =>
  kind === 'deferred' ? 'delayed' : 'failed'

/** Without a status of its own it says only whether it is for good: the words decide the rest. */
const statusOf = ({
  status,
  temporary,
  kind,
}: Pick<ProviderEvent, 'status' | 'temporary' | 'kind'>): string =>
  /^[245]\.\d{1,3}\.\d{1,3}$/.test(status)
    ? status
    : temporary || kind === 'deferred'
      ? '4.0.0'
      : '5.0.0'

/** No value begins a line of its own. */
const line = (text: string): string =>
  Array.from(text, char => (char < ' ' || char === '\x7f' ? ' ' : char))
    .join('')
    .trim()
