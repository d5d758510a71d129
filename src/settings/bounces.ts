/** The settings of incoming mail: bounces, complaints, unsubscribing, replies. */
import { resolve } from 'node:path'
import { entry } from './entry.ts'
import { domain, listeningHost, optional, share, wholeNumber } from './values.ts'

export const bounceSettings = {
  domain: entry(
    'BOUNCE_DOMAIN',
    'domain',
    '',
    "The domain of emails' envelope senders, which receives bounces; default: the host of " +
      'PUBLIC_URL.',
    optional(domain),
  ),
  port: entry(
    'BOUNCE_PORT',
    'number',
    '',
    'Where bounces and unsubscribing by mail are taken by SMTP (25 for the world, or a port ' +
      'that a mail server hands on to); without it they are not.',
    optional(wholeNumber(1, 65_535)),
  ),
  host: entry(
    'BOUNCE_HOST',
    'address or name',
    '0.0.0.0',
    'The address that BOUNCE_PORT listens on; 0.0.0.0 for all.',
    listeningHost,
  ),
  tlsCert: entry(
    'BOUNCE_TLS_CERT',
    'file',
    '',
    'The certificate, with its chain, in PEM, by which BOUNCE_PORT offers STARTTLS.',
    optional(value => resolve(value)),
  ),
  tlsKey: entry(
    'BOUNCE_TLS_KEY',
    'file',
    '',
    'The private key of BOUNCE_TLS_CERT, in PEM.',
    optional(value => resolve(value)),
  ),
  tokenDays: entry(
    'BOUNCE_TOKEN_DAYS',
    'days',
    '90',
    'How long after a sending its bounces are taken. Unsubscribing is taken as long as the ' +
      'sending is known.',
    wholeNumber(1, 3650),
  ),
  keepDays: entry(
    'BOUNCE_KEEP_DAYS',
    'days',
    '90',
    'How long incoming messages, and bounces without consequences, are kept.',
    wholeNumber(1, 3650),
  ),
  softLimit: entry(
    'BOUNCE_SOFT_LIMIT',
    'number',
    '5',
    'Number of consecutive soft bounces (a full mailbox) after which an address gets no ' +
      'email for a time.',
    wholeNumber(1, 100),
  ),
  softDays: entry(
    'BOUNCE_SOFT_DAYS',
    'days',
    '30',
    'The days over which BOUNCE_SOFT_LIMIT counts; also how long the address is suppressed ' +
      'before it is tried again.',
    wholeNumber(1, 365),
  ),
  hardDays: entry(
    'BOUNCE_HARD_DAYS',
    'days',
    '',
    'How long a hard bounce counts, at least 30 days; then the address is tried again. Without ' +
      'it for good. Complaints and opt-outs never end.',
    optional(wholeNumber(30, 36_500)),
  ),
  holdDays: entry(
    'BOUNCE_HOLD_DAYS',
    'days',
    '7',
    'How long hard bounces wait for "pennypost bounce confirm" or "release", when one reply ' +
      'came for many people; then they are released.',
    wholeNumber(1, 365),
  ),
  complaintAlert: entry(
    'COMPLAINT_ALERT',
    'percent',
    '0.1',
    'From this share of complaints in its accepted emails on, and five of them, a sending ' +
      'is warned of in the log.',
    share,
  ),
  complaintBrake: entry(
    'COMPLAINT_BRAKE',
    'percent',
    '',
    'From this share of complaints in its accepted emails on, and five of them, a sending ' +
      'pauses; without it none does.',
    optional(share),
  ),
}
