/**
 * Everything in a returned message that may identify the message of ours: Message-IDs, envelope
 * ids, its header fields, the addresses it was sent to, and all text in the form of our tokens.
 * Unverified: links/links.ts checks signatures.
 */
import { textOfPart } from '../mime/part-text.ts'
import { type HeaderFields, type MimePart, parseFields } from '../mime/structure.ts'
import { addressOf } from './dsn.ts'

export interface References {
  /** Those of the returned message first, then In-Reply-To and References. With angle brackets. */
  messageIds: string[]
  envelopeIds: string[]
  /** The addresses it came to: with VERP, these name the message we sent. */
  sentTo: string[]
  /** List-Unsubscribe, List-Id and Feedback-ID of the returned message. */
  listHeaders: string[]
  /** All text in the form of a message token; in lower case, with dots or dashes as written. */
  tokens: string[]
}

const MOST = 50
const TOKEN =
  /(?<![0-9a-z])[0-9a-z]{1,6}([.-])[0-9a-z]{1,11}\1[sgtx][0-9a-z]{1,11}\1[0-9a-z]{1,11}\1[a-z2-7]{16}(?![0-9a-z])/gi
const SENT_TO = [
  'x-original-to',
  'delivered-to',
  'envelope-to',
  'x-envelope-to',
  'apparently-to',
  'x-rcpt-to',
  'to',
]

/** The heads of the returned message: in a part of its own, or in the text below a line. */
export function returnedHeads(
  raw: Buffer,
  parts: readonly MimePart[],
  returnedText: string,
): HeaderFields[] {
  const returned: HeaderFields[] = []
  for (const part of parts) {
    const parent = parts[part.parent]
    if (part.depth === 1 && parent && /^message\/(?:rfc822|global)$/.test(parent.type))
      returned.push(part.fields)
    else if (/^(?:text|message)\/(?:rfc822|global)-headers$/.test(part.type))
      returned.push(parseFields(textOfPart(raw, part)))
    else if (
      /^message\/(?:rfc822|global)$/.test(part.type) &&
      parts.every(one => parts[one.parent] !== part)
    )
      returned.push(parseFields(textOfPart(raw, part).split(/\n\s*\n/)[0] ?? ''))
  }
  if (returnedText !== '') returned.push(parseFields(headOf(returnedText)))
  return returned
}

export function readReferences(
  raw: Buffer,
  parts: readonly MimePart[],
  returned: readonly HeaderFields[],
  envelopeIds: readonly string[],
): References {
  const top = parts[0]!.fields
  const ofReturned = (name: string) => returned.flatMap(fields => fields.get(name) ?? [])
  const ids = [
    ...ofReturned('message-id'),
    ...(top.get('x-original-message-id') ?? []),
    ...(top.get('in-reply-to') ?? []),
    ...(top.get('references') ?? []),
  ]
  return {
    messageIds: distinct(ids.flatMap(value => value.match(/<[^<>\s]{1,500}>/g) ?? [])),
    envelopeIds: distinct([...envelopeIds]),
    sentTo: distinct(
      SENT_TO.flatMap(name => (top.get(name) ?? []).flatMap(value => addressOf(value) ?? [])),
    ),
    listHeaders: distinct(['list-unsubscribe', 'list-id', 'feedback-id'].flatMap(ofReturned)).map(
      value => value.slice(0, 1_000),
    ),
    tokens: distinct(
      (
        raw
          .toString('latin1', 0, 1 << 20)
          .replace(/=\r?\n/g, '')
          .match(TOKEN) ?? []
      ).map(token => token.toLowerCase()),
    ),
  }
}

/** In a text, the returned head may be indented or quoted. */
const headOf = (text: string): string =>
  text
    .slice(0, 64 << 10)
    .replace(/^\s*\n/, '')
    .split(/\n[ \t>]*\n/)[0]!
    .replace(/^(?:[>|] ?|(?: {2}|\t)(?=[\w-]+:))/gm, '')

const distinct = (values: readonly string[]): string[] => [...new Set(values)].slice(0, MOST)
