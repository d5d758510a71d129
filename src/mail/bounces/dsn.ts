/**
 * Delivery status notifications (RFC 3464, in the envelope of RFC 6522, internationalized by RFC
 * 6533): groups of fields, the first for the message, each further one for a recipient. Also reads
 * groups without a content type, in the middle of a text.
 */
import { decodedWords } from '../mime/decode.ts'
import { type HeaderFields, parseFields } from '../mime/structure.ts'
import { type Meaning, meaningOf, NOTHING, shown } from './reply.ts'

export interface DsnRecipient {
  recipient: string | undefined
  /** failed, delayed, delivered, relayed, expanded; any other word as written; '' if missing */
  action: string
  /** "5.1.1" */
  status: string | undefined
  diagnostic: string | undefined
  /** The meaning of the fields; sure 0 if they have none. */
  meaning: Meaning
}

export interface Dsn {
  envelopeIds: string[]
  recipients: DsnRecipient[]
}

const MOST_RECIPIENTS = 10_000
/**
 * Characters of a report that are judged in full; of the rest, only the beginning of each reply.
 */
const ROOM = 500_000
const SHORT = 200

/** RFC 3464 2.1. Undefined if no group names a recipient, an action or a status. */
export function readDsn(text: string): Dsn | undefined {
  const envelopeIds: string[] = []
  const recipients: DsnRecipient[] = []
  let room = ROOM
  const judged = cachedJudge()
  for (const block of blocksOf(text)) {
    if (recipients.length >= MOST_RECIPIENTS) break
    room -= block.length
    const fields = parseFields(block)
    envelopeIds.push(...(fields.get('original-envelope-id') ?? []).map(id => id.trim()))
    const group = readGroup(fields, judged, room > 0 ? undefined : SHORT)
    if (!group) continue
    const last = recipients.at(-1)
    // An empty line between the recipient and the outcome.
    if (last && last.action === '' && last.status === undefined && group.recipient === undefined)
      recipients[recipients.length - 1] = { ...group, recipient: last.recipient }
    else recipients.push(group)
  }
  return recipients.length === 0 ? undefined : { envelopeIds: envelopeIds.slice(0, 20), recipients }
}

/**
 * Groups are separated by empty lines; where these are missing, each group begins with its
 * recipient.
 */
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
  // "5.2.2 (mailbox full)": Exchange and others add words to the status.
  const beside = fields.get('status')?.[0]?.replace(/^[\d.\s]+/, '') ?? ''
  const diagnostic = fields.get('diagnostic-code')?.[0] ?? fields.get('x-supplementary-info')?.[0]
  const said = wordsOf(diagnostic).slice(0, most)
  const meaning = judged(said, status, beside, fields.get('x-powermta-bouncecategory')?.[0])
  return { recipient, action, status, diagnostic: said === '' ? undefined : shown(said), meaning }
}

/** Caches judgements: a report on many recipients repeats most replies. */
function cachedJudge(): typeof judge {
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

/** Exit codes of sysexits.h, as programs behind a pipe return them. */
const EXITS: Record<string, string> = {
  67: 'user unknown',
  68: 'host unknown',
  69: 'service unavailable: exit status 69',
  73: 'exit status 73',
  75: 'exit status 75',
  77: 'permission denied',
}

/** PowerMTA's own classification of the reply. */
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

/** Removes the type: "smtp; 550 ...", "X-Postfix; connect to ...", "X-Unix; 67". */
function wordsOf(diagnostic: string | undefined): string {
  if (diagnostic === undefined) return ''
  const [, type = '', rest = diagnostic] = /^\s*([\w.-]{1,30})\s*;\s*(.*)$/s.exec(diagnostic) ?? []
  const said = decodedWords(rest).trim()
  return (/^x-unix$/i.test(type) && EXITS[/^\d*/.exec(said)![0]]) || said
}

/** Matches only at the start of a word: starting at each character would take quadratic time. */
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
