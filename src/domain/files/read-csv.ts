/**
 * Parses subscribers from delimited text: email address, name, format, then the data fields in
 * order.
 */
import { type CsvReader, createCsvReader } from '../../lib/csv.ts'
import { unmarked } from '../../lib/csv-cell.ts'
import type { CsvDialect } from '../../lib/csv-dialect.ts'
import { MOST_FIELDS } from '../demographics/fields.ts'
import { type ColumnReading, type ImportColumn, personOf } from './columns.ts'
import { LONGEST_OWN, ownLine } from './form/file-form.ts'
import { type FoundRow, rejectsDialect, rowsWithin } from './form/rejected-rows.ts'
import { createPlainReader, type SparePages } from './plain-rows.ts'
import { createRowBlocks, type RowBlock, type RowBlocks } from './read-rows.ts'

/** Columns before the first data field. */
export const FIXED_COLUMNS = 3

export interface CsvOptions extends ColumnReading {
  dialect: CsvDialect
  hasHeaders: boolean
  /** Including the fixed ones. */
  maxColumns: number
  /** Which column is which value; by default address, name, format and the fields in order. */
  columns?: readonly ImportColumn[]
  /** Rows to skip, not counting the header. */
  skipRows?: number
}

export function addRows(blocks: RowBlocks, rows: FoundRow[], options: ColumnOptions): void {
  for (const row of rows) {
    if (row.problem !== undefined) blocks.reject(row.line, row.raw, row.problem)
    else addColumns(blocks, row.line, row.raw, row.columns, options)
  }
}

/** A reader of a text that begins so, and the length of a first line that is no row. */
function readerOf(start: string, dialect: CsvDialect, skip: number, hasHeaders: boolean) {
  const reader = createCsvReader(dialect, skip, hasHeaders)
  const own = ownLine(start)?.length ?? 0
  if (own > 0) reader.moveTo({ line: 2, left: skip + (hasHeaders ? 1 : 0) })
  return { reader, own }
}

/** `suspect`: the text may contain characters that can't be stored. */
export async function* readCsv(
  chunks: AsyncIterable<string>,
  options: CsvOptions,
  suspect: boolean,
): AsyncGenerator<RowBlock> {
  const { dialect, skipRows = 0, hasHeaders } = options
  const blocks = createRowBlocks(suspect)
  let reader: CsvReader | undefined
  for await (let chunk of chunks) {
    if (!reader) {
      const begun = readerOf(chunk, dialect, skipRows, hasHeaders)
      reader = begun.reader
      chunk = chunk.slice(begun.own)
    }
    addRows(blocks, reader.push(chunk), options)
    yield* blocks.taken(chunk.length)
  }
  if (reader) addRows(blocks, reader.end(), options)
  yield* blocks.rest()
}

/** The rows in a file of rejected rows: `delimiter` is that of the file, `dialect` theirs. */
export async function* readRejects(
  chunks: AsyncIterable<string>,
  delimiter: string,
  { dialect, skipRows = 0, ...options }: Omit<CsvOptions, 'hasHeaders'>,
): AsyncGenerator<RowBlock> {
  const reader = createCsvReader(rejectsDialect(delimiter), 0, true)
  const blocks = createRowBlocks(true, skipRows)
  const add = (rows: FoundRow[]) => {
    for (const row of rows) addRows(blocks, rowsWithin(row, dialect), options)
  }
  for await (const chunk of chunks) {
    add(reader.push(chunk))
    yield* blocks.taken(chunk.length)
  }
  add(reader.end())
  yield* blocks.rest()
}

/** Bytes that the full parser reads at a time: few unusual rows must not slow down all others. */
const CAREFUL_BYTES = 8 << 10

/** The same rows, most of them as pages; from parts that end with a line, in UTF-8 without NUL. */
export async function* readCsvAsPages(
  parts: AsyncIterable<Buffer>,
  options: CsvOptions,
  spare: SparePages,
): AsyncGenerator<RowBlock> {
  const { dialect, maxColumns, skipRows = 0, hasHeaders } = options
  let reader: CsvReader | undefined
  const readPlain = createPlainReader(
    dialect,
    Math.min(maxColumns, FIXED_COLUMNS + MOST_FIELDS),
    spare,
  )
  const blocks = createRowBlocks(false)
  for await (const bytes of parts) {
    let at = 0
    if (!reader) {
      const begun = readerOf(
        bytes.toString('latin1', 0, LONGEST_OWN),
        dialect,
        skipRows,
        hasHeaders,
      )
      reader = begun.reader
      at = begun.own
    }
    while (at < bytes.length) {
      const place = readPlain && reader.place()
      if (place) {
        const { page, stop, because } = readPlain(bytes, at, bytes.length, place)
        reader.moveTo(place)
        const size = stop - at
        at = stop
        if (page.rows > 0) {
          yield* blocks.rest()
          yield { rows: [], rejected: [], read: page.rows, ignored: 0, size, page }
        }
        if (because === 'full' || at === bytes.length) continue
      }
      // Up to the end of a line, where the fast path can continue.
      const end = bytes.indexOf(10, at + CAREFUL_BYTES) + 1 || bytes.length
      addRows(blocks, reader.push(bytes.toString('utf8', at, end)), { maxColumns })
      yield* blocks.taken(end - at)
      at = end
    }
  }
  if (reader) addRows(blocks, reader.end(), { maxColumns })
  yield* blocks.rest()
}

const APOSTROPHE = 0x27

export type ColumnOptions = Pick<CsvOptions, 'maxColumns' | 'columns' | 'readAs' | 'misfits'>

/** Adds a row of columns, of text or of a spreadsheet. */
function addColumns(
  blocks: RowBlocks,
  line: number,
  raw: string,
  row: string[],
  { maxColumns, columns, ...reading }: ColumnOptions,
): void {
  if (row.length > maxColumns) {
    blocks.reject(line, raw, 'too-many-columns')
    return
  }
  // A byte order mark may be here if a program wrote it within the quotes, or if files were joined.
  if (row[0]?.charCodeAt(0) === 0xfeff) row[0] = row[0].slice(1)
  for (let at = 0; at < row.length; at++)
    if (row[at]!.charCodeAt(0) === APOSTROPHE) row[at] = unmarked(row[at]!)
  if (columns) {
    blocks.person({ line, raw, ...personOf(row, columns, reading) })
    return
  }
  blocks.person({
    line,
    raw,
    email: row[0] ?? '',
    name: row[1] ?? '',
    format: row[2] ?? '',
    countryCode: '',
    phone: '',
    fields: row.slice(FIXED_COLUMNS),
  })
}
