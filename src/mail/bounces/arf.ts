/**
 * Feedback reports: recipients' spam complaints (RFC 5965, practice in RFC 6650), and the formats
 * of Microsoft and Yahoo, which may remove the address. The message that a complaint is about is
 * found by its other traces: see references.ts.
 */
import { decodedWords } from '../mime/decode.ts'
import { textOfPart } from '../mime/part-text.ts'
import { type MimePart, parseFields } from '../mime/structure.ts'
import { addressOf } from './dsn.ts'
import { readSesComplaint } from './ses-complaint.ts'

export type FeedbackClass = 'abuse-report' | 'not-spam' | 'authentication-report'

export interface Feedback {
  class: FeedbackClass
  /** Feedback-Type as reported: `abuse`. */
  type: string
  recipients: string[]
}

/** Original-Rcpt-To may appear any number of times (RFC 5965 3.3). */
const MOST_RECIPIENTS = 1_000

export function readFeedback(raw: Buffer, parts: readonly MimePart[]): Feedback | undefined {
  const top = parts[0]!
  const report = parts.find(part => part.type === 'message/feedback-report' && part.depth === 0)
  const said = report && textOfPart(raw, report)
  // Some senders mislabel the part, but name the report in the type of the whole message.
  const text =
    said ??
    (top.params.get('report-type')?.toLowerCase() === 'feedback-report'
      ? reportIn(raw, parts)
      : undefined)
  if (text === undefined)
    return ofMicrosoft(raw, parts) ?? ofSpamcop(raw, parts) ?? ofSes(raw, parts)
  const fields = parseFields(text.trimStart())
  const type = fields.get('feedback-type')?.[0]?.trim().toLowerCase() ?? 'abuse'
  const named = [
    ...(fields.get('original-rcpt-to') ?? []),
    ...(fields.get('removal-recipient') ?? []),
  ]
  const recipients = named.slice(0, MOST_RECIPIENTS).flatMap(value => addressOf(value) ?? [])
  return {
    class: classOf(type),
    type,
    recipients: recipients.length > 0 ? recipients : recipientsOfReturned(raw, parts),
  }
}

/**
 * opt-out, fraud, virus and other are complaints. not-spam (RFC 6430) withdraws one. Authentication
 * reports (RFC 6591) come from a server, not from the recipient.
 */
const classOf = (type: string): FeedbackClass =>
  type === 'not-spam'
    ? 'not-spam'
    : type === 'auth-failure' || type === 'dmarc'
      ? 'authentication-report'
      : 'abuse-report'

function reportIn(raw: Buffer, parts: readonly MimePart[]): string | undefined {
  for (const part of parts) {
    if (part.depth > 0 || part.type.startsWith('multipart/')) continue
    const text = textOfPart(raw, part)
    if (/^feedback-type\s*:/im.test(text)) return text
  }
  return undefined
}

const ORIGINAL_RECIPIENT = 'x-hmxmroriginalrecipient'

/**
 * Junk Mail Reporting Program: no report part, but the message with a header field of its own, sent
 * by staff@hotmail.com and sometimes resent. In the old form it is not attached: the field is in
 * the head of the report.
 */
function ofMicrosoft(raw: Buffer, parts: readonly MimePart[]): Feedback | undefined {
  const top = parts[0]!
  const returned = parts.find(part => part.depth <= 1 && part.fields.has(ORIGINAL_RECIPIENT))
  const subject = decodedWords(top.fields.get('subject')?.[0] ?? '')
  const asked =
    /^\s*(?:complaint about message from|email feedback report for ip|abuse report|spam complaint)\b/i.test(
      subject,
    )
  const attached = parts.some(part => part.depth === 1)
  if (!returned && !(asked && attached)) return undefined
  const recipient = addressOf(returned?.fields.get(ORIGINAL_RECIPIENT)?.[0])
  return {
    class: 'abuse-report',
    type: 'abuse',
    recipients: recipient ? [recipient] : recipientsOfReturned(raw, parts),
  }
}

/** Amazon SES, which sends JSON. */
function ofSes(raw: Buffer, parts: readonly MimePart[]): Feedback | undefined {
  const text = parts.find(part => part.depth === 0 && part.type === 'text/plain')
  const complaint = text && readSesComplaint(textOfPart(raw, text))
  return complaint && { ...complaint, class: classOf(complaint.type) }
}

/** SpamCop reports: prose, with the message below. */
function ofSpamcop(raw: Buffer, parts: readonly MimePart[]): Feedback | undefined {
  const { fields } = parts[0]!
  const spamcop =
    /@reports\.spamcop\.net\b/i.test(fields.get('from')?.[0] ?? '') ||
    fields.has('x-spamcop-sourceip')
  return spamcop
    ? { class: 'abuse-report', type: 'spamcop', recipients: recipientsOfReturned(raw, parts) }
    : undefined
}

/** The recipient of the returned message, if its head names one. */
function recipientsOfReturned(raw: Buffer, parts: readonly MimePart[]): string[] {
  for (const part of parts) {
    const fields =
      part.depth === 1 && part.fields.size > 1
        ? part.fields
        : /^(?:text|message)\/(?:rfc822|global)-headers$/.test(part.type)
          ? parseFields(textOfPart(raw, part))
          : undefined
    const to = addressOf(fields?.get('to')?.[0])
    if (to && !/^(?:redacted|undisclosed|x+|\*+|[0-9a-f]{32,})@|@(?:redacted|\*)/i.test(to))
      return [to]
  }
  return []
}
