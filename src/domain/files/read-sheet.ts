/**
 * Parses subscribers from a spreadsheet (.xlsx): its first sheet, with the columns of delimited
 * text.
 */
import { isEmailAddress } from '../../lib/email-address.ts'
import { readXlsx, SpreadsheetBroken } from '../../lib/xlsx/xlsx.ts'
import { addColumns, type ColumnOptions } from './read-csv.ts'
import { createRowBlocks, type RowBlock, rawOf, UnreadableFile } from './read-rows.ts'

export interface SheetOptions extends ColumnOptions {
  hasHeaders: boolean
  skipRows?: number
}

/**
 * The first row is a header if the caller says so, or if it does not begin with an e-mail address:
 * the first row of a spreadsheet nearly always is one. It also gives the number of columns: a
 * spreadsheet does not store empty cells, and an empty cell of an existing column is an empty
 * value, as in delimited text.
 */
export async function* readSheet(path: string, options: SheetOptions): AsyncGenerator<RowBlock> {
  const blocks = createRowBlocks(true, options.skipRows ?? 0)
  let width: number | undefined
  let last = 0
  try {
    for await (const { line, columns, problem, passed } of readXlsx(path, options.maxColumns)) {
      last = line
      yield* blocks.taken(passed)
      const isFirst = width === undefined
      width ??= columns.length
      if (isFirst && (options.hasHeaders || !isEmailAddress((columns[0] ?? '').trim()))) continue
      const raw = rawOf(columns)
      while (columns.length < width) columns.push('')
      if (problem !== undefined) blocks.reject(line, raw, problem)
      else addColumns(blocks, line, raw, columns, options)
    }
  } catch (error) {
    if (!(error instanceof SpreadsheetBroken)) throw error
    if (last === 0) throw new UnreadableFile(error.message)
    blocks.reject(last + 1, '', 'broken-file')
  }
  yield* blocks.rest()
}
