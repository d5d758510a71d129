/**
 * The formats of webhooks: ours, and those of other providers of email, each with the names that
 * the provider has for our kinds of events. A kind without a name there is not sent in that format.
 */
import { EVENT_KINDS, type EventKind } from './event-kinds.ts'

export const PROVIDER_EVENTS = {
  resend: {
    delivered: 'email.delivered',
    deferred: 'email.delivery_delayed',
    failed: 'email.failed',
    withdrawn: 'email.suppressed',
    viewed: 'email.opened',
    clicked: 'email.clicked',
    bounced: 'email.bounced',
    complained: 'email.complained',
  },
  postmark: {
    delivered: 'Delivery',
    failed: 'Bounce',
    viewed: 'Open',
    clicked: 'Click',
    bounced: 'Bounce',
    complained: 'SpamComplaint',
    'opted-out': 'SubscriptionChange',
  },
  sendgrid: {
    delivered: 'delivered',
    deferred: 'deferred',
    failed: 'dropped',
    withdrawn: 'dropped',
    viewed: 'open',
    clicked: 'click',
    bounced: 'bounce',
    complained: 'spamreport',
    'opted-out': 'unsubscribe',
  },
  mailgun: {
    delivered: 'delivered',
    deferred: 'failed',
    failed: 'failed',
    withdrawn: 'failed',
    viewed: 'opened',
    clicked: 'clicked',
    bounced: 'failed',
    complained: 'complained',
    'opted-out': 'unsubscribed',
  },
} as const satisfies Record<string, Partial<Record<EventKind, string>>>

export type ProviderFormat = keyof typeof PROVIDER_EVENTS
export type WebhookFormat = 'pennypost' | ProviderFormat

export const WEBHOOK_FORMATS = [
  'pennypost',
  ...(Object.keys(PROVIDER_EVENTS) as ProviderFormat[]),
] as const

/** All kinds that are sent in a format. */
export const kindsOfFormat = (format: WebhookFormat): EventKind[] =>
  Object.keys(format === 'pennypost' ? EVENT_KINDS : PROVIDER_EVENTS[format]) as EventKind[]
