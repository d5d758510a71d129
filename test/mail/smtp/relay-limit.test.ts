/** Sentences of relays about their own limits, and of receivers about theirs. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RelayLimit } from '../../../src/mail/smtp/relay-limit.ts'
import { type Stage, verdictOf } from '../../../src/mail/smtp/verdict.ts'

const verdict = (stage: Stage, line: string) => {
  const [, code, enhanced = null, text] = /^(\d{3})[ -](?:(\d\.\d+\.\d+) )?(.*)$/s.exec(line)!
  return verdictOf(stage, { code: Number(code), enhanced, lines: [text!] })
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Said = [stage: Stage, line: string, of: RelayLimit['of'], told?: Partial<RelayLimit>]

const OF_RELAYS: Said[] = [
  // Amazon SES
  ['dot', '454 Throttling failure: Maximum sending rate exceeded.', 'rate'],
  [
    'dot',
    '454 4.7.0 Throttling failure: Daily message quota exceeded.',
    'quota',
    { periodMillis: DAY },
  ],
  // Gmail and Google Workspace
  ['dot', '550 5.4.5 Daily user sending limit exceeded. For more information on', 'quota'],
  ['mail', '550 5.4.5 Daily SMTP relay limit exceeded for customer', 'quota'],
  ['mail', '450 4.2.1 Peak SMTP relay limit exceeded for customer. Try again later.', 'rate'],
  // Microsoft 365 and Exchange
  [
    'mail',
    '421 4.4.2 Message submission rate for this client has exceeded the configured limit',
    'rate',
    { periodMillis: 60_000 },
  ],
  ['dot', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded', 'connections'],
  ['dot', '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException;', 'quota'],
  [
    'rcpt',
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for recipients",
    'quota',
    { periodMillis: DAY },
  ],
  // Mailgun
  [
    'rcpt',
    '421 Domain mg.example.com has exceeded its hourly limit (100 emails per hour)',
    'quota',
    { periodMillis: HOUR },
  ],
  // SendGrid
  ['auth', '451 Authentication failed: Maximum credits exceeded', 'quota'],
  ['rcpt', '451 You have exceeded your messaging limits', 'quota'],
  // Postmark
  ['dot', '550 5.7.1 Not allowed to send: your account has run out of credits', 'quota'],
  [
    'dot',
    '451 4.7.1 Rate limit exceeded for this account: 10 messages per second',
    'rate',
    { perSecond: 10 },
  ],
  // Brevo, Mailjet
  ['rcpt', '452 4.7.1 You have reached your daily sending limit', 'quota', { periodMillis: DAY }],
  ['dot', '450 4.7.1 Sending limit reached for this account', 'quota'],
  ['mail', '421 4.7.0 Too many messages, slow down', 'rate'],
  // Postfix (anvil), Exim, cPanel, rspamd, postfwd
  ['mail', '450 4.7.1 Error: too much mail from 192.0.2.1', 'rate'],
  ['rcpt', '450 4.7.1 Error: too many recipients from 192.0.2.1', 'rate'],
  ['rcpt', '451 Sender rate overlimit - 1000.1 / 1h', 'quota', { periodMillis: HOUR }],
  [
    'dot',
    '550-Domain example.com has exceeded the max emails per hour (500/500 (100%)) allowed.',
    'quota',
    { periodMillis: HOUR },
  ],
  ['rcpt', '451 4.7.1 Ratelimit "user" exceeded', 'rate'],
  ['rcpt', '450 only 5 recipients per 5 minutes allowed', 'rate', { perSecond: 5 / 300 }],
  ['rcpt', '450 4.7.1 You may send 60 emails per minute', 'rate', { perSecond: 1 }],
  ['mail', '550 Too many messages. Try again in 92 seconds.', 'rate', { waitMillis: 92_000 }],
  ['rcpt', '451 4.7.1 Hourly sending limit exceeded', 'quota', { periodMillis: HOUR }],
  // One connection, and too many of them
  ['mail', '421 too many messages in this connection', 'connection'],
  ['rcpt', '452 4.3.1 Too many messages on this connection', 'connection'],
  ['dot', '421 4.7.0 Too many recipients in this session', 'connection'],
  ['mail', '421 4.7.0 Too many concurrent connections', 'connections'],
]

const OF_OTHERS: [stage: Stage, line: string][] = [
  ['rcpt', '450 4.2.1 The user you are trying to contact is receiving mail too quickly.'],
  ['rcpt', '452 4.2.2 mailbox quota exceeded'],
  ['rcpt', '552 5.2.2 The daily limit of this mailbox is exceeded'],
  ['dot', '421 4.7.28 Gmail has detected an unusual rate of unsolicited mail, rate limited'],
  ['rcpt', '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited'],
  ['rcpt', '451 4.7.652 The mail server has exceeded the maximum number of connections.'],
  ['rcpt', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to volume'],
  ['dot', '421 4.7.1 Messages to this domain are being rate limited. Please slow down [CS01]'],
  ['rcpt', '421 4.7.0 Too many messages from 192.0.2.1 (rate exceeded), try again later'],
  ['rcpt', '451 Ratelimit exceeded for mailbox. Try again later.'],
  ['rcpt', '450 4.7.1 Greylisted, try again in 300 seconds'],
  ['rcpt', '550 5.1.1 has sent to too many recipients this hour. IB607'],
  ['rcpt', '452 4.5.3 Too many recipients'],
  ['rcpt', '451 4.3.0 Local problem'],
  ['rcpt', '550 5.1.1 user unknown'],
  ['mail', '552 5.3.4 Message size exceeds fixed limit'],
  ['mail', '550 5.7.1 your address is on a block list'],
  ['mail', '421 4.4.2 idle for too long'],
]

describe('a reply about a limit', () => {
  for (const [stage, line, of, told = {}] of OF_RELAYS)
    test(`of the relay, at ${stage}: ${line}`, () => {
      const { limit, about } = verdict(stage, line)
      assert.deepEqual([limit?.of, about], [of, 'relay'])
      for (const [what, value] of Object.entries(told))
        assert.equal(limit![what as keyof RelayLimit], value, what)
    })

  for (const [stage, line] of OF_OTHERS)
    test(`of somebody else, or of nobody, at ${stage}: ${line}`, () => {
      assert.equal(verdict(stage, line).limit, undefined)
    })
})
