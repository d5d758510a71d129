/**
 * The parameters of operations, for the entries of the contract. kinds.ts parses and writes single
 * values.
 */
import { formatInstant, parseInstant, untilNow } from '../lib/instant.ts'
import {
  booleanKind,
  boundKind,
  charKind,
  formatKind,
  GUID,
  HARMLESS_MOMENT,
  HARMLESS_NUMBER,
  intKind,
  type Kind,
  type MessageFormat,
  type Moment,
  NotValid,
  readId,
  stringKind,
} from './kinds.ts'

export interface Param<T> extends Kind<T> {
  wire: string
  /** The length of the longest valid text, in characters (UTF-16): see `bounded`. */
  most: number
  /**
   * Optional by the specification. Classic descriptions can't express it for strings; the reference
   * page does.
   */
  optional: boolean
  /**
   * The value if a SOAP request lacks the element, or if the text is empty and the kind has an xsd
   * type of its own.
   */
  absent(): T
  note: string
}

interface Options {
  optional?: boolean
  note?: string
}

interface TextOptions extends Options {
  most?: number
}

/** Enough for a number, a word or a date that a program pads with blanks. */
const LONGEST_WORD = 200
/** Enough for any valid text of one line, padded with blanks. */
const LONGEST_LINE = 10_000
/** The rule for addresses allows 320 characters. */
const LONGEST_ADDRESS = 1_000

/** Ids are int by default: one that does not fit is treated as unknown. */
interface IdOptions extends Options {
  xsd?: 'int' | 'long'
}

function param<T>(
  kind: Kind<T>,
  wire: string,
  absent: () => T,
  { optional = false, note = '', most = LONGEST_WORD }: TextOptions = {},
): Param<T> {
  return { ...kind, wire, most, optional, absent, note }
}

/** A text; the default is empty, and one of more than `most` characters is refused. */
export function text(wire: string, options: TextOptions = {}): Param<string> {
  const { most = LONGEST_LINE } = options
  const read = (text: string): string => {
    if (text.length > most) throw new NotValid(`has more than ${most} characters`)
    return text
  }
  return param({ ...stringKind, read }, wire, () => '', { ...options, most })
}

/** A text whose rule is the operation's: it rejects a longer one, or keeps its start. */
export const cutText = (
  wire: string,
  { most = LONGEST_LINE, ...options }: TextOptions = {},
): Param<string> => param(stringKind, wire, () => '', { ...options, most })

/** An email address: a longer text is invalid to some operations, and unknown to others. */
export const address = (wire: string, options?: Options): Param<string> =>
  cutText(wire, { ...options, most: LONGEST_ADDRESS })

/** HTML or Text; empty is undefined, "not given". */
export const format = (wire: string, options?: Options): Param<MessageFormat | undefined> =>
  param(formatKind, wire, () => undefined, options)

/**
 * An id in a text parameter; empty is refused. An id with too many digits becomes 0, which no
 * record has.
 */
export const idInText = (
  wire: string,
  { xsd = 'int', ...options }: IdOptions = {},
): Param<number> =>
  param(
    {
      xsd: 'string',
      form: 'decimal digits',
      harmless: HARMLESS_NUMBER,
      read: text => readId(text, xsd),
      write: String,
    },
    wire,
    () => readId('', xsd),
    options,
  )

/** An id in a text parameter that may be empty: undefined. */
export const optionalIdInText = (
  wire: string,
  { xsd = 'int', ...options }: IdOptions = {},
): Param<number | undefined> =>
  param(
    {
      xsd: 'string',
      form: 'decimal digits, or empty',
      harmless: HARMLESS_NUMBER,
      read: text => (text.trim() === '' ? undefined : readId(text, xsd)),
      write: id => (id === undefined ? '' : String(id)),
    },
    wire,
    () => undefined,
    { optional: true, ...options },
  )

/**
 * A guid in a text parameter; empty is undefined, any other text that is no guid is `not-an-id`.
 */
export const guidInText = (wire: string, options?: Options): Param<string | undefined> =>
  param(
    {
      xsd: 'string',
      form: 'a guid, or empty',
      harmless: GUID,
      read: text => {
        if (text.trim() === '') return undefined
        const guid = GUID.exec(text)?.[1]
        if (!guid) throw new NotValid('must be a guid', 'not-an-id')
        return guid.toLowerCase()
      },
      write: guid => guid ?? '',
    },
    wire,
    () => undefined,
    { optional: true, ...options },
  )

/**
 * A bound of an interval in a text parameter; empty is undefined. `until` is exclusive, see
 * lib/instant.ts.
 */
export const momentInText = (
  wire: string,
  bound: 'from' | 'until',
  options?: Options,
): Param<Date | undefined> =>
  param(
    {
      xsd: 'string',
      form: 'yyyy-MM-dd, yyyy-MM-dd HH:mm[:ss] or yyyy-MM-ddTHH:mm:ss, at +01:00; or empty',
      harmless: HARMLESS_MOMENT,
      read: text => {
        if (text.trim() === '') return undefined
        const moment = parseInstant(text.trim(), bound)
        if (!moment) throw new NotValid('must be a date such as 2026-01-31 or 2026-01-31T14:00:00')
        return moment
      },
      write: moment => (moment === undefined ? '' : formatInstant(moment)),
    },
    wire,
    () => undefined,
    options,
  )

export const int = (wire: string, options?: Options): Param<number> =>
  param(intKind, wire, () => 0, options)
export const boolean = (wire: string, options?: Options): Param<boolean> =>
  param(booleanKind, wire, () => false, options)
/**
 * A typed bound of an interval, parsed like one in text; if missing, `from` is the beginning of
 * time and `until` is now.
 */
export const dateTime = (wire: string, bound: 'from' | 'until', options?: Options): Param<Moment> =>
  param(boundKind(bound), wire, () => (bound === 'from' ? new Date(0) : untilNow()), options)
/** One character; if missing, empty or 0 it is `standard`. */
export const char = (wire: string, standard: string, options?: Options): Param<string> =>
  param(charKind, wire, () => standard, options)
/** A list of int: repeated elements in SOAP, a repeated parameter in the forms. */
export const ints = (wire: string, options?: Options): Param<number[]> =>
  param(
    {
      xsd: 'ints',
      form: 'whole numbers',
      harmless: HARMLESS_NUMBER,
      read: text => text.split(',').map(intKind.read),
      write: list => list.join(','),
    },
    wire,
    () => [],
    options,
  )
