/** Reports for machines and complaints, as they are and as some write them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressOf, readDsn } from '../../../src/mail/bounces/dsn.ts'
import { judgeMessage } from '../../../src/mail/bounces/judge.ts'

const only = (fields: string) => readDsn(fields)!.recipients[0]!

describe('delivery reports', () => {
  test('fields in any case, folded, with comments', () => {
    const one = only(
      'FINAL-RECIPIENT: RFC822 ; <Ada@Example.com>\naction: Failed (permanently)\n' +
        'status: 5.2.2 (mailbox full)\nDiagnostic-Code: smtp;\n 552 5.2.2\n\tover quota',
    )
    assert.deepEqual(
      [one.recipient, one.action, one.status, one.diagnostic],
      ['Ada@Example.com', 'failed', '5.2.2', '552 5.2.2 over quota'],
    )
    assert.equal(one.meaning.class, 'mailbox-full')
  })

  test('the address that we wrote to goes before the one it was passed on to', () => {
    assert.equal(
      only(
        'Original-Recipient: rfc822;ada@example.com\n' +
          'Final-Recipient: rfc822;a.l@internal.example\nAction: failed\nStatus: 5.1.1',
      ).recipient,
      'ada@example.com',
    )
  })

  test('an empty line between who and what; no empty line between recipients', () => {
    const apart = readDsn(
      'Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; a@example.com\n\nAction: failed\n' +
        'Status: 5.1.1\n',
    )!.recipients
    assert.deepEqual(
      apart.map(({ recipient, status }) => [recipient, status]),
      [['a@example.com', '5.1.1']],
    )
    const together = readDsn(
      'Reporting-MTA: dns; x\nFinal-Recipient: rfc822; a@example.com\nAction: failed\n' +
        'Status: 5.1.1\nFinal-Recipient: rfc822; b@example.com\nAction: delayed\n' +
        'Status: 4.4.1\n',
    )!.recipients
    assert.deepEqual(
      together.map(({ recipient, action }) => [recipient, action]),
      [
        ['a@example.com', 'failed'],
        ['b@example.com', 'delayed'],
      ],
    )
  })

  test('a status that says little, or the wrong thing, beside words that say more', () => {
    for (const [status, diagnostic, expected] of [
      ['5.0.0', 'smtp; 550 User unknown', 'bad-mailbox'],
      [
        '5.7.1',
        'smtp; 550 5.7.1 <x@y.example>: Recipient address rejected: User unknown',
        'bad-mailbox',
      ],
      ['5.1.1', 'smtp; 550 mailbox is full', 'mailbox-full'],
      ['5.1.1', 'smtp; 554 Your message was rejected as spam', 'content-refused'],
      ['5.3.0', 'smtp; 553 sorry, relaying denied', 'sender-blocked'],
      ['4.0.0', 'X-Postfix; unknown user: "nobody"', 'bad-mailbox'],
      ['5.1.1', 'X-Unix; 67', 'bad-mailbox'],
      ['5.0.0', 'X-Unix; 75', 'route-error'],
      ['5.1.1', '', 'bad-mailbox'],
      ['4.4.7', '', 'route-error'],
      ['5.0.0', '', 'unknown'],
      [
        '5.5.0',
        'smtp;<mail.example.com #5.5.0 smtp;550 5.1.1 <x@y.example>... User unknown>',
        'bad-mailbox',
      ],
      [
        '5.0.350',
        'smtp;550 5.0.350 Remote server returned an error -> 552 5.2.2 Mailbox full',
        'mailbox-full',
      ],
    ])
      assert.equal(
        only(
          `Final-Recipient: rfc822; x@y.example\nAction: failed\nStatus: ${status}\n` +
            `Diagnostic-Code: ${diagnostic}`,
        ).meaning.class,
        expected,
        `${status} ${diagnostic}`,
      )
  })

  test('addresses in their forms', () => {
    assert.equal(addressOf('rfc822;ada@example.com'), 'ada@example.com')
    assert.equal(addressOf('LOCAL;<>'), undefined)
    assert.equal(addressOf('utf-8;bj\\x{F8}rn@example.com'), 'bjørn@example.com')
    assert.equal(addressOf('"Ada, of L." <ada@example.com>'), 'ada@example.com')
    assert.equal(addressOf('rfc822;"a b"@example.com'), '"a b"@example.com')
    assert.equal(addressOf('nobody'), undefined)
  })

  test('a message that is no report', () => {
    assert.equal(readDsn('Hello\n\nyou'), undefined)
    assert.equal(readDsn(''), undefined)
  })

  test('a report inside a text, without any type', () => {
    const { recipients } = judgeMessage(
      Buffer.from(
        'From: postmaster@example.com\nSubject: Undeliverable\n\nSorry.\n\n' +
          'Final-Recipient: rfc822; gone@example.com\nAction: failed\nStatus: 5.1.1\n',
      ),
    )
    assert.deepEqual(
      [recipients.length, recipients[0]!.kind, recipients[0]!.recipient],
      [1, 'hard', 'gone@example.com'],
    )
  })
})
