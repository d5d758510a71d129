/**
 * Delivery reports for machines (RFC 3464, in the envelope of RFC 6522; with addresses beyond
 * ASCII, RFC 6533): groups of fields, the first of the report, the others of a recipient each. Also
 * as some write them: without a type, in the middle of a text.
 */
import { decodedWords } from '../mime/decode.ts'
import { type HeaderFields, parseFields } from '../mime/structure.ts'
import { type Meaning, meaningOf, NOTHING, shown } from './reply.ts'

export interface DsnRecipient {
  recipient: string | undefined
  /** failed, delayed, delivered, relayed, expanded; or what stands there, or '' */
  action: string
  /** "5.1.1" */
  status: string | undefined
  diagnostic: string | undefined
  /** What the fields say; sure 0 when they say nothing. */
  meaning: Meaning
}

export interface Dsn {
  envelopeIds: string[]
  recipients: DsnRecipient[]
}

const MOST_RECIPIENTS = 10_000
/**
 * So many characters of a report are judged in full; of what comes after, the beginning of each
 * reply is enough.
 */
const ROOM = 500_000
const SHORT = 200

/** RFC 3464 2.1. Undefined when no group names a recipient or what became of the message. */
export function readDsn(text: string): Dsn | undefined {
  const envelopeIds: string[] = []
  const recipients: DsnRecipient[] = []
  let room = ROOM
  const judged = remembered()
  for (const block of blocksOf(text)) {
    if (recipients.length >= MOST_RECIPIENTS) break
    room -= block.length
    const fields = parseFields(block)
    envelopeIds.push(...(fields.get('original-envelope-id') ?? []).map(id => id.trim()))
    const group = readGroup(fields, judged, room > 0 ? undefined : SHORT)
    if (!group) continue
    const last = recipients.at(-1)
    // An empty line between who and what.
    if (last && last.action === '' && last.status === undefined && group.recipient === undefined)
      recipients[recipients.length - 1] = { ...group, recipient: last.recipient }
    else recipients.push(group)
  }
  return recipients.length === 0 ? undefined : { envelopeIds: envelopeIds.slice(0, 20), recipients }
}

/** Groups stand apart by empty lines; where those are forgotten, each begins with its recipient. */
const blocksOf = (text: string): string[] =>
  text
    .split(/\n[ \t\r]*\n/)
    .flatMap(block =>
      (block.match(/^final-recipient[ \t]*:/gim)?.length ?? 0) > 1
        ? block.split(/^(?=final-recipient[ \t]*:)/im)
        : [block],
    )

function readGroup(
  fields: HeaderFields,
  judged: typeof judge,
  most?: number,
): DsnRecipient | undefined {
  const original = addressOf(fields.get('original-recipient')?.[0])
  const final =
    addressOf(fields.get('final-recipient')?.[0]) ??
    addressOf(fields.get('x-actual-recipient')?.[0])
  const action = /[a-z]+/i.exec(fields.get('action')?.[0] ?? '')?.[0].toLowerCase() ?? ''
  const status = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status')?.[0] ?? '')?.[0]
  const recipient = original ?? final
  if (
    action === '' &&
    status === undefined &&
    (recipient === undefined || !fields.has('final-recipient'))
  )
    return undefined
  // "5.2.2 (mailbox full)"; words of Exchange and others that stand beside it.
  const beside = fields.get('status')?.[0]?.replace(/^[\d.\s]+/, '') ?? ''
  const diagnostic = fields.get('diagnostic-code')?.[0] ?? fields.get('x-supplementary-info')?.[0]
  const said = wordsOf(diagnostic).slice(0, most)
  const meaning = judged(said, status, beside, fields.get('x-powermta-bouncecategory')?.[0])
  return { recipient, action, status, diagnostic: said === '' ? undefined : shown(said), meaning }
}

/** Reports on many recipients say the same of most. */
function remembered(): typeof judge {
  const known = new Map<string, Meaning>()
  return (...given) => {
    const key = given.join('\0')
    const found = known.get(key) ?? judge(...given)
    if (known.size < 1_000) known.set(key, found)
    return found
  }
}

function judge(
  said: string,
  status: string | undefined,
  beside: string,
  category: string | undefined,
): Meaning {
  const meaning = meaningOf(said, status)
  if (meaning.sure >= 2) return meaning
  const known = category && CATEGORIES[category.trim().toLowerCase()]
  if (known)
    return {
      ...meaning,
      class: known,
      status,
      rule: `PowerMTA ${category.trim().toLowerCase()}`,
      sure: 2,
    }
  const more = beside.length > 3 ? meaningOf(beside, status) : NOTHING
  return more.sure > meaning.sure ? more : meaning
}

/** sysexits.h, as programs behind a pipe end with them. */
const EXITS: Record<string, string> = {
  67: 'user unknown',
  68: 'host unknown',
  69: 'service unavailable: exit status 69',
  73: 'exit status 73',
  75: 'exit status 75',
  77: 'permission denied',
}

/** PowerMTA says what it made of the reply. */
const CATEGORIES: Record<string, Meaning['class']> = {
  'bad-mailbox': 'bad-mailbox',
  'inactive-mailbox': 'bad-mailbox',
  'bad-domain': 'bad-domain',
  'quota-issues': 'mailbox-full',
  'spam-related': 'content-refused',
  'content-related': 'content-refused',
  'virus-related': 'content-refused',
  'policy-related': 'sender-blocked',
  'relaying-issues': 'sender-blocked',
  'invalid-sender': 'sender-blocked',
  'no-answer-from-host': 'route-error',
  'routing-errors': 'route-error',
  'bad-connection': 'route-error',
  'message-expired': 'route-error',
  'protocol-errors': 'route-error',
  'bad-configuration': 'route-error',
}

/** Without its type: "smtp; 550 ...", "X-Postfix; connect to ...", "X-Unix; 67". */
function wordsOf(diagnostic: string | undefined): string {
  if (diagnostic === undefined) return ''
  const [, type = '', rest = diagnostic] = /^\s*([\w.-]{1,30})\s*;\s*(.*)$/s.exec(diagnostic) ?? []
  const said = decodedWords(rest).trim()
  return (/^x-unix$/i.test(type) && EXITS[/^\d*/.exec(said)![0]]) || said
}

/**
 * Looked for from the beginning of a word only: from each character the time would grow with the
 * square of the word.
 */
const ADDRESS =
  /(?<![^\s<>"'(),;:@])[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+|"[^"]{1,64}"@[^\s<>"'(),;:@]+/

/**
 * The address of "rfc822; ada@example.com", "utf-8; ...", "LOCAL;<...>". RFC 6533 writes \x{2603}.
 */
export function addressOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const plain = value
    .slice(0, 1_000)
    .replace(/^[^;@]{0,60};/, '')
    .replace(/\\x\{([0-9a-f]{2,6})\}/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
  const address = ADDRESS.exec(plain)?.[0].replace(/(?<!\.)\.+$/, '')
  return address === undefined || address.length > 320 ? undefined : address
}

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
