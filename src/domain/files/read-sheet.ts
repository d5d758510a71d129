/**
 * Parses subscribers from a sheet of a spreadsheet: columns as in delimited text, and line numbers
 * are the sheet's.
 */
import type { CsvDialect } from '../../lib/csv-dialect.ts'
import { readXlsx, SpreadsheetBroken } from '../../lib/xlsx/xlsx.ts'
import { type Headings, isHeading } from './form/file-form.ts'
import { REJECTS_TITLES, rowsWithin } from './form/rejected-rows.ts'
import { addRows, type ColumnOptions } from './read-csv.ts'
import { createRowBlocks, type RowBlock, rawOf, UnreadableFile } from './read-rows.ts'

export interface SheetOptions extends ColumnOptions {
  hasHeaders: Headings
  /** By name; by default the first visible one that has rows. */
  sheet?: string
  /** Rows above it, from 1, are none of the table. */
  headingRow?: number
  /** Given for a file of rejected rows, whose rows are in this dialect. */
  rejectsDelimiter?: string
  dialect: CsvDialect
  skipRows?: number
}

/**
 * The first row, a header or not, gives the number of columns: a spreadsheet does not store empty
 * cells, and an empty cell of an existing column is an empty value, as in delimited text.
 */
export async function* readSheet(path: string, options: SheetOptions): AsyncGenerator<RowBlock> {
  const { maxColumns, sheet, headingRow = 1, hasHeaders, rejectsDelimiter, dialect } = options
  const blocks = createRowBlocks(true, options.skipRows ?? 0)
  const isOfRejects = rejectsDelimiter !== undefined
  const most = isOfRejects ? Math.max(maxColumns, REJECTS_TITLES.length) : maxColumns
  let width: number | undefined
  let last = 0
  try {
    for await (const { line, columns, problem, passed } of readXlsx(path, most, sheet)) {
      last = line
      yield* blocks.taken(passed)
      if (line < headingRow) continue
      const isFirst = width === undefined
      width ??= columns.length
      if (isFirst && isHeading(columns, hasHeaders, 'sheet')) continue
      const row = { line, columns, raw: rawOf(columns), ...(problem !== undefined && { problem }) }
      while (columns.length < width) columns.push('')
      addRows(blocks, isOfRejects ? rowsWithin(row, dialect) : [row], options)
    }
  } catch (error) {
    if (!(error instanceof SpreadsheetBroken)) throw error
    if (last === 0) throw new UnreadableFile(error.why)
    blocks.reject(last + 1, '', 'broken-file')
  }
  yield* blocks.rest()
}
