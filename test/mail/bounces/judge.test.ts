/**
 * What bounds a judgement: sizes, depths, numbers, bytes that are no message; and what it finds of
 * ours in a message.
 */
import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { judgeMessage, judgeReply } from '../../../src/mail/bounces/judge.ts'
import { messageTokens, readMessageId, readMessageToken } from '../../../src/mail/links/links.ts'
import { mailToken } from '../../../src/mail/links/mail-address.ts'
import { macKey } from '../../../src/mail/links/signing.ts'
import { heldInBuffers } from '../../support/memory.ts'

const head = (type: string) =>
  `Return-Path: <>\r\nFrom: MAILER-DAEMON@mail.example.com\r\nTo: news@example.net\r\n` +
  `Subject: Undelivered Mail Returned to Sender\r\nMIME-Version: 1.0\r\n` +
  `Content-Type: ${type}\r\n\r\n`
const dsn = (groups: string) =>
  `${head('multipart/report; report-type=delivery-status; boundary=b')}--b\r\n\r\n` +
  `It did not work.\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n` +
  `Reporting-MTA: dns; mail.example.com\r\nOriginal-Envelope-Id: env-7\r\n\r\n${groups}\r\n` +
  `--b--\r\n`
const group = (recipient: string, action: string, status: string, diagnostic: string) =>
  `Final-Recipient: rfc822; ${recipient}\r\nAction: ${action}\r\nStatus: ${status}\r\n` +
  `Diagnostic-Code: smtp; ${diagnostic}\r\n\r\n`

describe('a report on several recipients', () => {
  test('each is judged by itself, in the order of the report', () => {
    const { recipients, references } = judgeMessage(
      Buffer.from(
        dsn(
          group('late@example.com', 'delayed', '4.4.1', 'connect timed out') +
            group('full@example.com', 'failed', '5.2.2', '552 5.2.2 over quota') +
            group('gone@example.com', 'failed', '5.1.1', '550 5.1.1 User unknown') +
            group('there@example.com', 'delivered', '2.1.5', '250 OK'),
        ),
      ),
    )
    assert.deepEqual(
      recipients.map(({ recipient, kind, class: found }) => [recipient, kind, found]),
      [
        ['late@example.com', 'none', 'delay-notice'],
        ['full@example.com', 'soft', 'mailbox-full'],
        ['gone@example.com', 'hard', 'bad-mailbox'],
        ['there@example.com', 'none', 'delivered'],
      ],
    )
    assert.deepEqual(references.envelopeIds, ['env-7'])
  })

  test('ten thousand of them', () => {
    const groups = Array.from({ length: 12_000 }, (_, i) =>
      group(`r${i}@example.com`, 'failed', '5.1.1', '550 5.1.1 User unknown'),
    )
    const { recipients } = judgeMessage(Buffer.from(dsn(groups.join(''))))
    assert.equal(recipients.length, 10_000)
    assert.equal(recipients[9_999]!.recipient, 'r9999@example.com')
  })

  test('ten thousand of them in words', () => {
    const lines = Array.from(
      { length: 12_000 },
      (_, i) => `<r${i}@example.com>: host mx said: 550 5.1.1 User unknown\r\n\r\n`,
    )
    const { recipients } = judgeMessage(Buffer.from(head('text/plain') + lines.join('')))
    assert.ok(recipients.length > 1_000 && recipients.length <= 10_000)
    assert.ok(recipients.every(({ kind }) => kind === 'hard'))
  })
})

describe('large, deep or broken messages', () => {
  test('parts nested 200 deep', () => {
    const open = Array.from(
      { length: 200 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
    )
    const { recipients } = judgeMessage(
      Buffer.from(
        `${head('multipart/mixed; boundary=b').trimEnd()}\r\n\r\n--b\r\n${open.join('')}\r\nx`,
      ),
    )
    assert.equal(recipients.length, 1)
  })

  test('emails nested 200 deep', () => {
    const { recipients } = judgeMessage(
      Buffer.from(head('message/rfc822') + 'Content-Type: message/rfc822\r\n\r\n'.repeat(200)),
    )
    assert.equal(recipients.length, 1)
  })

  test('100 MB: the beginning is judged, and nothing is copied', () => {
    const message = Buffer.alloc(100 << 20, `${'x'.repeat(76)}\r\n`)
    message.write(
      `${head('text/plain')}<gone@example.com>: 550 5.1.1 User unknown\r\n\r\n` +
        `--- Below this line is a copy of the message.\r\n\r\n`,
    )
    const before = heldInBuffers()
    const { recipients } = judgeMessage(message)
    assert.equal(recipients[0]!.kind, 'hard')
    assert.ok(heldInBuffers() - before < 50 << 20)
  })

  test('one line of 20 MB, boundaries by the million, fields by the million', () => {
    for (const text of [
      `${head('text/plain')}${'mailbox '.repeat(2_500_000)}`,
      `${head('multipart/mixed; boundary=b')}${'--b\r\n'.repeat(1_000_000)}`,
      `${head('multipart/mixed; boundary=b')}${'--bx\r\n'.repeat(1_000_000)}`,
      `${'X-A: b\r\n'.repeat(1_000_000)}\r\n`,
      `Subject: ${' '.repeat(1_000_000)}x\r\n${' y\r\n'.repeat(300_000)}\r\n`,
      `${head('text/html')}${'<style>'.repeat(300_000)}`,
      `${head('text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable')}${'= '.repeat(1_000_000)}`,
      `${head('text/plain')}${'550 '.repeat(500_000)}`,
      `${head('text/plain')}${'a@'.repeat(500_000)}`,
      `${head('text/plain')}${'<a@b.example>:\r\n'.repeat(300_000)}`,
      `Subject: ${'=?utf-8?q?a?= '.repeat(100_000)}\r\n\r\n`,
    ])
      assert.ok(judgeMessage(Buffer.from(text)).recipients.length > 0)
  })

  test('any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), bytes => {
        const { recipients } = judgeMessage(bytes)
        return recipients.length === 1 && recipients[0]!.kind !== 'hard'
      }),
    )
  })

  test('no bytes', () => {
    assert.equal(judgeMessage(new Uint8Array()).recipients[0]!.kind, 'none')
  })

  test('a wrong charset, an unknown one, and 8-bit fields', () => {
    const words = '<ada@example.de>: Das Postfach des Empfängers ist voll'
    for (const charset of ['utf-8', 'iso-8859-1', 'x-nobody-knows', 'us-ascii'])
      for (const encoding of ['utf8', 'latin1'] as const) {
        const text =
          `From: Zustellsystem Köln <postmaster@example.de>\r\n` +
          `Subject: Unzustellbar: für Sie\r\n` +
          `Content-Type: text/plain; charset=${charset}\r\n\r\n${words}\r\n`
        assert.equal(
          judgeMessage(Buffer.from(text, encoding)).recipients[0]!.class,
          'mailbox-full',
          `${charset} in ${encoding}`,
        )
      }
  })
})

describe('words in other letters', () => {
  const said: [string, string, string][] = [
    ['gb2312', '系统退信', '很抱歉，您的邮件被退回。\n\nuser@example.cn\n收件人邮箱地址不存在'],
    ['big5', '系統退信通知', '您的郵件無法投遞:\nuser@example.tw\n該郵件帳號不存在'],
    [
      'euc-kr',
      '메일 전송 실패',
      '다음 수신자에게 전송할 수 없습니다\nuser@example.kr\n사용자를 찾을 수 없습니다',
    ],
    [
      'shift_jis',
      '送信エラー',
      '次の宛先に送信できませんでした。\nuser@example.jp\nユーザーが存在しません',
    ],
    [
      'windows-1251',
      'Письмо не доставлено',
      'Письмо не может быть доставлено.\nuser@example.ru\nПользователь не найден',
    ],
    ['iso-8859-2', 'Wiadomość nie została dostarczona', 'user@example.pl\nUżytkownik nie istnieje'],
    [
      'iso-8859-1',
      'Unzustellbar',
      'Ihre Nachricht konnte nicht zugestellt werden\nuser@example.de\nEmpfänger unbekannt',
    ],
  ]
  for (const [charset, subject, text] of said)
    test(`${charset}: named, encoded, and told only by the subject`, () => {
      const head =
        `Return-Path: <>\nFrom: MAILER-DAEMON@example.com\n` +
        `Subject: =?${charset}?B?${iconv.encode(subject, charset).toString('base64')}?=\n`
      const body = iconv.encode(text, charset)
      for (const [fields, content] of [
        [`Content-Type: text/plain; charset="${charset}"\n`, body],
        [
          `Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: base64\n`,
          Buffer.from(body.toString('base64')),
        ],
        ['', body],
      ] as const)
        assert.equal(
          judgeMessage(Buffer.concat([Buffer.from(`${head}${fields}\n`), content])).recipients[0]!
            .class,
          'bad-mailbox',
          fields,
        )
    })
})

describe('whose email it is', () => {
  const key = macKey(1, createSecretKey(Buffer.alloc(32, 7)))
  const ref = { accountId: 82, of: 'sending', ofId: 7, id: 9 } as const
  const tokens = messageTokens(ref, key)
  const keyOf = () => key

  test('by the Message-ID of the email that came back, by its unsubscribe address, by the address the bounce was sent to', async () => {
    const to = `${mailToken('b', tokens.bounce)}@bounce.example.net`
    const message =
      `Message-ID: <${tokens.messageId}@example.net>\r\n` +
      `List-Unsubscribe: <https://example.net/u/${tokens.unsubscribe}>\r\n` +
      `To: redacted@example.com\r\n\r\nHello\r\n`
    const { references } = judgeMessage(
      Buffer.from(
        `From: feedback@example.com\r\nTo: ${to}\r\n` +
          `Content-Type: multipart/report; report-type=feedback-report; boundary=b\r\n\r\n` +
          `--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n\r\n` +
          `--b\r\nContent-Type: message/rfc822\r\n\r\n${message}\r\n--b--\r\n`,
      ),
    )
    assert.deepEqual(await readMessageId(references.messageIds[0]!, keyOf), ref)
    assert.deepEqual(references.sentTo, [to])
    assert.deepEqual(references.listHeaders, [`<https://example.net/u/${tokens.unsubscribe}>`])
    const read = await Promise.all(
      references.tokens.map(token => readMessageToken(token, 'unsubscribe', keyOf)),
    )
    assert.ok(read.some(found => found?.id === ref.id))
  })

  test('in a text, below the line', async () => {
    const text =
      `<gone@example.com>:\r\nSorry, no mailbox here by that name. (#5.1.1)\r\n\r\n` +
      `--- Below this line is a copy of the message.\r\n\r\nReturn-Path: <x@example.net>\r\n` +
      `Message-ID: <${tokens.messageId}@example.net>\r\n\r\nHello\r\n`
    const { references, recipients } = judgeMessage(Buffer.from(head('text/plain') + text))
    assert.equal(recipients[0]!.recipient, 'gone@example.com')
    assert.deepEqual(await readMessageId(references.messageIds[0]!, keyOf), ref)
  })
})

describe('a reply at hand-over', () => {
  test('is judged by the same rules', () => {
    assert.deepEqual(
      [
        '550 5.1.1 User unknown',
        '452 4.2.2 Mailbox full',
        '550 5.7.1 Spam detected',
        '550 5.7.26 unauthenticated',
        '250 OK',
        '',
      ].map(reply => judgeReply(reply, true).kind),
      ['hard', 'soft', 'blocked', 'blocked', 'unknown', 'unknown'],
    )
  })
})
