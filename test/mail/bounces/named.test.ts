/**
 * Replies that name what is ours, or what is the recipient's: at hand-over, in a delivery status
 * notification and in prose, where the returned head tells what is ours.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { judgeMessage, judgeReply } from '../../../src/mail/bounces/judge.ts'
import { namesUs } from '../../../src/mail/bounces/named.ts'

const OURS = ['news@example.net', 'b-1-2-s3-4-abcdefabcdefabcd@bounce.example.net']
const PARTIES = { ours: OURS, recipient: 'ada@example.com' }

const file = join(import.meta.dirname, '../../corpus/replies/named/en.txt')
const repliesOf = (kind: 'us' | 'them'): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(line => (line.startsWith(`${kind} `) ? line.slice(kind.length + 1) : []))

const returned =
  `Return-Path: <${OURS[1]}>\nDKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=a; b=x\n` +
  `From: News <${OURS[0]}>\nTo: <ada@example.com>\nSubject: Hello\n`

const dsn = (reply: string, status: string) =>
  Buffer.from(
    `Return-Path: <>\nFrom: MAILER-DAEMON@mail.example.net\nTo: <${OURS[1]}>\n` +
      'Subject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\n' +
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n' +
      '--b\n\nIt did not work.\n\n--b\nContent-Type: message/delivery-status\n\n' +
      'Reporting-MTA: dns; mail.example.net\n\nFinal-Recipient: rfc822; ada@example.com\n' +
      `Action: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${reply}\n\n` +
      `--b\nContent-Type: text/rfc822-headers\n\n${returned}\n--b--\n`,
  )

const prose = (reply: string) =>
  Buffer.from(
    `Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.com\nTo: <${OURS[1]}>\n` +
      `Subject: failure notice\n\nSorry.\n\n<ada@example.com>:\n${reply}\n\n` +
      `--- Below this line is a copy of the message.\n\n${returned}\nHello\n`,
  )

const said = (reply: string) => {
  const status = /^\d\d\d[ -](\d\.\d\.\d+)/.exec(reply)?.[1] ?? '5.0.0'
  return [
    judgeReply(reply, true, PARTIES),
    judgeMessage(dsn(reply, status)).recipients[0]!,
    judgeMessage(prose(reply)).recipients[0]!,
  ]
}

describe('a reply', () => {
  for (const [kind, hard] of [
    ['us', false],
    ['them', true],
  ] as const)
    test(`that is about ${kind}: ${hard ? 'all are' : 'none is'} hard`, t => {
      const replies = repliesOf(kind)
      assert.ok(replies.length >= 20)
      const wrong = replies.flatMap(reply => {
        const judged = said(reply).find(({ kind }) => (kind === 'hard') !== hard)
        return judged ? `${reply}\n  ${judged.kind}, ${judged.rule}` : []
      })
      t.diagnostic(`wrong: ${wrong.length} of ${replies.length}`)
      assert.deepEqual(wrong, [])
    })
})

describe('names', () => {
  const names = (reply: string, recipient: string | undefined, ours = OURS) =>
    namesUs(reply, { ours, recipient })

  test('of a reader at a domain of ours are theirs', () => {
    assert.equal(names('550 5.1.1 <bo@example.net>: User unknown', 'bo@example.net'), false)
    assert.equal(names('550 No such user at example.net', 'bo@example.net'), false)
    assert.equal(names('550 5.1.1 <bo@example.net>: User unknown', undefined), false)
    assert.equal(names('550 5.1.1 <news@example.net>: User unknown', 'bo@example.net'), true)
    assert.equal(names('550 5.1.1 <news@example.net>: User unknown', 'news@example.net'), false)
  })

  test('below and above a domain of ours are ours, others are unknown', () => {
    for (const domain of ['example.net', 'bounce.example.net', 'MX.Example.NET'])
      assert.equal(names(`550 5.1.2 ${domain} has no MX`, 'ada@example.com'), true, domain)
    for (const domain of ['net', 'anexample.net', 'example.net.example.org', 'example.org'])
      assert.equal(names(`550 5.1.2 ${domain} has no MX`, 'ada@example.com'), false, domain)
  })

  test('of networks, but not times, versions and texts in brackets', () => {
    for (const network of ['198.51.100.7', '198.51.100.0/24', '2001:db8::/32', 'AS64500'])
      assert.equal(names(`550 5.1.1 ${network} is blocked`, 'ada@example.com', []), true, network)
    for (const text of [
      '550 5.1.1 gone since 12:30:45',
      '550 5.1.1 unknown name [198.51.100.7]',
      '550 5.1.1 User unknown, says 198.51.100.7',
      '550 5.1.1 unknown 7.100.51.198.dsl.example.org',
    ])
      assert.equal(names(text, 'ada@example.com', []), false, text)
  })

  test('of any text are found in time', () => {
    for (const piece of ['a.', 'a@', 'a=', '1.', '1:', 'example.net ', 'User unknown, ', '['])
      names(`550 5.1.1 ${piece.repeat(50_000)}`, 'ada@example.com')
  })
})
