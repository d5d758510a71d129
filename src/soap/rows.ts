/**
 * The parts that records and DataSets share: frames, cells, and rows that go out in pieces while
 * they come in.
 */
import { stringKind } from '../contract/kinds.ts'
import type { Field, Rows } from '../contract/types.ts'
import { escapeText } from '../lib/xml/xml.ts'

/** What stands around a result, made once per operation and binding. */
export interface Frame {
  open: string
  close: string
  /** The whole answer when the result is there, and empty. */
  empty: string
  /** The whole answer when there is no result. */
  nil: string
  /** A new line at that depth below the result's element; nothing where answers are one line. */
  line(depth: number): string
}

/** What a DataSet wants to know when its handler did not say. */
export interface Defaults {
  /** How many numbered columns. */
  width: number
  /** The caption of a named column: what the request says under the column's wire name. */
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

/**
 * Pieces of about this many characters go out; fewer and larger would hold more of a slow reader's
 * answer.
 */
const PIECE = 1 << 16
/** Rows that are all there and no more than this are written in one go. */
const FEW = 200

/** Rows between what stands before and after them; `none` is the whole when there are no rows. */
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
