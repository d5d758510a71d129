/**
 * Forwards a person's reply to the account, attached to a message of ours. The null sender and
 * Auto-Submitted (RFC 3834) keep programs from answering; a header field of its own identifies
 * loops.
 */

import { domainOf } from '../../lib/email-address.ts'
import { dateText, mailboxField, textField } from '../message/headers.ts'
import { UTF8 } from '../mime/charset.ts'
import { decodedWords } from '../mime/decode.ts'
import { readMime } from '../mime/structure.ts'
import { addressOf } from './dsn.ts'

/** Header field of all mail that we forward. */
export const FORWARDED = 'X-Pennypost-Forwarded'

export interface Forward {
  content: Buffer
  /** The message was truncated when it was stored. */
  cut: boolean
  to: string
  /** The sender: an address of ours that accepts mail. */
  from: string
  /** Unique, and the same on each retry. */
  id: string
}

export interface WrittenForward {
  subject: string
  bytes: Buffer
}

/** Throws UnmailableAddress if the address can't be sent to. */
export function writeForward(
  { content, cut, to, from, id }: Forward,
  at: Date = new Date(),
): WrittenForward {
  const fields = readMime(content)[0]!.fields
  const first = (name: string) => decodedWords(fields.get(name)?.[0] ?? '').slice(0, 300)
  const writer = addressOf(fields.get('reply-to')?.[0]) ?? addressOf(fields.get('from')?.[0])
  const subject = `Reply: ${first('subject') || '(no subject)'}`
  const boundary = `forward-${id}`
  const head = [
    `Date: ${dateText(at)}\r\n`,
    mailboxField('From', { name: `${writer ?? 'Recipient'} via Pennypost`, address: from }, UTF8),
    mailboxField('To', { address: to }, UTF8),
    replyTo(writer),
    textField('Subject', subject, UTF8),
    `Message-ID: <forward.${id}@${domainOf(from)}>\r\n`,
    'Auto-Submitted: auto-generated\r\nPrecedence: bulk\r\n',
    `${FORWARDED}: yes\r\n`,
    `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="${boundary}"\r\n`,
  ].join('')
  const text =
    'A recipient has replied to one of your emails. Their message is ' +
    `attached.${cut ? ' It was too long and has been truncated.' : ''}\r\n`
  const parts =
    `\r\n--${boundary}\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\n${text}\r\n` +
    `--${boundary}\r\nContent-Type: application/octet-stream; name="reply.eml"\r\n` +
    `Content-Disposition: attachment; filename="reply.eml"\r\n` +
    `Content-Transfer-Encoding: base64\r\n\r\n`
  const encoded = content.toString('base64').replace(/.{76}/g, '$&\r\n')
  return {
    subject,
    bytes: Buffer.from(`${head}${parts}${encoded}\r\n--${boundary}--\r\n`, 'latin1'),
  }
}

/** Omits addresses that do not fit a header field. */
function replyTo(writer: string | undefined): string | undefined {
  if (writer === undefined || !/^[!-~]{3,254}$/.test(writer)) return undefined
  try {
    return mailboxField('Reply-To', { address: writer }, UTF8)
  } catch {
    return undefined
  }
}
