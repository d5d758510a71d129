/**
 * Compiles a newsletter: everything that is the same for all messages is parsed, checked, signed
 * and encoded once; compose.ts adds what differs. Throws TemplateError for tags that can't be
 * filled in.
 */
import { htmlToText } from '../html/text.ts'
import { type MessageRef, type MessageTokens, messageTokens } from '../links/links.ts'
import type { MacKey } from '../links/signing.ts'
import type { UtmParameters } from '../links/utm.ts'
import { type Charset, charsetNamed, UTF8 } from '../mime/charset.ts'
import { withBlocks } from '../template/blocks.ts'
import { cleaned, escapeValue } from '../template/cleaned.ts'
import { compileBody, compileLine } from '../template/liquid.ts'
import { type FieldNames, type Tag, type Template, TemplateError } from '../template/merge.ts'
import { type Flat, flatten, MARKS, usesLiquid, withoutEmptyLines } from '../template/pieces.ts'
import { type Body, bodyOf, textPieces } from './body.ts'
import { type Link, linkMaker } from './click-links.ts'
import { encodeBody } from './encoded-body.ts'
import { feedbackSender } from './feedback-sender.ts'
import {
  addressedFields,
  furtherField,
  type GivenParts,
  mailAddress,
  mailboxField,
  mailDomain,
  type NamedAddress,
  oneLine,
  phraseOf,
  textField,
} from './headers.ts'
import { htmlPieces } from './html-body.ts'
import { bothForms, contentId, type EncodedParts, type MessagePicture, textForm } from './parts.ts'

export type { AttachedFile } from './parts.ts'
export type { GivenParts }

export interface Newsletter {
  subject: string
  /** Without it, all recipients get the text only. */
  html?: string
  /** Default: made from the HTML. */
  text?: string
  preheader?: string
  from: NamedAddress
  /** The Sender field (RFC 5322 3.6.2), if it differs from `from`. */
  sender?: NamedAddress
  replyTo?: NamedAddress
  /** The words of the unsubscribe link that is added if the newsletter has none. */
  unsubscribeWords?: string
  /** The pictures that the HTML refers to by `cid:` and their hash. */
  pictures?: MessagePicture[]
  given?: GivenParts | undefined
}

export interface MessageFacts {
  accountId: number
  /** The source of the messages. */
  of: MessageRef['of']
  ofId: number
  /** Links are numbered from the next number on: for different messages of one source. */
  linksAfter?: number
  /** With a list it is bulk mail and gets its headers; without one, a transactional message. */
  list?: { id: number; name: string } | undefined
  characterSet: string
  fields: FieldNames
  /** Base address of links, without a trailing slash. */
  publicUrl: string
  /** The address of the installation, if links have another host: the sender in Feedback-ID. */
  installation?: string
  /** The domain of envelope senders and unsubscribing by mail. */
  bounceDomain: string
  /** The domain of Message-ID and List-Id; default: the bounce domain. */
  mailDomain?: string
  key: MacKey
  /** False: no pixel and no click links. */
  tracked?: boolean
  /** False: no pixel. */
  pixel?: boolean
  /** False: no click links. */
  clicks?: boolean
  /** Added to the addresses of links, with or without click links. */
  utm?: UtmParameters | undefined
  /** False: no trap beside the click links: for the web version. */
  trap?: boolean
}

/** The parts of a message in one character set. */
export interface Variant {
  charset: Charset
  /** The header field of a subject without tags. */
  subject: string | undefined
  beforeTo: string
  /** The To and Cc fields, where they are not those of the recipient. */
  addressed: string | undefined
  afterMessageId: string
  /** The body of text-only messages, and of messages with both forms. */
  textOnly: EncodedParts
  both: EncodedParts | undefined
}

export interface CompiledMessage {
  facts: MessageFacts & { mailDomain: string }
  /** The tokens of hits that are counted in total only: the same for all recipients. */
  totals: MessageTokens
  subject: Template
  /** As inboxes show it beside the subject; the HTML has it, too. */
  preheader: Template
  text: Body
  html: Body | undefined
  links: Link[]
  /** The list's character set first, unless the common parts do not fit it; then UTF-8. */
  variants: [Variant] | [Variant, Variant]
}

/** Without what only sending needs: enough for renderMessage, in half the time. */
export type ReadableMessage = Omit<CompiledMessage, 'variants'>

export function compileMessage(newsletter: Newsletter, given: MessageFacts): CompiledMessage {
  const message = readableMessage(newsletter, given)
  const parts = { ...message, pictures: picturesOf(newsletter) }
  const wished = charsetNamed(message.facts.characterSet)
  const inWished = wished === UTF8 ? undefined : variantIn(wished, parts, newsletter)
  const inUtf8 = variantIn(UTF8, parts, newsletter)!
  return { ...message, variants: inWished ? [inWished, inUtf8] : [inUtf8] }
}

const picturesOf = ({ html, pictures = [] }: Newsletter) =>
  pictures.filter(({ hash }) => html?.includes(`cid:${hash}`))

export function readableMessage(newsletter: Newsletter, given: MessageFacts): ReadableMessage {
  const facts = checkedFacts(given)
  const literal = newsletter.given?.literal === true
  const line: typeof compileLine = literal ? whole => [whole] : compileLine
  const body: typeof compileBody = literal ? whole => [whole] : compileBody
  const subject = line(newsletter.subject, facts.fields, 'subject').map(part =>
    typeof part === 'string' ? cleaned(part) : part,
  )
  const tags: Tag[] = []
  const flat = (part: 'html' | 'text', source: string): Flat =>
    flatten(body(source, facts.fields, part), tags)
  const named = (html: string) =>
    picturesOf(newsletter).reduce(
      (text, { hash }) =>
        text.replaceAll(`cid:${hash}`, `cid:${contentId(hash, facts.mailDomain)}`),
      html,
    )
  const html =
    newsletter.html === undefined || newsletter.html.trim() === ''
      ? undefined
      : flat('html', literal ? newsletter.html : named(withBlocks(newsletter.html)))
  const preheader = line(newsletter.preheader ?? '', facts.fields, 'preheader')
  const hiddenText = flatten(preheader, tags, escapeValue).text
  const ownText = newsletter.text === undefined ? undefined : flat('text', newsletter.text)
  const text = ownText ?? { text: textOfHtml(html?.text ?? '', tags), tags }

  const tracked = facts.tracked !== false
  const { accountId, of, ofId, key } = facts
  const clicks = tracked && facts.clicks !== false
  const { utm, linksAfter: after } = facts
  const links = linkMaker(facts.publicUrl, facts, key, tags, { after, clicks, utm })
  const madeLinks = clicks || utm ? links : undefined
  const unsubscribeWords = facts.list && oneLine(newsletter.unsubscribeWords || 'Unsubscribe')
  return {
    facts,
    totals: messageTokens({ accountId, of, ofId, id: 0 }, key),
    subject,
    preheader,
    html:
      html &&
      bodyOf(
        htmlPieces(html, {
          preheader: hiddenText,
          links: madeLinks,
          trap: clicks && facts.trap !== false,
          pixel: tracked && facts.pixel !== false ? `${facts.publicUrl}/t/` : undefined,
          unsubscribeWords,
        }),
        true,
      ),
    text: bodyOf(textPieces(text, madeLinks, unsubscribeWords), false),
    links: links.links,
  }
}

/**
 * The errors of a newsletter's tags, for all parts: reported when it is saved. `tested`: the values
 * that it is tried with, instead of those of test persons.
 */
export function templateErrors(
  newsletter: Partial<Newsletter>,
  fields: FieldNames,
  tested?: Parameters<typeof compileBody>[3],
): TemplateError[] {
  const errors: TemplateError[] = []
  for (const part of ['subject', 'preheader', 'html', 'text'] as const)
    try {
      const compile = part === 'html' || part === 'text' ? compileBody : compileLine
      const source = newsletter[part] ?? ''
      compile(part === 'html' ? withBlocks(source) : source, fields, part, tested)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      errors.push(error)
    }
  return errors
}

/** The text part of a newsletter that has none. */
function textOfHtml(html: string, tags: Tag[]): string {
  if (!usesLiquid(html, tags)) return htmlToText(html)
  const statements = (unseen: string) =>
    [...unseen.matchAll(MARKS)]
      .map(([mark, number]) => (tags[Number(number)]!.liquid?.statement ? mark : ''))
      .join('')
  return withoutEmptyLines(htmlToText(html, statements), tags)
}

function checkedFacts(facts: MessageFacts): CompiledMessage['facts'] {
  const publicUrl = new URL(facts.publicUrl).href.replace(/(?<!\/)\/+$/, '')
  const bounceDomain = mailDomain(facts.bounceDomain)
  const domain = mailDomain(facts.mailDomain ?? facts.bounceDomain)
  for (const name of [bounceDomain, domain])
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(name) || name.length > 253)
      throw new TypeError(`${JSON.stringify(name)} is not a mail domain.`)
  if (publicUrl.length > 400)
    throw new TypeError('The public address is too long for the header of an email.')
  return { ...facts, publicUrl, bounceDomain, mailDomain: domain }
}

type Parts = Pick<CompiledMessage, 'facts' | 'subject' | 'html' | 'text'> & {
  pictures: MessagePicture[]
}

/** Undefined if a part does not fit the character set. */
function variantIn(
  charset: Charset,
  { facts, subject, html, text, pictures }: Parts,
  { from, sender, replyTo, given, html: source = '' }: Newsletter,
): Variant | undefined {
  const mailbox = (field: string, { name, address }: NamedAddress) =>
    mailboxField(field, { name, address: mailAddress(address) }, charset)
  const fromAddress = mailAddress(from.address)
  const fields = [
    mailbox('From', from),
    sender && mailAddress(sender.address) !== fromAddress ? mailbox('Sender', sender) : '',
    replyTo ? mailbox('Reply-To', replyTo) : '',
  ]
  const whole = subject.every(part => typeof part === 'string')
  const subjectField = whole ? textField('Subject', subject.join(''), charset) : ''
  const listId = facts.list ? listIdField(facts, facts.list, charset) : ''
  const textBody = encodeBody(text, charset)
  const htmlBody = html && encodeBody(html, charset)
  const addressed = given ? addressedFields(given, charset) : ''
  const further = given?.headers.map(([name, value]) => furtherField(name, value, charset)) ?? []
  const all = [...fields, subjectField, listId, addressed, ...further]
  if (all.includes(undefined) || !textBody || (html && !htmlBody)) return undefined

  const { accountId, of, ofId, list } = facts
  const shared = { files: given?.files ?? [], about: `${accountId} ${of} ${ofId}` }
  const installation = feedbackSender(facts.installation ?? facts.publicUrl)
  // RFC 3834 5: programs answer neither.
  const automatic = list
    ? `${listId}Feedback-ID: ${of}-${ofId}:list-${list.id}:account-${accountId}:${installation}\r\n` +
      `Precedence: bulk\r\n`
    : `Feedback-ID: ${of}-${ofId}:account-${accountId}:${installation}\r\n` +
      'Auto-Submitted: auto-generated\r\n'
  return {
    charset,
    subject: whole ? subjectField : undefined,
    beforeTo: fields.join(''),
    addressed: given && addressed,
    afterMessageId: `${automatic}${further.join('')}MIME-Version: 1.0\r\n`,
    textOnly: textForm(textBody, charset, shared),
    both:
      htmlBody &&
      bothForms(textBody, htmlBody, charset, {
        ...shared,
        pictures,
        html: source,
        domain: facts.mailDomain,
      }),
  }
}

/** RFC 2919: the identifier of the list is permanent; the phrase before it is for people. */
function listIdField(
  { accountId, mailDomain }: CompiledMessage['facts'],
  list: { id: number; name: string },
  charset: Charset,
): string | undefined {
  const start = 'List-Id: '
  const words = oneLine(list.name)
  const phrase = words === '' ? '' : phraseOf(words, start.length, charset)
  const separator = words === '' ? '' : '\r\n '
  return phrase === undefined
    ? undefined
    : `${start}${phrase}${separator}<list-${list.id}.account-${accountId}.${mailDomain}>\r\n`
}
