/**
 * Shared by records and DataSets: frames, cells, and rows that are sent in chunks while they are
 * read.
 */
import { stringKind } from '../contract/kinds.ts'
import type { Field, Rows } from '../contract/types.ts'
import { escapeText } from '../lib/xml/xml.ts'

/** The text around a result, built once per operation and binding. */
export interface Frame {
  open: string
  close: string
  /** The whole response for an empty result. */
  empty: string
  /** The whole response without a result. */
  nil: string
  /**
   * A line break with indent for that depth below the result's element; empty if responses are one
   * line.
   */
  line(depth: number): string
}

/** Defaults of a DataSet whose handler did not set them. */
export interface Defaults {
  /** The number of numbered columns. */
  width: number
  /**
   * The caption of a named column: the value of the request's parameter with the column's wire
   * name.
   */
  caption(wire: string): string | undefined
}

export type ResponseBody = string | AsyncIterable<string>

/** Writes one field of a record or one cell of a row; the value is not null. */
export type CellWriter = (value: unknown) => string

export function cellOf(
  field: Field<never>,
  name: string,
  before: string,
  preserve = false,
): CellWriter {
  const open = `${before}<${name}>`
  const close = `</${name}>`
  const write = field.write as (value: unknown) => string
  if (field.xsd !== 'string') return value => open + write(value) + close
  const empty = `${before}<${name} />`
  const spaced = preserve ? `${before}<${name} xml:space="preserve">` : open
  const plain = write === (stringKind.write as unknown)
  return value => {
    const text = plain ? (value as string) : write(value)
    if (text === '') return empty
    const blank = text.charCodeAt(0) <= 0x20 && text.trim() === ''
    return (blank ? spaced : open) + escapeText(text) + close
  }
}

/** Approximate chunk size in characters; larger chunks would retain more memory per slow client. */
const PIECE = 1 << 16
/** Rows that are an array of at most this length are written in one go. */
const FEW = 200

/** Writes rows between a start and an end; `none` is the whole text if there are no rows. */
export function writeRows<R>(
  rows: Rows<R>,
  row: (row: R, index: number) => string,
  start: string,
  end: string,
  none: string,
): ResponseBody {
  if (!Array.isArray(rows) || rows.length > FEW)
    return pieces(Array.isArray(rows) ? [rows] : rows, row, start, end, none)
  if (rows.length === 0) return none
  let text = start
  for (let index = 0; index < rows.length; index++) text += row(rows[index]!, index)
  return text + end
}

async function* pieces<R>(
  batches: Iterable<R[]> | AsyncIterable<R[]>,
  row: (row: R, index: number) => string,
  start: string,
  end: string,
  none: string,
): AsyncGenerator<string> {
  let text = start
  let index = 0
  for await (const batch of batches) {
    for (const one of batch) {
      text += row(one, index++)
      if (text.length < PIECE) continue
      yield text
      text = ''
    }
  }
  yield index === 0 ? none : text + end
}
