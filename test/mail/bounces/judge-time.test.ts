/**
 * Judging takes linear time in the length of a message, for any bytes: strangers may write to
 * postmaster@.
 */
import { describe, test } from 'node:test'
import { addressOf } from '../../../src/mail/bounces/dsn.ts'
import { judgeMessage } from '../../../src/mail/bounces/judge.ts'
import { takesAtMost } from '../../support/processor-time.ts'

const SIZE = 250_000
/** Of 100 kB. */
const MOST_MILLIS = 50

const head = (type: string) =>
  `From: a@b.example\nSubject: Undeliverable\nContent-Type: ${type}\n\n`
const filled = (piece: string, size = SIZE) =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
const line = (piece: string) => `${filled(piece, 999)}\n`

const parts = (type: string, body: string, count: number) =>
  `${head('multipart/mixed; boundary=x')}${`--x\nContent-Type: ${type}\n\n${body}\n`.repeat(count)}--x--\n`

const messages: Record<string, string> = {
  'blanks in <pre>': `${head('text/html')}<pre>x${filled(' ')}x</pre>`,
  'five parts of blanks in <pre>': parts('text/html', `<pre>x${filled(' ')}x</pre>`, 5),
  'tabs in <pre>': `${head('text/html')}<pre>${filled('\t')}x</pre>`,
  'a label and blanks': `${head('text/plain')}${filled(line(' ').replace(/^ /, 'Recipient'))}`,
  'a label, smtp and blanks': `${head('text/plain')}${filled(`Recipient [smtp${' '.repeat(980)}x\n`)}`,
  'words without an address': `${head('text/plain')}${filled(line('a'))}`,
  'addresses with dots': `${head('text/plain')}${filled(`a@${'a.'.repeat(120)}-\n`)}`,
  'signs of addresses': `${head('text/plain')}${filled(line('a@'))}`,
  'angle brackets': `${head('text/html')}${filled('<')}`,
  blanks: `${head('text/plain')}${filled(' ')}x`,
  'line ends': `${head('text/plain')}${filled('\n')}x`,
  'a long subject': `Subject: ${filled(' ')}x\n\nx`,
  'a long header of colons': `X: ${filled(':')}\n\nx`,
  headers: `${filled('a: b\n')}\nx`,
  'a report without recipients': `${head('message/delivery-status')}${filled('Final-Recipient: ')}`,
  'a report of words': `${head('message/delivery-status')}${filled(`Final-Recipient: ${'a'.repeat(990)}\nAction: failed\n\n`)}`,
  'a report of blanks': `${head('message/delivery-status')}${filled(`Diagnostic-Code: x${' '.repeat(900)}\nAction: failed\n\n`)}`,
  'an exit status that is none':
    `${head('message/delivery-status')}Action: failed\n` +
    `Diagnostic-Code: x-unix; ${filled('=?utf-8?q?a=0A?= ')}\n`,
  'encoded words': `Subject: ${filled('=?')}\n\nx`,
  boundaries: `${head('multipart/mixed; boundary=x')}${filled('--x\n')}`,
  quotes: `${head('text/plain')}${filled('> ')}`,
  references: `References: ${filled('<a@b> ')}\n\nx`,
}

describe('judging takes no longer than its length', () => {
  for (const [name, message] of Object.entries(messages))
    test(name, async () => {
      const bytes = Buffer.from(message)
      await takesAtMost((MOST_MILLIS * bytes.length) / 100_000, () => judgeMessage(bytes))
    })

  test('a thousand fields without an address', async () => {
    const words = filled('a', 1_000)
    const dots = `a@${filled('.', 990)}x`
    await takesAtMost((MOST_MILLIS * 500_000) / 100_000, () => {
      for (let i = 0; i < 500; i++) addressOf(i % 2 === 0 ? words : dots)
    })
  })
})
