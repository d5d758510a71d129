/**
 * Parses subscribers from delimited text: e-mail address, name, format, then the data fields in
 * order.
 */
import { type CsvRow, createCsvReader } from '../../lib/csv.ts'
import type { CsvDialect } from '../../lib/csv-dialect.ts'
import { MOST_FIELDS } from '../demographics/fields.ts'
import { type ImportColumn, personOf } from './columns.ts'
import { createPlainReader, type SparePages } from './plain-rows.ts'
import { createRowBlocks, type RowBlock, type RowBlocks } from './read-rows.ts'

/** Columns before the first data field. */
export const FIXED_COLUMNS = 3

export interface CsvOptions {
  dialect: CsvDialect
  hasHeaders: boolean
  /** Including the fixed ones. */
  maxColumns: number
  /** Which column is which value; by default address, name, format and the fields in order. */
  columns?: readonly ImportColumn[]
  /** Rows to skip, not counting the header. */
  skipRows?: number
}

function addRows(blocks: RowBlocks, rows: CsvRow[], options: ColumnOptions): void {
  for (const row of rows) {
    if (row.problem !== undefined) blocks.reject(row.line, row.raw, row.problem)
    else addColumns(blocks, row.line, row.raw, row.columns, options)
  }
}

/** `suspect`: the text may contain characters that can't be stored. */
export async function* readCsv(
  chunks: AsyncIterable<string>,
  options: CsvOptions,
  suspect: boolean,
): AsyncGenerator<RowBlock> {
  const reader = createCsvReader(options.dialect, options.skipRows ?? 0, options.hasHeaders)
  const blocks = createRowBlocks(suspect)
  for await (const chunk of chunks) {
    addRows(blocks, reader.push(chunk), options)
    yield* blocks.taken(chunk.length)
  }
  addRows(blocks, reader.end(), options)
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
  const { dialect, maxColumns } = options
  const reader = createCsvReader(dialect, options.skipRows ?? 0, options.hasHeaders)
  const readPlain = createPlainReader(
    dialect,
    Math.min(maxColumns, FIXED_COLUMNS + MOST_FIELDS),
    spare,
  )
  const blocks = createRowBlocks(false)
  for await (const bytes of parts) {
    for (let at = 0; at < bytes.length; ) {
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
  addRows(blocks, reader.end(), { maxColumns })
  yield* blocks.rest()
}

export type ColumnOptions = Pick<CsvOptions, 'maxColumns' | 'columns'>

/** Adds a row of columns, of text or of a spreadsheet. */
export function addColumns(
  blocks: RowBlocks,
  line: number,
  raw: string,
  row: string[],
  { maxColumns, columns }: ColumnOptions,
): void {
  if (row.length > maxColumns) {
    blocks.reject(line, raw, 'too-many-columns')
    return
  }
  // A byte order mark may be here if a program wrote it within the quotes, or if files were joined.
  if (row[0]?.charCodeAt(0) === 0xfeff) row[0] = row[0].slice(1)
  if (columns) {
    blocks.person({ line, raw, ...personOf(row, columns) })
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
