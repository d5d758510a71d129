/**
 * The vocabulary of the contract. Entries are written with these words in the files beside this
 * one; soap/ and client/ derive everything else from them. How single values are read and written
 * is in kinds.ts.
 */
import { formatInstant, parseInstant, untilNow } from '../lib/instant.ts'
import {
  booleanKind,
  boundKind,
  charKind,
  dateTimeKind,
  decimalKind,
  doubleKind,
  type Format,
  formatKind,
  GUID,
  intKind,
  type Kind,
  longKind,
  type Moment,
  NotValid,
  readId,
  stringKind,
} from './kinds.ts'

export interface Param<T> extends Kind<T> {
  wire: string
  /** The longest text that can be a value, in characters (UTF-16): see `bounded`. */
  most: number
  /**
   * May be left out, as the specification says. Classic descriptions can't tell for strings; the
   * reference page does.
   */
  optional: boolean
  /**
   * The value when a SOAP request lacks the element, or the text is empty and the kind is typed by
   * an xsd of its own.
   */
  absent(): T
  note: string
}

export interface Field<T> extends Kind<T> {
  wire: string
  /**
   * Several columns made of one value: `numbered` gives dd1 to ddN, `named` one column named by the
   * caller.
   */
  spread?: 'numbered' | 'named'
}

// ---- parameters

interface Options {
  optional?: boolean
  note?: string
}

interface TextOptions extends Options {
  most?: number
}

/** Enough for the blanks that some programs pad a number, a word or a moment with. */
const LONGEST_WORD = 200
/** Enough for any text of a line that a rule behind allows, padded with blanks. */
const LONGEST_LINE = 10_000
/** A rule behind allows 320 characters. */
const LONGEST_ADDRESS = 1_000

/** Ids are int, unless said otherwise: what does not fit names nothing. */
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

/** A text; left out is the empty text, and one of more than `most` characters is refused. */
export function text(wire: string, options: TextOptions = {}): Param<string> {
  const { most = LONGEST_LINE } = options
  const read = (text: string): string => {
    if (text.length > most) throw new NotValid(`has more than ${most} characters`)
    return text
  }
  return param({ ...stringKind, read }, wire, () => '', { ...options, most })
}

/**
 * A text whose rule is the operation's: it finds a longer one too long, or keeps the start of it.
 */
export const cutText = (
  wire: string,
  { most = LONGEST_LINE, ...options }: TextOptions = {},
): Param<string> => param(stringKind, wire, () => '', { ...options, most })

/**
 * An e-mail address: a longer text is no address to some operations, and names nobody to others.
 */
export const address = (wire: string, options?: Options): Param<string> =>
  cutText(wire, { ...options, most: LONGEST_ADDRESS })

/** HTML or Text; empty is undefined, "not given". */
export const format = (wire: string, options?: Options): Param<Format | undefined> =>
  param(formatKind, wire, () => undefined, options)

/**
 * An id in a text parameter; empty is refused. An id of too many digits reads as 0, which no record
 * has.
 */
export const idInText = (
  wire: string,
  { xsd = 'int', ...options }: IdOptions = {},
): Param<number> =>
  param(
    { xsd: 'string', form: 'decimal digits', read: text => readId(text, xsd), write: String },
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
      read: text => (text.trim() === '' ? undefined : readId(text, xsd)),
      write: id => (id === undefined ? '' : String(id)),
    },
    wire,
    () => undefined,
    { optional: true, ...options },
  )

/** A guid in a text parameter; empty is undefined, anything else that is no guid is `not-an-id`. */
export const guidInText = (wire: string, options?: Options): Param<string | undefined> =>
  param(
    {
      xsd: 'string',
      form: 'a guid, or empty',
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
 * A bound of an interval in a text parameter; empty is undefined. `until` is read as lib/instant.ts
 * says: the end is not in it.
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
 * A typed bound of an interval, read like one in text; left out it is the beginning of time for
 * `from`, now for `until`.
 */
export const dateTime = (wire: string, bound: 'from' | 'until', options?: Options): Param<Moment> =>
  param(boundKind(bound), wire, () => (bound === 'from' ? new Date(0) : untilNow()), options)
/** One character; left out, empty or 0 it is `standard`. */
export const char = (wire: string, standard: string, options?: Options): Param<string> =>
  param(charKind, wire, () => standard, options)
/** A list of int: repeated elements in SOAP, a repeated parameter in the forms. */
export const ints = (wire: string, options?: Options): Param<number[]> =>
  param(
    {
      xsd: 'ints',
      form: 'whole numbers',
      read: text => text.split(',').map(intKind.read),
      write: list => list.join(','),
    },
    wire,
    () => [],
    options,
  )

// ---- results

const field = <T>(kind: Kind<T>, wire: string): Field<T> => ({ ...kind, wire })

/**
 * Cells and fields. In a DataSet `null` leaves the cell out; in a record a null text is left out.
 */
export const cell = {
  text: (wire: string): Field<string | null> => field(stringKind as Kind<string | null>, wire),
  format: (wire: string): Field<Format> => field(formatKind as Kind<Format>, wire),
  int: (wire: string): Field<number> => field(intKind, wire),
  maybeInt: (wire: string): Field<number | null> => field(intKind as Kind<number | null>, wire),
  long: (wire: string): Field<number> => field(longKind, wire),
  maybeLong: (wire: string): Field<number | null> => field(longKind as Kind<number | null>, wire),
  boolean: (wire: string): Field<boolean> => field(booleanKind, wire),
  dateTime: (wire: string): Field<Moment> => field(dateTimeKind, wire),
  maybeDateTime: (wire: string): Field<Moment | null> =>
    field(dateTimeKind as Kind<Moment | null>, wire),
  guid: (wire: string): Field<string> =>
    field({ ...stringKind, xsd: 'guid', form: 'a guid' }, wire),
  decimal: (wire: string): Field<string> => field(decimalKind, wire),
  double: (wire: string): Field<number> => field(doubleKind, wire),
  maybeDouble: (wire: string): Field<number | null> =>
    field(doubleKind as Kind<number | null>, wire),
  /**
   * Columns wire1 to wireN out of one text whose values are joined by FIELD_SEPARATOR; N is the
   * table's `width`. Empty values are left out.
   */
  numbered: (wire: string): Field<string> & { spread: 'numbered' } => ({
    ...field(stringKind, wire),
    spread: 'numbered',
  }),
  /**
   * One text column named by the caller (the table's `caption`); without a caption there is no such
   * column.
   */
  named: (wire: string): Field<string | null> => ({
    ...field(stringKind as Kind<string | null>, wire),
    spread: 'named',
  }),
}

type AnyField = Field<never> | Field<any>
export type Fields = Record<string, AnyField>
export type Row<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never }

/** The rows of a DataSet: all at once, or in batches as they are read from the store. */
export type Rows<R> = R[] | AsyncIterable<R[]>

/** A DataSet's rows with what its schema still wants to know. */
export interface Table<R> {
  rows: Rows<R>
  /** How many columns a `numbered` cell spreads over. */
  width?: number
  /** The name of the `named` column. */
  caption?: string
}

export interface ValueResult<T> extends Kind<T> {
  kind: 'value'
  nullable: boolean
}
export interface RecordResult<F extends Fields> {
  kind: 'record'
  name: string
  fields: F
}
export interface RecordsResult<F extends Fields> {
  kind: 'records'
  name: string
  fields: F
}
export interface DatasetResult<F extends Fields> {
  kind: 'dataset'
  table: string
  fields: F
}
export type Result = ValueResult<any> | RecordResult<any> | RecordsResult<any> | DatasetResult<any>

const value = <T>(kind: Kind<T>, nullable = false): ValueResult<T> => ({
  ...kind,
  kind: 'value',
  nullable,
})

export const returns = {
  int: value(intKind),
  long: value(longKind),
  string: value(stringKind),
  guid: value<string | null>(
    { ...(stringKind as Kind<string | null>), xsd: 'guid', form: 'a guid' },
    true,
  ),
  record: <F extends Fields>(name: string, fields: F): RecordResult<F> => ({
    kind: 'record',
    name,
    fields,
  }),
  records: <F extends Fields>(name: string, fields: F): RecordsResult<F> => ({
    kind: 'records',
    name,
    fields,
  }),
  dataset: <F extends Fields>(table: string, fields: F): DatasetResult<F> => ({
    kind: 'dataset',
    table,
    fields,
  }),
}

// ---- operations

export type Params = Record<string, Param<any>>

export interface Operation<P extends Params = Params, R extends Result = Result> {
  summary: string
  params: P
  result: R
  /**
   * Only reads: an id that names nothing, or can't be one, answers an empty DataSet or list instead
   * of a refusal.
   */
  reads: boolean
}

export function operation<P extends Params, R extends Result>(entry: {
  summary: string
  params: P
  result: R
  reads?: boolean
}): Operation<P, R> {
  return { reads: false, ...entry }
}

export type InputOf<O> =
  O extends Operation<infer P, any>
    ? { [K in keyof P]: P[K] extends Param<infer T> ? T : never }
    : never

export type OutputOf<O> =
  O extends Operation<any, infer R>
    ? R extends ValueResult<infer T>
      ? T
      : R extends RecordResult<infer F>
        ? Row<F>
        : R extends RecordsResult<infer F>
          ? Rows<Row<F>>
          : R extends DatasetResult<infer F>
            ? Table<Row<F>> | Rows<Row<F>>
            : never
    : never
