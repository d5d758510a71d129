/**
 * Entries for mail from strangers: headers, bodies, reports, complaints, and the sandbox's view of
 * emails.
 */

import {
  answerBySubject,
  answerByText,
  challengeIn,
  delayIn,
} from '../../src/mail/bounces/auto-reply.ts'
import { addressOf } from '../../src/mail/bounces/dsn.ts'
import { writeForward } from '../../src/mail/bounces/forward.ts'
import { readIncoming } from '../../src/mail/bounces/incoming.ts'
import { judgeMessage, judgeReply } from '../../src/mail/bounces/judge.ts'
import { isBounceSubject, withoutQuotes } from '../../src/mail/bounces/signs.ts'
import { cutReturned, readReport } from '../../src/mail/bounces/text.ts'
import { readHit, readMessageId, readMessageToken } from '../../src/mail/links/links.ts'
import { readMailAddress } from '../../src/mail/links/mail-address.ts'
import { decodedWords } from '../../src/mail/mime/decode.ts'
import { readDmarcXml } from '../../src/mail/receiver-reports/dmarc-xml.ts'
import { ReportBroken } from '../../src/mail/receiver-reports/report.ts'
import { readTlsJson } from '../../src/mail/receiver-reports/tls-json.ts'
import { linksOf, previewOf, readMessage, sourceText } from '../../src/sandbox/message.ts'
import { keyOf } from '../mail/message/message-readers.ts'
import type { Entry } from './linear.ts'

const mail = (head: string, body: string) =>
  Buffer.from(`From: a@b.example\nSubject: Undeliverable\n${head}\n\n${body}`)
const typed = (type: string, body: string) => mail(`Content-Type: ${type}`, body)
const multi = (type: string, ...parts: string[]) =>
  typed(`multipart/${type}; boundary=x`, `${parts.map(part => `--x\n${part}\n`).join('')}--x--\n`)
const WORDS = 'Content-Type: text/plain\n\nIt could not be delivered.\n'

const report = (fields: string) =>
  multi('report', WORDS, `Content-Type: message/delivery-status\n\n${fields}`)
const complaint = (fields: string, message = 'Subject: x\n\nx') =>
  multi(
    'report',
    WORDS,
    `Content-Type: message/feedback-report\n\n${fields}`,
    `Content-Type: message/rfc822\n\n${message}`,
  )

/** Whoever sends a report may get it refused, and nothing else. */
function refusedAtMost(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof ReportBroken)) throw error
  }
}
const dmarc = (text: string) => refusedAtMost(() => readDmarcXml(text))
const legal = (text: string) => text.replace(/[<&]|[^\t\n\r -\ud7ff\ue000-\ufffd]/g, '.')

const judged: Record<string, (text: string) => Buffer> = {
  'a whole mail': text => Buffer.from(text),
  'a subject': text => Buffer.from(`Subject: ${text}\n\nx`),
  'a From': text => Buffer.from(`From: ${text}\nSubject: Undeliverable\n\nx`),
  'a Return-Path': text => mail(`Return-Path: ${text}`, 'x'),
  'a field of any name': text => mail(`X-Any: ${text}`, 'x'),
  'the name of a field': text => mail(`${text}: x`, 'x'),
  References: text => mail(`References: ${text}`, 'x'),
  'an In-Reply-To': text => mail(`In-Reply-To: ${text}`, 'x'),
  'a Message-ID': text => mail(`Message-ID: ${text}`, 'x'),
  'X-Failed-Recipients': text => mail(`X-Failed-Recipients: ${text}`, 'x'),
  'a Content-Type': text => typed(text, 'x'),
  'a multipart without a boundary': text => typed('multipart/report', text),
  'an encoding': text => mail(`Content-Type: text/plain\nContent-Transfer-Encoding: ${text}`, 'x'),
  'a charset': text => typed(`text/plain; charset="${text}"`, 'å'),
  'a body': text => typed('text/plain', text),
  'a body in quoted-printable': text => mail('Content-Transfer-Encoding: quoted-printable', text),
  'a body in base64': text => mail('Content-Transfer-Encoding: base64', text),
  'a body in base64 of that': text =>
    mail('Content-Transfer-Encoding: base64', Buffer.from(text).toString('base64')),
  'a body of HTML': text => typed('text/html', text),
  'HTML in <pre>': text => typed('text/html', `<pre>${text}</pre>`),
  'what a label says': text => typed('text/plain', `Recipient: ${text}\n550 ${text}`),
  parts: text => typed('multipart/mixed; boundary=x', text),
  'a returned email': text => multi('report', WORDS, `Content-Type: message/rfc822\n\n${text}`),
  'a report': report,
  'a recipient of a report': text =>
    report(`Final-Recipient: rfc822; ${text}\nAction: failed\nStatus: 5.1.1\n`),
  'a diagnosis of a report': text =>
    report(`Final-Recipient: rfc822; a@b.example\nAction: failed\nDiagnostic-Code: ${text}\n`),
  'an action of a report': text =>
    report(`Final-Recipient: rfc822; a@b.example\nAction: ${text}\nStatus: 5.1.1\n`),
  'a status of a report': text =>
    report(`Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: ${text}\n`),
  'a complaint': text => complaint(text),
  'fields of a complaint': text => complaint(`Feedback-Type: ${text}\nOriginal-Rcpt-To: ${text}`),
  'the email of a complaint': text => complaint('Feedback-Type: abuse', `${text}\n\nx`),
  'the List-Unsubscribe of a complaint': text =>
    complaint('Feedback-Type: abuse', `List-Unsubscribe: ${text}\n\nx`),
}

/** Mails that have the text three times, and take as long. */
const threefold: Record<string, (text: string) => Buffer> = {
  'a boundary': text =>
    typed(`multipart/mixed; boundary="${text}"`, `--${text}\n\nx\n--${text}--\n`),
  'a boundary that is not named': text =>
    typed('multipart/mixed', `--${text}\nContent-Type: text/plain\n\n${text}\n--${text}--\n`),
}

export const mailsToUs: readonly Entry[] = [
  ...Object.entries(threefold).map(
    ([name, made]): Entry => [`mail: ${name}`, text => judgeMessage(made(text)), { millis: 150 }],
  ),
  ...Object.entries(judged).map(
    ([name, made]): Entry => [`mail: ${name}`, text => judgeMessage(made(text))],
  ),
  ['mail: a DMARC report', dmarc],
  [
    'mail: texts of a DMARC report',
    text =>
      dmarc(
        `<feedback><report_metadata><org_name>${legal(text)}</org_name></report_metadata><record>` +
          `<row><source_ip>${legal(text)}</source_ip></row><auth_results><dkim><domain>` +
          `${legal(text)}</domain></dkim></auth_results></record></feedback>`,
      ),
  ],
  ['mail: a TLS report', text => refusedAtMost(() => readTlsJson(text))],
  [
    'mail: texts of a TLS report',
    text =>
      refusedAtMost(() =>
        readTlsJson(
          JSON.stringify({
            'organization-name': text,
            'date-range': { 'start-datetime': text, 'end-datetime': text },
            policies: [{ policy: { 'policy-domain': 'example.com', 'policy-type': text } }],
          }),
        ),
      ),
  ],
  [
    'mail: the name of an attached report',
    text =>
      judgeMessage(
        multi(
          'mixed',
          `Content-Type: application/zip; name="${text}"\n` +
            `Content-Disposition: attachment; filename="a!b!1!2${text}.zip"\n\n${text}`,
        ),
      ),
  ],
  ['mail: read', text => readIncoming(Buffer.from(text))],
  [
    'mail: a reply of a server',
    text => [judgeReply(text, true), judgeReply(`550 5.1.1 ${text}`, true)],
  ],
  [
    'mail: whose answer it is',
    text => [
      answerBySubject(text),
      isBounceSubject(text),
      delayIn(text, text),
      challengeIn(text, text),
    ],
  ],
  ['mail: an answer by its text', text => answerByText(new Map(), text)],
  ['mail: quotations', withoutQuotes],
  ['mail: what was returned', cutReturned],
  ['mail: recipients in a report', text => readReport(text, () => false)],
  ['mail: an address', addressOf],
  ['mail: encoded words', decodedWords],
  [
    'mail: forwarded',
    text =>
      writeForward({
        content: Buffer.from(text),
        cut: false,
        to: 'a@b.test',
        from: 'c@d.test',
        id: '1',
      }),
  ],
  [
    'mail: forwarded, its fields',
    text =>
      writeForward({
        content: Buffer.from(`From: ${text}\nReply-To: ${text}\nSubject: ${text}\n\nx`),
        cut: true,
        to: 'a@b.test',
        from: 'c@d.test',
        id: '1',
      }),
  ],
  ['mail: an address of ours', text => readMailAddress(text, keyOf)],
  ['mail: a Message-ID', text => readMessageId(text, keyOf)],
  ['mail: a token', text => readMessageToken(text, 'unsubscribe', keyOf)],
  ['mail: a hit', text => [readHit(`/t/${text}`, keyOf), readHit(`/t/1/${text}`, keyOf)]],
  ['sandbox: an email', text => readMessage(Buffer.from(text))],
  ['sandbox: an email of HTML', text => readMessage(typed('text/html', text))],
  [
    'sandbox: links of an email',
    text => linksOf(`<a href="https://a.test/${text}">${text}</a>`, keyOf),
  ],
  [
    'sandbox: HTML of an email',
    text => [linksOf(text, keyOf), previewOf(text), sourceText(Buffer.from(text))],
  ],
]
