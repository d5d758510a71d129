/**
 * An incoming message, opened for judging: its parts, the sender's own words apart from the
 * returned message, the delivery status notification if there is one, and its likeness to a bounce.
 */
import { decodedWords } from '../mime/decode.ts'
import { textOfPart } from '../mime/part-text.ts'
import {
  boundedBytes,
  type HeaderFields,
  isMessage,
  type MimePart,
  readMime,
} from '../mime/structure.ts'
import { addressOf, type Dsn, readDsn } from './dsn.ts'
import { returnedHeads } from './references.ts'
import { bounceLikeness, type Likeness, withoutQuotes } from './signs.ts'
import { cutReturned, type ReportParts } from './text.ts'

export interface OpenedMessage {
  raw: Buffer
  parts: readonly MimePart[]
  /** Of the message itself. */
  fields: HeaderFields
  subject: string
  /** Address in From. */
  from: string | undefined
  cut: ReportParts
  /** The sender's own words, without quotations. */
  words: string
  likeness: Likeness
  dsn: Dsn | undefined
  /** X-Failed-Recipients. */
  failed: string[]
  /** The heads of the returned message. */
  returned: HeaderFields[]
  /** Addresses and domains of ours, by the message and the returned one. */
  ours: readonly string[]
  /** Whether an address in a report is ours, not a recipient's. */
  isOurs(address: string): boolean
}

export function openMessage(message: Uint8Array, wrapped = false): OpenedMessage {
  const raw = boundedBytes(message)
  const parts = readMime(raw)
  const { fields, type, start, end } = parts[0]!
  // Forwarded as a single attachment, without a text.
  if (!wrapped && isMessage(type) && parts.length > 1 && !fields.has('subject'))
    return openMessage(raw.subarray(start, end), true)
  const first = (name: string) => decodedWords(fields.get(name)?.[0] ?? '').slice(0, 1_000)
  const subject = first('subject')
  // A charset named in the subject is a hint for the text, where that names none.
  const hint = /=\?([\w.:-]{2,40})\?[bq]\?/i.exec(
    `${fields.get('subject')?.[0]} ${fields.get('from')?.[0]}`,
  )?.[1]
  const cut = cutReturned(reportText(raw, parts, hint))
  const words = withoutQuotes(cut.report)
  const failed = (fields.get('x-failed-recipients') ?? []).flatMap(value =>
    value.split(',').flatMap(one => addressOf(one) ?? []),
  )
  const returned = returnedHeads(raw, parts, cut.returned)
  const cameTo = addressesIn([fields], CAME_TO)
  const likeness =
    failed.length > 0 ? 3 : bounceLikeness({ fields, from: first('from'), subject, text: words })
  return {
    raw,
    parts,
    fields,
    subject,
    from: addressOf(fields.get('from')?.[0]),
    cut,
    words,
    likeness,
    dsn: dsnOf(raw, parts, likeness),
    failed,
    returned,
    ours: [...new Set([...cameTo, ...addressesIn(returned, SENT_BY), ...signersIn(returned)])],
    isOurs: address => cameTo.has(address.toLowerCase()) || ROLE.test(address),
  }
}

const MOST_RECIPIENTS = 10_000
const MOST_REPORT = 8 << 20

/**
 * Delivery status notifications: in a part of their own, or in one of the wrong type if the message
 * is like a bounce otherwise.
 */
function dsnOf(raw: Buffer, parts: readonly MimePart[], likeness: Likeness): Dsn | undefined {
  const found: Dsn = { envelopeIds: [], recipients: [] }
  const take = (part: MimePart) => {
    const dsn = readDsn(textOfPart(raw, part, MOST_REPORT))
    found.envelopeIds.push(...(dsn?.envelopeIds ?? []))
    found.recipients.push(
      ...(dsn?.recipients ?? []).slice(0, MOST_RECIPIENTS - found.recipients.length),
    )
  }
  const own = parts.filter(part => part.depth === 0)
  for (const part of own)
    if (/^(?:message\/(?:global-)?|text\/)delivery-status$/.test(part.type)) take(part)
  if (found.recipients.length === 0 && (likeness > 0 || parts[0]!.type === 'multipart/report'))
    for (const part of own
      .filter(({ type }) => /^(?:text\/(?!html)|application\/octet-stream)/.test(type))
      .slice(0, 10))
      if (/^(?:final-recipient|action)[ \t]*:/im.test(textOfPart(raw, part))) take(part)
  return found.recipients.length > 0 ? found : undefined
}

/** The addresses that the message was sent to. */
const CAME_TO = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'return-path']
/** Those that only send reports. */
const ROLE = /^(?:postmaster|mailer-daemon|abuse)@/i
/** The senders of the returned message. */
const SENT_BY = ['from', 'sender', 'reply-to', 'return-path']
const MOST_OURS = 50

function addressesIn(heads: readonly HeaderFields[], names: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const fields of heads)
    for (const name of names)
      for (const value of fields.get(name) ?? []) {
        const address = found.size < MOST_OURS ? addressOf(value) : undefined
        if (address) found.add(address.toLowerCase())
      }
  return found
}

/** The domains that had signed it (RFC 6376 3.5). */
const signersIn = (heads: readonly HeaderFields[]): string[] =>
  heads
    .flatMap(fields => fields.get('dkim-signature') ?? [])
    .slice(0, MOST_SIGNATURES)
    .flatMap(value => value.slice(0, MOST_OF_SIGNATURE).split(';'))
    .map(tag => tag.trim().toLowerCase())
    .flatMap(tag => (tag.startsWith('d=') ? tag.slice(2).trim() : []))

const MOST_SIGNATURES = 10
const MOST_OF_SIGNATURE = 2_000

/**
 * The sender's text: the plain parts, else the HTML parts, else attachments; without attached
 * messages.
 */
function reportText(raw: Buffer, parts: readonly MimePart[], hint: string | undefined): string {
  const own = parts.filter(part => part.depth === 0)
  const isAttached = (part: MimePart) =>
    /^\s*attachment/i.test(part.fields.get('content-disposition')?.[0] ?? '')
  for (const [type, attached] of [
    ['text/plain', false],
    ['text/html', false],
    ['text/plain', true],
    ['text/html', true],
  ] as const) {
    const texts = own
      .filter(part => part.type === type && isAttached(part) === attached)
      .slice(0, 5)
    const text = texts.map(part => textOfPart(raw, part, undefined, hint)).join('\n')
    if (text.trim() !== '') return text
  }
  return ''
}
