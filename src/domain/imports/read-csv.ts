/** Persons from delimited text: e-mail address, name, format, then the data fields in their order. */
import { type CsvDialect, type CsvRow, createCsvReader } from '../../lib/csv.ts'
import { createRowBlocks, type RowBlock, type RowBlocks } from './read-rows.ts'

/** Columns before the first data field. */
export const FIXED_COLUMNS = 3

export interface CsvOptions {
  dialect: CsvDialect
  hasHeaders: boolean
  /** With the fixed ones. */
  maxColumns: number
  /** So many rows are passed over first, the header not counted. */
  skipRows?: number
}

/** `suspect`: the text may hold characters that can't be stored. */
export async function* readCsv(chunks: AsyncIterable<string>, options: CsvOptions, suspect: boolean): AsyncGenerator<RowBlock> {
  const reader = createCsvReader(options.dialect, options.skipRows ?? 0, options.hasHeaders)
  const blocks = createRowBlocks(suspect)
  const add = (rows: CsvRow[]): void => {
    for (const row of rows) {
      if (row.problem !== undefined) blocks.reject(row.line, row.raw, row.problem)
      else addColumns(blocks, row.line, row.raw, row.columns, options.maxColumns)
    }
  }
  for await (const chunk of chunks) {
    add(reader.push(chunk))
    yield* blocks.taken(chunk.length)
  }
  add(reader.end())
  yield* blocks.rest()
}

/** A row of columns: the same for text and for spreadsheets. */
export function addColumns(blocks: RowBlocks, line: number, raw: string, columns: string[], maxColumns: number): void {
  if (columns.length > maxColumns) {
    blocks.reject(line, raw, 'too-many-columns')
    return
  }
  const email = columns[0] ?? ''
  blocks.person({
    line,
    raw,
    // A byte order mark stands here where a program wrote it within the quotes, or where files were joined.
    email: email.charCodeAt(0) === 0xfeff ? email.slice(1) : email,
    name: columns[1] ?? '',
    format: columns[2] ?? '',
    countryCode: '',
    phone: '',
    fields: columns.slice(FIXED_COLUMNS),
  })
}
