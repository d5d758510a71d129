/**
 * A person's reply on its way to the account: their message as it came, attached to one of ours. It
 * has the null sender and says that a program wrote it (RFC 3834), so that nothing answers it; what
 * has come round is recognised by its own field.
 */
import { dateText, mailboxField, textField } from '../message/headers.ts'
import { UTF8 } from '../mime/charset.ts'
import { decodedWords } from '../mime/decode.ts'
import { readMime } from '../mime/structure.ts'
import { addressOf } from './dsn.ts'

/** On all mail that goes on through us. */
export const FORWARDED = 'X-Pennypost-Forwarded'

export interface Forward {
  content: Buffer
  /** The message was longer than what is kept of it. */
  cut: boolean
  to: string
  /** Who it comes from: an address of ours that takes mail. */
  from: string
  /** Unique, and the same each time the message is tried. */
  id: string
}

export interface WrittenForward {
  subject: string
  bytes: Buffer
}

/** Throws UnmailableAddress when it can't be sent to that address. */
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
    mailboxField('From', { name: `${writer ?? 'Somebody'} by Pennypost`, address: from }, UTF8),
    mailboxField('To', { address: to }, UTF8),
    replyTo(writer),
    textField('Subject', subject, UTF8),
    `Message-ID: <forward.${id}@${from.slice(from.lastIndexOf('@') + 1)}>\r\n`,
    'Auto-Submitted: auto-generated\r\nPrecedence: bulk\r\n',
    `${FORWARDED}: yes\r\n`,
    `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="${boundary}"\r\n`,
  ].join('')
  const text = `Somebody has replied to one of your emails. Their message is attached.${cut ? ' It was long, and this is its beginning.' : ''}\r\n`
  const parts = `\r\n--${boundary}\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\n${text}\r\n--${boundary}\r\nContent-Type: application/octet-stream; name="reply.eml"\r\nContent-Disposition: attachment; filename="reply.eml"\r\nContent-Transfer-Encoding: base64\r\n\r\n`
  const encoded = content.toString('base64').replace(/.{76}/g, '$&\r\n')
  return {
    subject,
    bytes: Buffer.from(`${head}${parts}${encoded}\r\n--${boundary}--\r\n`, 'latin1'),
  }
}

/** An address that no field can hold is left out. */
function replyTo(writer: string | undefined): string | undefined {
  if (writer === undefined || !/^[!-~]{3,254}$/.test(writer)) return undefined
  try {
    return mailboxField('Reply-To', { address: writer }, UTF8)
  } catch {
    return undefined
  }
}
