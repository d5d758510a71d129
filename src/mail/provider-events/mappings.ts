/**
 * The webhooks of hosted relays, one mapping each: the path of each value, and the meaning of each
 * word. read-events.ts applies them; a new relay is a mapping more, and its signature in verify.ts.
 */

/** Others (opens, clicks, deliveries) are taken and ignored. */
export type RelayEventKind = 'bounced' | 'complained' | 'deferred'

export interface EventMapping {
  /** Where the event is, beside its signature. */
  root?: string
  /** It can be set to send forms instead of JSON. */
  form?: true
  /** Paths with dots; the first one with a value counts. */
  kind: readonly string[]
  kinds: Readonly<Record<string, RelayEventKind>>
  /** Words that say more than the kind does. Null: nothing that counts. */
  rather?: Readonly<{ path: string; kinds: Readonly<Record<string, RelayEventKind | null>> }>
  /** Several for an event of several recipients: the path of the list, and of the value in it. */
  recipients?: Readonly<Record<string, readonly [list: string, address: string]>>
  recipient: readonly string[]
  messageId: readonly string[]
  /** A header of the sent email that the relay returns. */
  envelopeId?: readonly string[]
  status: readonly string[]
  reply: readonly string[]
  /** The status that a word of the relay stands for, where it gives none that says more. */
  statuses?: readonly Readonly<{ path: string; words: Readonly<Record<string, string>> }>[]
  /** Values of these mean that it is temporary. */
  temporary?: Readonly<{ path: string; words: readonly string[] }>
}

export const MAPPINGS = {
  ses: {
    kind: ['notificationType', 'eventType'],
    kinds: { Bounce: 'bounced', Complaint: 'complained', DeliveryDelay: 'deferred' },
    recipients: {
      bounced: ['bounce.bouncedRecipients', 'emailAddress'],
      complained: ['complaint.complainedRecipients', 'emailAddress'],
      deferred: ['deliveryDelay.delayedRecipients', 'emailAddress'],
    },
    recipient: ['mail.destination.0'],
    messageId: ['mail.commonHeaders.messageId'],
    status: ['recipient.status'],
    reply: ['recipient.diagnosticCode', 'bounce.bounceSubType'],
    temporary: { path: 'bounce.bounceType', words: ['Transient', 'Undetermined'] },
    statuses: [
      {
        path: 'bounce.bounceSubType',
        words: { NoEmail: '5.1.1', MailboxFull: '5.2.2', MessageTooLarge: '5.3.4' },
      },
      // General is a word of those too that are no bounce for good.
      { path: 'bounce.bounceType', words: { Permanent: '5.1.1' } },
    ],
    rather: { path: 'complaint.complaintFeedbackType', kinds: { 'not-spam': null } },
  },
  mailgun: {
    root: 'event-data',
    kind: ['event'],
    kinds: { failed: 'bounced', complained: 'complained' },
    // On its own suppression list, by what became of an earlier email.
    rather: { path: 'reason', kinds: { 'suppress-complaint': 'complained' } },
    statuses: [{ path: 'reason', words: { 'suppress-bounce': '5.1.1' } }],
    recipient: ['recipient'],
    messageId: ['message.headers.message-id'],
    status: ['delivery-status.enhanced-code'],
    reply: ['delivery-status.message', 'delivery-status.description', 'reason'],
    temporary: { path: 'severity', words: ['temporary'] },
  },
  postmark: {
    kind: ['RecordType'],
    kinds: { Bounce: 'bounced', SpamComplaint: 'complained' },
    rather: {
      path: 'Type',
      kinds: {
        SpamComplaint: 'complained',
        AutoResponder: null,
        AddressChange: null,
        ChallengeVerification: null,
        Subscribe: null,
        Unsubscribe: null,
        OpenRelayTest: null,
        VirusNotification: null,
      },
    },
    recipient: ['Email'],
    messageId: [],
    envelopeId: ['Metadata.envelope'],
    status: [],
    reply: ['Details', 'Description', 'Type'],
    temporary: { path: 'Type', words: ['SoftBounce', 'Transient', 'DnsError', 'DMARCPolicy'] },
    statuses: [{ path: 'Type', words: { HardBounce: '5.1.1', BadEmailAddress: '5.1.3' } }],
  },
  sendgrid: {
    kind: ['event'],
    kinds: {
      bounce: 'bounced',
      dropped: 'bounced',
      spamreport: 'complained',
      deferred: 'deferred',
    },
    recipient: ['email'],
    messageId: ['smtp-id'],
    status: ['status'],
    reply: ['reason', 'response'],
    temporary: { path: 'type', words: ['blocked'] },
    // Of an email that it dropped.
    rather: { path: 'reason', kinds: { 'Spam Reporting Address': 'complained' } },
    statuses: [{ path: 'reason', words: { 'Bounced Address': '5.1.1', Invalid: '5.1.3' } }],
  },
  brevo: {
    kind: ['event'],
    kinds: {
      hard_bounce: 'bounced',
      soft_bounce: 'bounced',
      blocked: 'bounced',
      invalid_email: 'bounced',
      spam: 'complained',
      complaint: 'complained',
      deferred: 'deferred',
    },
    recipient: ['email'],
    messageId: ['message-id'],
    envelopeId: ['X-Mailin-custom'],
    status: [],
    reply: ['reason', 'event'],
    temporary: { path: 'event', words: ['soft_bounce', 'blocked'] },
    statuses: [{ path: 'event', words: { hard_bounce: '5.1.1', invalid_email: '5.1.3' } }],
  },
  mailjet: {
    kind: ['event'],
    kinds: { bounce: 'bounced', blocked: 'bounced', spam: 'complained' },
    recipient: ['email'],
    messageId: [],
    envelopeId: ['CustomID'],
    status: [],
    reply: ['comment', 'error', 'error_related_to'],
    temporary: { path: 'hard_bounce', words: ['false'] },
  },
  smtp2go: {
    form: true,
    kind: ['event'],
    // Its documentation has both words for a complaint.
    kinds: {
      bounce: 'bounced',
      reject: 'bounced',
      spam: 'complained',
      spam_complaint: 'complained',
    },
    recipient: ['rcpt', 'email'],
    messageId: ['message-id', 'Message-Id', 'Message-ID'],
    status: [],
    reply: ['message', 'context', 'bounce'],
    temporary: { path: 'bounce', words: ['soft'] },
  },
} as const satisfies Record<string, EventMapping>

export type EventProvider = keyof typeof MAPPINGS

export const PROVIDERS = Object.keys(MAPPINGS) as EventProvider[]

export const isProvider = (name: string): name is EventProvider => Object.hasOwn(MAPPINGS, name)

/**
 * Header fields by which a relay that gives emails another Message-ID tells which one an event is
 * about. They have the token of the return path, which the relay replaces.
 */
const TAGS: Partial<Record<EventProvider, string>> = {
  postmark: 'X-PM-Metadata-envelope',
  brevo: 'X-Mailin-custom',
  mailjet: 'X-MJ-CustomID',
}

/** Undefined: the relay needs none. */
export function tagFor(provider: string | null, envelopeId: string): Buffer | undefined {
  const name = provider !== null && isProvider(provider) ? TAGS[provider] : undefined
  return name === undefined ? undefined : Buffer.from(`${name}: ${envelopeId}\r\n`)
}
