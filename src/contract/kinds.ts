/**
 * How each type of the wire is parsed and written, and the two errors of parsing. types.ts builds
 * parameters and cells from these kinds.
 */
import { formatInstant, parseInstant } from '../lib/instant.ts'

/** The types of the service description. `ints` is a list of int. */
export type Xsd =
  | 'string'
  | 'int'
  | 'long'
  | 'boolean'
  | 'dateTime'
  | 'char'
  | 'guid'
  | 'decimal'
  | 'double'
  | 'ints'

/**
 * Why the text of a typed parameter is invalid. Each binding has its own classic message for it
 * (soap/fault.ts).
 */
export type UnreadableKind = 'format' | 'range' | 'boolean' | 'dateTime' | 'char'

/** A typed parameter whose text can't be parsed: always a client fault. */
export class NotReadable extends Error {
  readonly why: UnreadableKind
  readonly text: string
  readonly xsd: Xsd
  constructor(why: UnreadableKind, text: string, xsd: Xsd) {
    super(`not a ${xsd}: ${why}`)
    this.why = why
    this.text = text
    this.xsd = xsd
  }
}

/**
 * A text parameter that breaks its rule: a refusal (`not-valid`, or `not-an-id` if a read-only
 * operation then has an empty result).
 */
export class NotValid extends Error {
  readonly rule: string
  readonly reason: 'not-valid' | 'not-an-id'
  constructor(rule: string, reason: 'not-valid' | 'not-an-id' = 'not-valid') {
    super(rule)
    this.rule = rule
    this.reason = reason
  }
}

/**
 * A value in both directions. `read` throws NotReadable or NotValid; `write` returns the text
 * before escaping.
 */
export interface Kind<T> {
  xsd: Xsd
  read(text: string): T
  write(value: T): string
  /** A description of the format, for the reference page and the help page. */
  form: string
  /**
   * What values of it may look like to be kept as they are, with a call: they are about no person,
   * and no secret. Without it none is kept.
   */
  harmless?: RegExp
}

/** Ids, and counts: longer ones could be telephone numbers. */
export const HARMLESS_NUMBER = /^\s{0,9}\d{1,7}\s{0,9}$/
export const HARMLESS_MOMENT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/

export const stringKind: Kind<string> = {
  xsd: 'string',
  read: text => text,
  write: text => text,
  form: 'text',
}

/** An email format. */
export type MessageFormat = 'html' | 'text'

export const formatKind: Kind<MessageFormat | undefined> = {
  xsd: 'string',
  form: 'HTML or Text',
  harmless: /^(?:html|text)$/i,
  read: text => {
    if (text === '') return undefined
    const known = /^\s*(html|text)\s*$/i.exec(text)
    if (!known) throw new NotValid('must be HTML or Text')
    return known[1]!.toLowerCase() as MessageFormat
  },
  write: format => (format === undefined ? '' : format === 'html' ? 'HTML' : 'Text'),
}

/**
 * The end of a text that was truncated because it is longer than any value. It is part of no
 * number, word or date.
 */
const CUT = '…'

/**
 * The text that a parameter's `read` gets: all of it, or truncated with CUT at the end. The rule of
 * its kind then rejects it as too long, and determines the response. Nothing else may process a
 * text before, because the caller chooses its length and so the cost.
 */
export const bounded = (text: string, { most }: { most: number }): string =>
  text.length > most ? text.slice(0, most).toWellFormed() + CUT : text

/** The id of no record: an id with too many digits is treated as any other unknown id. */
const NO_ID = 0

const INT_MAX = 2147483647

export function readId(text: string, xsd: 'int' | 'long'): number {
  const digits = text.trim()
  if (!/^\d+…?$/.test(digits)) throw new NotValid('must be decimal digits', 'not-an-id')
  if (digits.endsWith(CUT)) return NO_ID
  // Leading zeros are removed separately: a single pattern would try every split of a long row of
  // zeros.
  const significant = digits.replace(/^0+/, '')
  if (significant.length > 15) return NO_ID
  const id = Number(significant)
  return xsd === 'int' && id > INT_MAX ? NO_ID : id
}

export const intKind: Kind<number> = {
  xsd: 'int',
  form: 'a whole number',
  harmless: HARMLESS_NUMBER,
  read: text => {
    if (!/^\s*[+-]?\d+\s*$/.test(text)) throw new NotReadable('format', text, 'int')
    const value = Number(text)
    if (value > INT_MAX || value < -INT_MAX - 1) throw new NotReadable('range', text, 'int')
    return value
  },
  write: String,
}

export const longKind: Kind<number> = {
  xsd: 'long',
  form: 'a whole number',
  read: Number,
  write: String,
}

export const booleanKind: Kind<boolean> = {
  xsd: 'boolean',
  form: 'true, false, 1 or 0',
  harmless: /^(?:true|false|1|0)$/i,
  read: text => {
    const known = /^\s*(?:(true|1)|(false|0))\s*$/i.exec(text)
    if (!known) throw new NotReadable('boolean', text, 'boolean')
    return known[1] !== undefined
  },
  write: value => (value ? 'true' : 'false'),
}

/** A timestamp from the store is its text (with microseconds); one of the program is a Date. */
export type Moment = Date | string

export const dateTimeKind: Kind<Moment> = boundKind('from')

/** A bound of an interval; an end includes the whole unit that it names. */
export function boundKind(bound: 'from' | 'until'): Kind<Moment> {
  return {
    xsd: 'dateTime',
    form: 'ISO 8601, +01:00 when no zone is given',
    harmless: HARMLESS_MOMENT,
    read: text => {
      const moment = parseInstant(text.trim(), bound)
      if (!moment) throw new NotReadable('dateTime', text, 'dateTime')
      return moment
    },
    write: formatInstant,
  }
}

/**
 * SOAP has the character's number, the forms the character itself; `read` accepts both (a single
 * digit is itself only in forms).
 */
export const charKind: Kind<string> = {
  xsd: 'char',
  form: 'one character (in SOAP its number: 59 is ;)',
  read: text => {
    if (text === '\\t') return '\t'
    if (text.length !== 1) throw new NotReadable('char', text, 'char')
    return text
  },
  write: text => text,
}

export const decimalKind: Kind<string> = {
  xsd: 'decimal',
  form: 'an exact decimal',
  read: text => text,
  write: text => text,
}

export const doubleKind: Kind<number> = {
  xsd: 'double',
  form: 'a number',
  read: text => (text === 'INF' ? Infinity : text === '-INF' ? -Infinity : Number(text)),
  write: writeDouble,
}

/**
 * XmlSerializer's format: shortest round trip, an exponent has a sign and at least two digits,
 * infinities are INF.
 */
function writeDouble(value: number): string {
  if (value === Infinity) return 'INF'
  if (value === -Infinity) return '-INF'
  if (Number.isNaN(value)) return 'NaN'
  const [mantissa, exponent] = String(value).split('e')
  if (exponent === undefined) {
    // JavaScript switches to exponents at 1e21 and 1e-7, .NET at 1E+15 and 1E-05.
    const size = Math.abs(value)
    if (value === 0 || (size >= 1e-4 && size < 1e15)) return mantissa!
    return writeExponent(value.toExponential())
  }
  return writeExponent(`${mantissa}e${exponent}`)
}

function writeExponent(text: string): string {
  const [mantissa, exponent] = text.split('e') as [string, string]
  const digits = exponent.replace(/^[+-]/, '').padStart(2, '0')
  return `${mantissa}E${exponent.startsWith('-') ? '-' : '+'}${digits}`
}

export const GUID = /^\s*\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?\s*$/i
