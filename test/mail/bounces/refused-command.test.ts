/** The command that was refused decides before any words: before RCPT it is the sender's fault. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judgeMessage, judgeReply } from '../../../src/mail/bounces/judge.ts'
import { meaningOf } from '../../../src/mail/bounces/reply.ts'

const report = (prose: string, diagnostic = '550 5.1.1 User unknown') =>
  Buffer.from(
    'Return-Path: <>\r\nFrom: MAILER-DAEMON@mail.example.com\r\nTo: news@example.net\r\n' +
      'Subject: Undelivered Mail Returned to Sender\r\nMIME-Version: 1.0\r\n' +
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n' +
      `--b\r\n\r\n${prose}\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n` +
      'Reporting-MTA: dns; mail.example.com\r\n\r\n' +
      'Final-Recipient: rfc822; ada@example.com\r\nAction: failed\r\nStatus: 5.1.1\r\n' +
      `Diagnostic-Code: smtp; ${diagnostic}\r\n\r\n--b--\r\n`,
  )

const kindOf = (message: Buffer) => judgeMessage(message).recipients.map(({ kind }) => kind)

const said = (command: string) =>
  '<ada@example.com>: host mx.example.com[192.0.2.25] said: 550 5.1.1 User unknown ' +
  `(in reply to ${command} command)`

describe('a refusal before RCPT', () => {
  const EARLY = [
    '550 No such domain (in reply to MAIL FROM command)',
    '550-Requested action not taken: mailbox unavailable 550-invalid DNS MX or A/AAAA resource ' +
      'record (in reply to MAIL FROM command)',
    'SMTP error from remote mail server after MAIL FROM:<news@example.net> SIZE=2000: 553 5.1.0 ' +
      'ada@example.com does not exist E2110',
    'SMTP error from remote mail server after pipelined MAIL FROM:<news@example.net>: 550 User ' +
      'unknown',
    'SMTP error from remote mail server after initial connection: 554 No such domain',
    'SMTP error from remote mail server after EHLO mail.example.net: 550 Host not found',
    'host mx.example.com[192.0.2.25] refused to talk to me: 554 mailbox unavailable',
    'Connected to 192.0.2.1 but my name was rejected. Remote host said: 501 5.0.0 Invalid domain',
    '>>> MAIL From:<news@example.net> SIZE=2000\n<<< 550 5.1.1 Mailbox not found',
  ]
  for (const text of EARLY)
    test(`is about the sender: ${text.slice(0, 60)}`, () => {
      const { class: found, early } = meaningOf(text)
      assert.deepEqual([found, early], ['sender-blocked', true])
    })

  const LATER = [
    '550 5.1.1 User unknown (in reply to RCPT TO command)',
    '550 5.1.1 User unknown (in reply to end of DATA command)',
    'SMTP error from remote mail server after RCPT TO:<ada@example.com>: 550 User unknown',
    '>>> RCPT To:<ada@example.com>\n<<< 550 5.1.1 Mailbox not found',
    '550 5.1.1 User unknown',
  ]
  for (const text of LATER)
    test(`is not: ${text.slice(0, 60)}`, () => {
      assert.equal(meaningOf(text).class, 'bad-mailbox')
    })

  test('is read from the prose, where the fields do not say it', () => {
    assert.deepEqual(kindOf(report(said('MAIL FROM'))), ['blocked'])
    assert.deepEqual(kindOf(report(said('RCPT TO'))), ['hard'])
    assert.deepEqual(kindOf(report('It did not work.')), ['hard'])
  })

  test('is known at hand-over', () => {
    assert.equal(judgeReply('550 5.1.1 User unknown', false).kind, 'blocked')
    assert.equal(judgeReply('550 5.1.1 User unknown', true).kind, 'hard')
    assert.equal(judgeReply('452 4.2.2 Mailbox full', false).kind, 'soft')
  })
})
