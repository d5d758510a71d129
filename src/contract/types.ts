/**
 * The vocabulary of the contract: results and operations here, parameters in params.ts. The entries
 * in the other files of this folder use it; soap/ and client/ derive everything else from them.
 * kinds.ts parses and writes single values.
 */
import {
  booleanKind,
  dateTimeKind,
  decimalKind,
  doubleKind,
  formatKind,
  intKind,
  type Kind,
  longKind,
  type MessageFormat,
  type Moment,
  stringKind,
} from './kinds.ts'
import type { Param } from './params.ts'

export interface Field<T> extends Kind<T> {
  wire: string
  /**
   * Several columns from one value: `numbered` gives dd1 to ddN, `captioned` the same under names
   * of the account, `named` one column named by the caller.
   */
  spread?: 'numbered' | 'captioned' | 'named'
}

const field = <T>(kind: Kind<T>, wire: string): Field<T> => ({ ...kind, wire })

/** Cells and fields. In a DataSet a null cell is omitted; in a record a null text is omitted. */
export const cell = {
  text: (wire: string): Field<string | null> => field(stringKind as Kind<string | null>, wire),
  format: (wire: string): Field<MessageFormat> => field(formatKind as Kind<MessageFormat>, wire),
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
   * Columns wire1 to wireN from one text whose values are joined by FIELD_SEPARATOR; N is the
   * table's `width`. Empty values are omitted.
   */
  numbered: (wire: string): Field<string> & { spread: 'numbered' } => ({
    ...field(stringKind, wire),
    spread: 'numbered',
  }),
  /** As numbered, but each column has its name in the table's `captions`. */
  captioned: (wire: string): Field<string> & { spread: 'captioned' } => ({
    ...field(stringKind, wire),
    spread: 'captioned',
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

/** The rows of a DataSet: an array, or batches as they are read from the store. */
export type Rows<R> = R[] | AsyncIterable<R[]>

/** A DataSet's rows, with values that its schema needs. */
export interface Table<R> {
  rows: Rows<R>
  /** The number of columns of a `numbered` cell. */
  width?: number
  /** The name of the `named` column. */
  caption?: string
  /** The names of the columns of a `captioned` cell. */
  captions?: readonly string[]
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

export type Params = Record<string, Param<any>>

export interface Operation<P extends Params = Params, R extends Result = Result> {
  summary: string
  params: P
  result: R
  /**
   * Read-only: for an unknown or invalid id it returns an empty DataSet or list instead of a
   * refusal.
   */
  reads: boolean
  /** Beyond the specification. */
  addition: boolean
}

interface Entry<P extends Params, R extends Result> {
  summary: string
  params: P
  result: R
  reads?: boolean
}

export const operation = <P extends Params, R extends Result>(
  entry: Entry<P, R>,
): Operation<P, R> => ({ reads: false, addition: false, ...entry })

export const addition = <P extends Params, R extends Result>(
  entry: Entry<P, R>,
): Operation<P, R> => ({ reads: false, addition: true, ...entry })

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
