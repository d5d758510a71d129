/**
 * Header fields (RFC 5322 2.2, 3.4): any value results in exactly one field of folded lines, so
 * header injection is impossible. Text beyond plain ASCII becomes encoded words (RFC 2047).
 */
import { domainToASCII } from 'node:url'
import { isEmailAddress } from '../../lib/email-address.ts'
import type { Charset } from '../mime/charset.ts'
import { encodedWords } from '../mime/encode.ts'
import { cleaned } from '../template/cleaned.ts'
import { addressSentence } from './address-words.ts'
import type { AttachedFile } from './parts.ts'

export interface NamedAddress {
  name?: string
  address: string
}

/** Of an email that came whole with its call. */
export interface GivenParts {
  /** Subject, text and HTML are as they are to be read: nothing in them is a tag. */
  literal: boolean
  /** The To and Cc fields are the same for all recipients, of whom some may be in neither. */
  to: NamedAddress[]
  cc: NamedAddress[]
  /** Further fields: the caller has checked their names and values. */
  headers: [name: string, value: string][]
  files?: AttachedFile[]
}

/** An address that no message can be sent to; the message is skipped with this reason. */
export class UnmailableAddress extends Error {
  override name = 'UnmailableAddress'
}

/**
 * Characters without a width that make a line read differently, or that a filter of words does not
 * see through: overrides and isolates of direction (UAX #9), zero-width spaces, soft hyphens,
 * invisible operators. Joiners stay, which Persian, Indic scripts and emoji are written with, and
 * so do the marks of direction (U+200E, U+200F), which change nothing beyond their place.
 */
const INVISIBLE = /[\u00ad\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb]/g

/**
 * One line of text: line ends and runs of blanks become one blank, other control characters are
 * removed, as are invisible ones.
 */
export const oneLine = (text: string): string =>
  cleaned(text.replace(/[\t\r\n\0\v\f]/g, ' '))
    .replace(INVISIBLE, '')
    .replace(/ +/g, ' ')
    .replace(/^ | $/g, '')

const PRINTABLE = /^[ -~]*$/
/** Limit of a line, by RFC 5322 2.1.1 and RFC 2047 2. */
const WIDTH = 76

/**
 * A field of free text, with its line end; undefined if the text does not fit the character set.
 */
export function textField(name: string, value: string, charset: Charset): string | undefined {
  const text = oneLine(value)
  const start = `${name}: `
  if (PRINTABLE.test(text) && !text.includes('=?')) {
    if (start.length + text.length <= WIDTH) return `${start}${text}\r\n`
    const folded = foldWords(text, start.length)
    if (folded !== undefined) return `${start}${folded}\r\n`
  }
  const words = encodedWords(text, charset, start.length)
  return words === undefined ? undefined : `${start}${words}\r\n`
}

/** Folds before words; undefined if a word is too long for a line. */
function foldWords(text: string, used: number): string | undefined {
  const [first = '', ...words] = text.split(' ')
  if (used + first.length > WIDTH) return undefined
  let folded = first
  let length = used + first.length
  for (const word of words) {
    if (word.length >= WIDTH) return undefined
    const fits = length + 1 + word.length <= WIDTH
    folded += fits ? ` ${word}` : `\r\n ${word}`
    length = (fits ? length : 0) + 1 + word.length
  }
  return folded
}

/** A field of one address with its display name. */
export function mailboxField(
  field: string,
  { name = '', address }: NamedAddress,
  charset: Charset,
): string | undefined {
  const start = `${field}: `
  const text = oneLine(name)
  if (text === '') return `${start}${address}\r\n`
  const phrase = phraseOf(text, start.length, charset)
  if (phrase === undefined) return undefined
  const line =
    phrase.length - (phrase.lastIndexOf('\n') + 1) + (phrase.includes('\n') ? 0 : start.length)
  return `${start}${phrase}${line + address.length + 3 > WIDTH ? '\r\n' : ''} <${address}>\r\n`
}

/** A field of several addresses, each on a line of its own. */
function mailboxesField(
  field: string,
  mailboxes: readonly NamedAddress[],
  charset: Charset,
): string | undefined {
  const start = `${field}: `
  const texts: string[] = []
  for (const mailbox of mailboxes) {
    const one = mailboxField(field, mailbox, charset)
    if (one === undefined) return undefined
    texts.push(one.slice(start.length, -2))
  }
  return `${start}${texts.join(',\r\n ')}\r\n`
}

/** A field of message ids (RFC 5322 3.6.4), each on a line of its own and never encoded. */
const idsField = (field: string, value: string): string =>
  `${field}: ${value.trim().split(/\s+/).join('\r\n ')}\r\n`

const ATOMS = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?: [A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*$/

/** RFC 5322 3.2.5: atoms, a quoted string, or encoded words. */
export function phraseOf(text: string, used: number, charset: Charset): string | undefined {
  if (PRINTABLE.test(text) && !text.includes('=?')) {
    if (ATOMS.test(text) && used + text.length <= WIDTH) return text
    const quoted = `"${text.replace(/["\\]/g, '\\$&')}"`
    if (used + quoted.length <= WIDTH) return quoted
  }
  return encodedWords(text, charset, used)
}

const ASCII_ADDRESS = /^[!-~]+$/

/**
 * The address for mail: the domain in ASCII (IDNA, RFC 5891). The local part is not changed; beyond
 * ASCII it needs SMTPUTF8 (RFC 6531).
 */
export function mailAddress(address: string): string {
  const given = address.trim()
  if (!isEmailAddress(given))
    throw new UnmailableAddress(
      addressSentence('address-unmailable', { address: given.slice(0, 100) }).detail,
    )
  if (ASCII_ADDRESS.test(given)) return given
  const at = given.lastIndexOf('@')
  const domain = mailDomain(given.slice(at + 1))
  if (domain === '')
    throw new UnmailableAddress(
      addressSentence('address-domain', { address: given.slice(0, 320) }).detail,
    )
  return `${given.slice(0, at).normalize('NFC')}@${domain}`
}

/** A domain in ASCII; '' if it is invalid. */
export const mailDomain = (domain: string): string =>
  /^[a-z0-9.-]+$/i.test(domain) ? domain : domainToASCII(domain)

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (n: number) => String(n).padStart(2, '0')

let lastSecond = -1
let lastDate = ''

/** RFC 5322 3.3, at +01:00 like all times of the service. */
export function dateText(at: Date): string {
  const second = Math.floor(at.getTime() / 1000)
  if (second === lastSecond) return lastDate
  const local = new Date((second + 3600) * 1000)
  lastDate =
    `${DAYS[local.getUTCDay()]}, ${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ` +
    `${local.getUTCFullYear()} ` +
    `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())} ` +
    '+0100'
  lastSecond = second
  return lastDate
}

/** Undefined if a name does not fit the character set. */
export function addressedFields({ to, cc }: GivenParts, charset: Charset): string | undefined {
  const ready = (some: NamedAddress[]) =>
    some.map(({ name, address }) => ({ name: name ?? '', address: mailAddress(address) }))
  // RFC 5322 3.4: a group without members, where nobody is to be named.
  const toField =
    to.length === 0 ? 'To: undisclosed-recipients:;\r\n' : mailboxesField('To', ready(to), charset)
  const ccField = cc.length === 0 ? '' : mailboxesField('Cc', ready(cc), charset)
  return toField === undefined || ccField === undefined ? undefined : toField + ccField
}

const OF_IDS = ['in-reply-to', 'references']

/** A field beside those of every email; undefined if it does not fit the character set. */
export const furtherField = (name: string, value: string, charset: Charset): string | undefined =>
  OF_IDS.includes(name.toLowerCase()) ? idsField(name, value) : textField(name, value, charset)
