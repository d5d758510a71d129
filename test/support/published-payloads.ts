/**
 * Bodies of webhooks as the relays publish them, or as others have captured them: what they are
 * read as, and how they are judged. From the documentation of the relays, the tests of
 * django-anymail (BSD, "actual events as received, sanitized"), and SendGrid's libraries for Go and
 * Node.js (MIT), whose signatures were made by SendGrid.
 */
import type { EventProvider } from '../../src/mail/provider-events/mappings.ts'

export type Judged = [recipient: string, messageId: string, kind: string, cause: string]

const MAILGUN_MESSAGE = { headers: { to: 'foo@example.com', 'message-id': '2013.1@example.org' } }
const mailgun = (event: object, status: object = {}) => ({
  signature: {
    timestamp: '1529006854',
    token: 'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0',
  },
  'event-data': {
    id: 'G9Bn5sl1TC6nu79C8C0bwg',
    timestamp: 1_521_233_195.375_624,
    'log-level': 'error',
    flags: { 'is-routed': false, 'is-test-mode': false },
    campaigns: [],
    tags: [],
    recipient: 'alice@example.com',
    'recipient-domain': 'example.com',
    envelope: { sender: 'bob@example.org', transport: 'smtp', targets: 'alice@example.com' },
    storage: { url: 'https://se.api.mailgun.net/v3/domains/x/messages/y', key: 'y' },
    message: MAILGUN_MESSAGE,
    'user-variables': {},
    event: 'failed',
    'delivery-status': status,
    ...event,
  },
})
const OF_MAILGUN = ['alice@example.com', '2013.1@example.org'] as const

const postmark = (Type: string, TypeCode: number, more: object = {}) => ({
  RecordType: 'Bounce',
  ID: 901_542_550,
  Type,
  TypeCode,
  Name: 'Hard bounce',
  Tag: 'Test',
  MessageID: '2706ee8a-737c-4285-b032-ccd317af53ed',
  ServerID: 1234,
  MessageStream: 'outbound',
  Description:
    'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
  Email: 'bounce@example.com',
  From: 'sender@example.com',
  DumpAvailable: true,
  BouncedAt: '2016-04-27T16:28:50.3963933-04:00',
  Inactive: true,
  CanActivate: true,
  Subject: 'Postmark event test',
  Content: '...',
  ...more,
})
const OF_POSTMARK = ['bounce@example.com', ''] as const

const SENDGRID_ID = '<14c5d75ce93.dfd.64b469@ismtpd-555>'
const sendgrid = (event: object) => [
  {
    email: 'example@test.com',
    timestamp: 1_513_299_569,
    'smtp-id': SENDGRID_ID,
    category: 'cat facts',
    sg_event_id: '6g4ZI7SA-xmRDv57GoPIPw==',
    ...event,
    sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  },
]
const OF_SENDGRID = ['example@test.com', SENDGRID_ID] as const

const sns = (message: object) => ({
  Type: 'Notification',
  MessageId: '19ba9823-d7f2-53c1-860e-cb10e0d13dfc',
  TopicArn: 'arn:aws:sns:us-east-1:123456789012:SES_Events',
  Subject: 'Amazon SES Email Event Notification',
  Message: `${JSON.stringify({
    ...message,
    mail: {
      timestamp: '2016-01-27T14:59:38.237Z',
      source: 'john@example.com',
      sourceIp: '127.0.3.0',
      messageId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000',
      destination: ['jane@example.com', 'mary@example.com', 'richard@example.com'],
      headers: [{ name: 'Message-ID', value: 'custom-message-ID' }],
      commonHeaders: { from: ['John Doe <john@example.com>'], messageId: 'custom-message-ID' },
    },
  })}\n`,
  Timestamp: '2018-03-26T17:58:59.675Z',
  SignatureVersion: '1',
  Signature: 'EXAMPLE',
})
const ses = (bounceType: string, bounceSubType: string, more: object = {}) =>
  sns({
    eventType: 'Bounce',
    bounce: {
      bounceType,
      bounceSubType,
      feedbackId: '00000138111222aa-4455',
      remoteMtaIp: '127.0.2.0',
      bouncedRecipients: [{ emailAddress: 'jane@example.com', ...more }],
    },
  })
const OF_SES = ['jane@example.com', 'custom-message-ID'] as const
const SUPPRESSED =
  'Amazon SES did not send the message to this address because it is on the suppression list for ' +
  'your account.'

export const SMTP2GO = {
  event: 'bounce',
  bounce: 'hard',
  time: '2026-10-06 12:34:56',
  sender: 'from@example.com',
  rcpt: 'recipient@example.com',
  recipients: 'recipient@example.com,other@example.com',
  email_id: '1u0SwL-B9zBpi9ffUq-JAB2',
  id: 'webhook-event-id',
  host: 'mx.example.com',
  'message-id': '<mime-id@example.com>',
  message: '550 5.1.1 User unknown',
  context: 'RCPT',
}
export const OF_SMTP2GO = ['recipient@example.com', '<mime-id@example.com>'] as const

export const CASES: [EventProvider, string, unknown, Judged[]][] = [
  [
    'mailgun',
    'a mailbox that does not exist',
    mailgun(
      { severity: 'permanent', reason: 'bounce' },
      {
        tls: true,
        'mx-host': 'aspmx.l.example.org',
        'attempt-no': 1,
        code: 550,
        utf8: true,
        message:
          '5.1.1 The email account that you tried to reach does not exist. Please try\n' +
          "5.1.1 double-checking the recipient's email address for typos",
      },
    ),
    [[...OF_MAILGUN, 'hard', 'bad-mailbox']],
  ],
  [
    'mailgun',
    'no mail server, tried again later',
    mailgun(
      { severity: 'temporary', reason: 'generic' },
      { 'attempt-no': 3, code: 498, 'retry-seconds': 1800, message: 'No MX for nomx.example.com' },
    ),
    [[...OF_MAILGUN, 'soft', 'busy']],
  ],
  [
    'mailgun',
    'an address that bounced before',
    mailgun(
      { severity: 'permanent', reason: 'suppress-bounce' },
      {
        'attempt-no': 1,
        message: '',
        code: 605,
        'enhanced-code': '',
        'session-seconds': 0,
        description: 'Not delivering to previously bounced address',
      },
    ),
    [[...OF_MAILGUN, 'hard', 'bad-mailbox']],
  ],
  [
    'mailgun',
    'a person who complained before',
    mailgun(
      { severity: 'permanent', reason: 'suppress-complaint' },
      { code: 607, description: 'Not delivering to a user who marked your messages as spam' },
    ),
    [[...OF_MAILGUN, 'complaint', 'abuse-report']],
  ],
  [
    'mailgun',
    'a complaint',
    mailgun({ event: 'complained' }),
    [[...OF_MAILGUN, 'complaint', 'abuse-report']],
  ],
  ['mailgun', 'a delivery', mailgun({ event: 'delivered' }), []],
  ['mailgun', 'a status that is null', mailgun({ event: 'accepted', 'delivery-status': null }), []],
  [
    'postmark',
    'a hard bounce',
    postmark('HardBounce', 1),
    [[...OF_POSTMARK, 'hard', 'bad-mailbox']],
  ],
  [
    'postmark',
    'a full mailbox',
    postmark('SoftBounce', 4096, { Details: 'Test bounce details' }),
    [[...OF_POSTMARK, 'soft', 'busy']],
  ],
  [
    'postmark',
    'a complaint among the bounces',
    postmark('SpamComplaint', 100_001),
    [[...OF_POSTMARK, 'complaint', 'abuse-report']],
  ],
  ['postmark', 'a holiday reply', postmark('AutoResponder', 64), []],
  [
    'postmark',
    'a change of subscription',
    {
      RecordType: 'SubscriptionChange',
      Recipient: 'x@example.com',
      SuppressionReason: 'HardBounce',
    },
    [],
  ],
  [
    'sendgrid',
    'a bounce',
    sendgrid({
      event: 'bounce',
      bounce_classification: 'Invalid Address',
      status: '5.0.0',
      reason: '500 unknown recipient',
      type: 'bounce',
      ip: '167.89.17.173',
      tls: 1,
    }),
    [[...OF_SENDGRID, 'hard', 'bad-mailbox']],
  ],
  [
    'sendgrid',
    'an address that bounced before',
    sendgrid({ event: 'dropped', reason: 'Bounced Address', status: '5.0.0' }),
    [[...OF_SENDGRID, 'hard', 'bad-mailbox']],
  ],
  [
    'sendgrid',
    'a person who complained before',
    sendgrid({ event: 'dropped', reason: 'Spam Reporting Address' }),
    [[...OF_SENDGRID, 'complaint', 'abuse-report']],
  ],
  [
    'sendgrid',
    'somebody who unsubscribed there',
    sendgrid({ event: 'dropped', reason: 'Unsubscribed Address' }),
    [[...OF_SENDGRID, 'unknown', 'unknown']],
  ],
  [
    'sendgrid',
    'a delay',
    sendgrid({ event: 'deferred', response: '400 try again later', attempt: '5' }),
    [[...OF_SENDGRID, 'none', 'delay-notice']],
  ],
  [
    'ses',
    'an unknown user',
    ses('Permanent', 'General', {
      status: '5.1.1',
      action: 'failed',
      diagnosticCode: 'smtp; 550 5.1.1 <jane@example.com>... User unknown',
    }),
    [[...OF_SES, 'hard', 'bad-mailbox']],
  ],
  [
    'ses',
    'no more than that it is for good',
    ses('Permanent', 'General'),
    [[...OF_SES, 'hard', 'bad-mailbox']],
  ],
  [
    'ses',
    'no more than that it is not',
    ses('Transient', 'General'),
    [[...OF_SES, 'soft', 'busy']],
  ],
  ['ses', 'a full mailbox', ses('Transient', 'MailboxFull'), [[...OF_SES, 'soft', 'mailbox-full']]],
  [
    'ses',
    'something undetermined',
    ses('Undetermined', 'Undetermined'),
    [[...OF_SES, 'soft', 'busy']],
  ],
  [
    'ses',
    'an address on the suppression list',
    ses('Permanent', 'OnAccountSuppressionList', { status: '5.1.1', diagnosticCode: SUPPRESSED }),
    [[...OF_SES, 'hard', 'bad-mailbox']],
  ],
  [
    'ses',
    'two recipients of three',
    sns({
      notificationType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [
          { emailAddress: 'jane@example.com' },
          { emailAddress: 'richard@example.com' },
        ],
      },
    }),
    [
      [...OF_SES, 'hard', 'bad-mailbox'],
      ['richard@example.com', 'custom-message-ID', 'hard', 'bad-mailbox'],
    ],
  ],
  [
    'ses',
    'a complaint',
    sns({
      notificationType: 'Complaint',
      complaint: {
        userAgent: 'AnyCompany Feedback Loop (V0.01)',
        complaintFeedbackType: 'abuse',
        complainedRecipients: [{ emailAddress: 'jane@example.com' }],
      },
    }),
    [[...OF_SES, 'complaint', 'abuse-report']],
  ],
  [
    'ses',
    'that it is no spam',
    sns({
      notificationType: 'Complaint',
      complaint: {
        complaintFeedbackType: 'not-spam',
        complainedRecipients: [{ emailAddress: 'jane@example.com' }],
      },
    }),
    [],
  ],
  ['smtp2go', 'a bounce', SMTP2GO, [[...OF_SMTP2GO, 'hard', 'bad-mailbox']]],
]
