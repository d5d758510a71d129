/**
 * Webhooks of hosted relays as their documentation shows them, signed as they sign. Pages: "Amazon
 * SNS notification contents for Amazon SES" and "Verifying the signatures of Amazon SNS messages",
 * "Webhook Payloads" and "Securing Webhooks" of Mailgun, "Bounce webhook" of Postmark, "Event
 * Webhook Reference" of SendGrid, "Event API" of Mailjet, "Webhooks" of SMTP2GO, "Transactional
 * webhooks" of Brevo, whose payloads are those that the tests of django-anymail have captured.
 */
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'

const NO_SUCH = '550 5.1.1 <person>: Recipient address rejected: User unknown'
export const TOPIC = 'arn:aws:sns:eu-north-1:123456789012:bounces'
export const CERTIFICATE =
  'https://sns.eu-north-1.amazonaws.com/SimpleNotificationService-0123abcd.pem'
export const SIGNING_KEY = 'key-3ax6xnjp29jd6fds4gc373sgvjxteol0'

/** The subject of an event: `messageId` without brackets, and the token of the return path. */
export interface About {
  email: string
  messageId: string
  envelope: string
}

export interface Signed {
  body: string
  headers?: Record<string, string>
}

export const amazon = generateKeyPairSync('rsa', { modulusLength: 2048 })
const sendgridKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const seconds = () => String(Math.floor(Date.now() / 1000))

export function sns(message: object | string, more: Record<string, string> = {}): Signed {
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  const envelope: Record<string, string> = {
    Type: 'Notification',
    MessageId: '22b80b92',
    TopicArn: TOPIC,
    Message: text,
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    SigningCertURL: CERTIFICATE,
    ...more,
  }
  const signed = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
    .filter(name => envelope[name] !== undefined)
    .map(name => `${name}\n${envelope[name]}\n`)
    .join('')
  const algorithm = envelope.SignatureVersion === '1' ? 'sha1' : 'sha256'
  const Signature = createSign(algorithm).update(signed).sign(amazon.privateKey, 'base64')
  return { body: JSON.stringify({ ...envelope, Signature }) }
}

let tokens = 0
export function mailgun(data: object, key = SIGNING_KEY, timestamp = seconds()): Signed {
  const token = `token${++tokens}`
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex')
  return {
    body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': data }),
  }
}

export function sendgrid(events: object[], timestamp = seconds()): Signed {
  const body = JSON.stringify(events)
  const signature = createSign('sha256')
    .update(timestamp + body)
    .sign(sendgridKeys.privateKey, 'base64')
  return {
    body,
    headers: {
      'x-twilio-email-event-webhook-signature': signature,
      'x-twilio-email-event-webhook-timestamp': timestamp,
    },
  }
}

export const plain = (event: object): Signed => ({ body: JSON.stringify(event) })

/** As the documentation of each relay shows them: a bounce for good, and a complaint. */
export const RELAYS: Record<
  string,
  { key?: string; bounce(a: About): Signed; complaint?(a: About): Signed }
> = {
  ses: {
    key: TOPIC,
    bounce: ({ email, messageId }) =>
      sns({
        notificationType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'General',
          feedbackId: '0100017-a',
          bouncedRecipients: [
            {
              emailAddress: email,
              action: 'failed',
              status: '5.1.1',
              diagnosticCode: `smtp; ${NO_SUCH}`,
            },
          ],
          timestamp: '2026-11-24T14:59:38.237Z',
          reportingMTA: 'dns; email.example.com',
        },
        mail: {
          messageId: '00000138111222aa',
          destination: [email],
          source: 'shop@example.test',
          commonHeaders: { from: ['shop@example.test'], messageId: `<${messageId}>` },
        },
      }),
    complaint: ({ email, messageId }) =>
      sns(
        {
          notificationType: 'Complaint',
          complaint: {
            complainedRecipients: [{ emailAddress: email }],
            feedbackId: '0100017-b',
            complaintFeedbackType: 'abuse',
          },
          mail: { commonHeaders: { messageId: `<${messageId}>` } },
        },
        { SignatureVersion: '1' },
      ),
  },
  mailgun: {
    key: SIGNING_KEY,
    bounce: ({ email, messageId }) =>
      mailgun({
        event: 'failed',
        severity: 'permanent',
        reason: 'bounce',
        id: 'G9Bn5sl1',
        recipient: email,
        'delivery-status': { code: 550, message: NO_SUCH, description: '' },
        message: { headers: { to: email, 'message-id': messageId } },
      }),
    complaint: ({ email, messageId }) =>
      mailgun({
        event: 'complained',
        id: 'ncV2XwymRUKbPek',
        recipient: email,
        message: { headers: { 'message-id': messageId } },
      }),
  },
  postmark: {
    bounce: ({ email, envelope }) =>
      plain({
        RecordType: 'Bounce',
        ID: 42,
        Type: 'HardBounce',
        TypeCode: 1,
        Name: 'Hard bounce',
        MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
        Details: 'The mailbox was closed.',
        Email: email,
        BouncedAt: '2026-11-24T13:28:10.27Z',
        Metadata: { envelope },
      }),
    complaint: ({ email, envelope }) =>
      plain({
        RecordType: 'SpamComplaint',
        ID: 42,
        Type: 'SpamComplaint',
        TypeCode: 100_001,
        Email: email,
        Metadata: { envelope },
      }),
  },
  sendgrid: {
    key: sendgridKeys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    bounce: ({ email, messageId }) =>
      sendgrid([
        { email, timestamp: 1_513_299_569, event: 'processed', 'smtp-id': `<${messageId}>` },
        {
          email,
          timestamp: 1_513_299_569,
          'smtp-id': `<${messageId}>`,
          event: 'bounce',
          sg_event_id: '6g4ZI7SA-xmRDv57GoPIPw==',
          reason: NO_SUCH,
          status: '5.1.1',
          type: 'bounce',
        },
      ]),
    complaint: ({ email, messageId }) =>
      sendgrid([{ email, 'smtp-id': `<${messageId}>`, event: 'spamreport', sg_event_id: '37n' }]),
  },
  brevo: {
    bounce: ({ email, envelope }) =>
      plain({
        event: 'hard_bounce',
        email,
        id: 26_224,
        date: '2026-11-24 09:02:16',
        ts: 1_604_937_619,
        ts_event: 1_604_933_619,
        ts_epoch: 1_604_933_623_000,
        'message-id': '<201803011158.9876543210@smtp-relay.mailin.fr>',
        reason: ' RecipientError: 550 5.5.0 Requested action not taken: mailbox unavailable.',
        'X-Mailin-custom': envelope,
        sending_ip: '192.0.2.1',
      }),
    complaint: ({ email, messageId }) =>
      plain({ event: 'complaint', email, id: 'x', 'message-id': messageId, ts_event: 1 }),
  },
  mailjet: {
    bounce: ({ email, envelope }) =>
      plain([
        {
          event: 'bounce',
          time: 1_430_812_195,
          MessageID: 13_792_286_917_004_336,
          email,
          mj_campaign_id: 0,
          CustomID: envelope,
          Payload: '',
          blocked: false,
          hard_bounce: true,
          error_related_to: 'recipient',
          error: 'user unknown',
          comment: '',
        },
      ]),
    complaint: ({ email, envelope }) =>
      plain({ event: 'spam', time: 1, MessageID: 2, email, CustomID: envelope, source: 'JMRPP' }),
  },
  smtp2go: {
    bounce: ({ email, messageId }) =>
      plain({
        event: 'bounce',
        bounce: 'hard',
        time: '2026-11-24T09:02:16Z',
        rcpt: email,
        email_id: '1tKXXX-4o5p',
        message: NO_SUCH,
        'Message-Id': `<${messageId}>`,
        context: `RCPT TO:<${email}>`,
        host: 'mail.example.test [192.0.2.1]',
      }),
    complaint: ({ email, messageId }) =>
      plain({
        event: 'spam_complaint',
        rcpt: email,
        email_id: '1tKXXX',
        'message-id': `<${messageId}>`,
      }),
  },
}
