/** What a format of webhooks is made of, and an event as the formats of other providers tell it. */

import type { emailsOfEvents } from '../../domain/webhooks/deliver.sql.ts'
import type { EventKind } from '../../domain/webhooks/event-kinds.ts'
import { eventId } from '../../domain/webhooks/ids/event-id.ts'
import { messageId } from '../../domain/webhooks/ids/message-id.ts'
import type { WaitingEvent } from '../../domain/webhooks/payload.ts'
import { momentOfStore } from '../../lib/instant.ts'
import type { SignedEvent, WebhookSigningKey } from './signature-headers.ts'

export type EmailOfEvent = Awaited<ReturnType<typeof emailsOfEvents>>[number]

export interface EventToSign extends SignedEvent {
  kind: string
}

export interface SignedBody {
  headers: Record<string, string>
  body: string
}

export interface EventFormat {
  /** JSON of one event; undefined: the format has no such event. `email`: absent for ours. */
  bodyOf(
    accountId: number,
    event: WaitingEvent,
    email: EmailOfEvent | undefined,
  ): string | undefined
  /** `keys`: the newest first. */
  signed(keys: readonly WebhookSigningKey[], event: EventToSign): SignedBody
}

export interface FormatEvent {
  id: string
  number: number
  kind: EventKind
  at: Date
  recipient: string
  /** Undefined: it is about no email, but about a person. */
  email: FormatEmail | undefined
  details: EventDetails
}

export interface FormatEmail {
  /** As the call that sent it was answered. */
  id: string
  subject: string
  fromName: string
  from: string
  created: Date
  /** A project; undefined: the usual one. */
  stream: string | undefined
  tags: string[]
  metadata: Record<string, string>
  /** Of the mail server, with its code before it; empty: there is none. */
  reply: string
}

/** Of all kinds of events that other providers have. */
export interface EventDetails {
  kind?: string
  class?: string
  code?: string | null
  attempts?: number
  url?: string | null
  source?: string
  /** Why an email was withdrawn. */
  reason?: string
}

/** Undefined: the person was erased, or the email is none with an id. */
export function formatEvent(
  accountId: number,
  event: WaitingEvent,
  email: EmailOfEvent | undefined,
): FormatEvent | undefined {
  const { id, kind, at, email: recipient, deliveryId, details } = event
  if (recipient === null || (deliveryId !== null && !email)) return undefined
  return {
    id: eventId(accountId, id),
    number: id,
    kind: kind as EventKind,
    at: momentOfStore(at),
    recipient,
    email: email && formatEmail(accountId, event, email),
    details: details === null ? {} : JSON.parse(details),
  }
}

function formatEmail(accountId: number, event: WaitingEvent, email: EmailOfEvent): FormatEmail {
  const { emailId, subject, fromName, fromEmail, created, stream, reply, bounceReply } = email
  return {
    id: messageId(accountId, emailId),
    subject,
    fromName,
    from: fromEmail,
    created: momentOfStore(created),
    stream: stream ?? undefined,
    tags: event.tags === null ? [] : JSON.parse(event.tags),
    metadata: event.metadata === null ? {} : JSON.parse(event.metadata),
    reply: (event.kind === 'bounced' ? bounceReply : reply) ?? '',
  }
}

/** `Shop <orders@shop.example>` */
export const senderOf = ({ fromName, from }: FormatEmail): string =>
  fromName === '' ? from : `${fromName} <${from}>`

/** The mail server's code: that of the reply, else as its enhanced one begins. */
export function replyCode({ email, details }: FormatEvent): number {
  const [, code] = /^([245]\d\d)\b/.exec(email?.reply ?? '') ?? []
  return code === undefined ? (details.code?.startsWith('4') ? 450 : 550) : Number(code)
}

/**
 * Events that the formats of other providers omit: where a reply was the cause of giving up,
 * the bounce says it; and none of them has an event for an email that its sender cancelled.
 */
export const isOmitted = ({ kind, email, details }: FormatEvent): boolean =>
  (kind === 'failed' && email !== undefined && email.reply !== '') ||
  (kind === 'withdrawn' && details.reason === 'cancelled')

export const GIVEN_UP = 'The email was given up: no mail server took it in time.'
