/**
 * Composes one message from a compiled newsletter and a recipient. Does only what differs between
 * recipients. Messages are already canonical (RFC 6376 3.4.4), so that dkim.ts signs them without
 * another pass.
 */
import { messageTokens } from '../links/links.ts'
import { mailToken } from '../links/mail-address.ts'
import { type MergeValues, renderTemplate } from '../template/merge.ts'
import type { MessageValues } from '../template/pieces.ts'
import { renderBody } from './body.ts'
import {
  type CompiledMessage,
  compileMessage,
  type MessageFacts,
  type Newsletter,
  type ReadableMessage,
  type Variant,
} from './compile.ts'
import { dateText, mailAddress, mailboxField, textField } from './headers.ts'

export interface MessageRecipient {
  /** Of the delivery, or of the transaction. */
  id: number
  email: string
  name: string
  format: 'html' | 'text'
  /** DD1 first. */
  fields: MergeValues['fields']
  /** Ids of the filters whose blocks are shown to this person. */
  blocks?: readonly number[]
  /** Of the email of a trigger that an event of a program has started. */
  event?: MergeValues['event']
  /** The same of a feed. */
  feed?: MergeValues['feed']
  /** Of an email whose call has given values. */
  data?: MergeValues['data']
  /** How hits are recorded; by default those of the person. */
  measured?: MeasuredPerson
  /** The addresses that tags show, if not those of the person: a published email has none. */
  addresses?: Pick<
    MergeValues,
    'unsubscribeUrl' | 'webVersionUrl' | 'preferencesUrl' | 'measuringUrl'
  >
}

export interface ComposedMessage {
  /** VERP: identifies the message that a bounce is about. */
  envelopeFrom: string
  to: string
  messageId: string
  /** The whole message, with CRLF, not dot-stuffed. */
  bytes: Buffer
  /** Offset of the body. */
  bodyStart: number
  /** The body is already canonical. */
  canonical: true
  charset: string
  /** The address is not ASCII: the server must offer SMTPUTF8 (RFC 6531). */
  needsSmtpUtf8: boolean
}

/** Throws UnmailableAddress. The Message-ID depends only on message and recipient. */
export function composeMessage(
  compiled: CompiledMessage,
  recipient: MessageRecipient,
  at: Date = new Date(),
): ComposedMessage {
  const values = messageValues(compiled, recipient)
  const to = mailAddress(recipient.email)
  const [first, second] = compiled.variants
  const composed =
    composeIn(first, compiled, recipient, values, to, at) ??
    composeIn(second!, compiled, recipient, values, to, at)!
  const { head, body, charset } = composed
  const { bounceDomain, mailDomain } = compiled.facts
  // Only addresses beyond ASCII make a head that is not ASCII (RFC 6532).
  const needsSmtpUtf8 = !ASCII.test(to) || !ASCII.test(head)
  return {
    envelopeFrom: `${mailToken('b', values.tokens.bounce)}@${bounceDomain}`,
    to,
    messageId: `<${values.tokens.messageId}@${mailDomain}>`,
    bytes: needsSmtpUtf8 ? Buffer.from(head + body, 'utf8') : Buffer.from(head + body, 'latin1'),
    bodyStart: needsSmtpUtf8 ? Buffer.byteLength(head) : head.length,
    canonical: true,
    charset,
    needsSmtpUtf8,
  }
}

const ASCII = /^[\0-\x7f]*$/

function messageValues(
  { facts, totals }: ReadableMessage,
  recipient: MessageRecipient,
): MessageValues {
  const { accountId, of, ofId, key, publicUrl } = facts
  const tokens = messageTokens({ accountId, of, ofId, id: recipient.id }, key)
  const merge = {
    name: recipient.name,
    email: recipient.email,
    fields: recipient.fields,
    blocks: recipient.blocks,
    event: recipient.event,
    feed: recipient.feed,
    data: recipient.data,
    unsubscribeUrl: `${publicUrl}/u/${tokens.unsubscribe}`,
    webVersionUrl: `${publicUrl}/w/${tokens.webVersion}`,
    preferencesUrl: `${publicUrl}/p/${tokens.preferences}`,
    measuringUrl: `${publicUrl}/s/${tokens.preferences}`,
    ...recipient.addresses,
  }
  const { opens = 'person', clicks = 'person' } = recipient.measured ?? {}
  return {
    merge,
    tokens,
    opens: opens === 'person' ? tokens : totals,
    clicks: clicks === 'person' ? tokens : totals,
  }
}

/** Undefined if this recipient's values do not fit the character set. */
function composeIn(
  variant: Variant,
  { facts, subject }: CompiledMessage,
  { name, format }: MessageRecipient,
  values: MessageValues,
  to: string,
  at: Date,
): { head: string; body: string; charset: string } | undefined {
  const { charset, both, textOnly } = variant
  const toField = variant.addressed ?? mailboxField('To', { name, address: to }, charset)
  const subjectField =
    variant.subject ?? textField('Subject', renderTemplate(subject, values.merge), charset)
  if (toField === undefined || subjectField === undefined) return undefined
  const form = format === 'html' && both ? both : textOnly
  let body = ''
  for (const run of form.body.runs) {
    const text = typeof run === 'string' ? run : run(values)
    if (text === undefined) return undefined
    body += text
  }
  if (form === textOnly) body = endedOnce(body)
  const head = `Date: ${dateText(at)}\r\n${variant.beforeTo}${toField}${subjectField}Message-ID: \
<${values.tokens.messageId}@${facts.mailDomain}>\r\n${
    facts.list ? unsubscribeFields(values, facts.bounceDomain) : ''
  }${variant.afterMessageId}${form.head}`
  return { head, body, charset: charset.label }
}

/**
 * Removes empty lines at the end, which canonical bodies do not have, and a soft line break before
 * them, which nothing would follow.
 */
function endedOnce(body: string): string {
  if (!body.endsWith('\r\n\r\n') && body !== '\r\n') return body
  let end = body.length
  while (body.endsWith('\r\n', end)) end -= body[end - 3] === '=' ? 3 : 2
  return end === 0 ? '' : `${body.slice(0, end)}\r\n`
}

/** RFC 2369 and, for one click, RFC 8058. */
const unsubscribeFields = ({ merge, tokens }: MessageValues, bounceDomain: string): string =>
  `List-Unsubscribe: <${merge.unsubscribeUrl}>,\r\n` +
  ` <mailto:${mailToken('u', tokens.unsubscribe)}@${bounceDomain}?subject=unsubscribe>\r\n` +
  `List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`

/** The parts of the message as text, for the web version and previews, with its pixel and links. */
export function renderMessage(
  compiled: ReadableMessage,
  recipient: MessageRecipient,
): { subject: string; preheader: string; html: string | undefined; text: string } {
  const values = messageValues(compiled, recipient)
  return {
    subject: renderTemplate(compiled.subject, values.merge),
    preheader: renderTemplate(compiled.preheader, values.merge),
    html: compiled.html && renderBody(compiled.html, values),
    text: renderBody(compiled.text, values),
  }
}

/** Of the person; with the email or the link only; not at all. */
export type MeasuredAs = 'person' | 'total' | 'none'

export interface MeasuredPerson {
  opens: MeasuredAs
  clicks: MeasuredAs
}

export const WHOLE: MeasuredPerson = { opens: 'person', clicks: 'person' }

/** As the store has it. */
export const measuredPerson = (opens: string, clicks: string): MeasuredPerson => ({
  opens: opens as MeasuredAs,
  clicks: clicks as MeasuredAs,
})

/**
 * A newsletter as each person may be measured: with pixel and click links, with one of them, or
 * with neither. Who is counted in total only has both, but of nobody.
 */
export interface MeasuredMessages {
  /** For who is measured. */
  whole: CompiledMessage
  for(person: MeasuredPerson): CompiledMessage
}

/** Each form is compiled when the first email needs it. */
export function compileMeasured(newsletter: Newsletter, facts: MessageFacts): MeasuredMessages {
  const whole = compileMessage(newsletter, facts)
  const others = new Map<string, CompiledMessage>()
  return {
    whole,
    for({ opens, clicks }) {
      const [pixel, links] = [opens !== 'none', clicks !== 'none']
      if (facts.tracked === false || (pixel && links)) return whole
      const name = `${pixel} ${links}`
      const known = others.get(name)
      if (known) return known
      const asked = {
        pixel: pixel && facts.pixel !== false,
        clicks: links && facts.clicks !== false,
      }
      const made = compileMessage(newsletter, { ...facts, ...asked })
      others.set(name, made)
      return made
    },
  }
}
