/**
 * Files of rejected rows as we write them: line, reason, and the row as it stood in its file. Such
 * a file is mended and imported again: its rows are those in its third column.
 */
import { type CsvRow, createCsvReader } from '../../../lib/csv.ts'
import { unmarked } from '../../../lib/csv-cell.ts'
import type { CsvDialect } from '../../../lib/csv-dialect.ts'
import { MAX_RAW } from '../../../lib/row-limits.ts'
import type { RowRejectReason } from './row-problems.ts'

/** The titles of its columns. */
export const REJECTS_TITLES = ['Line', 'Reason', 'Row'] as const

/** Of the file itself. */
export const rejectsDialect = (delimiter: string): CsvDialect => ({
  delimiter,
  quote: '"',
  escape: '',
  comment: '',
})

const TITLES = /^\ufeff?"?line"?([;,\t])"?reason"?\1"?row"?(?:\r|\n|$)/i
/** Longer than such a line. */
const LONGEST_TITLES = 40

/** The delimiter of a text that begins with these titles; undefined for any other. */
export const rejectsDelimiter = (start: string): string | undefined =>
  TITLES.exec(start.slice(0, LONGEST_TITLES))?.[1]

/**
 * Whether a sheet begins with these titles, as a file of rejects that was saved as a spreadsheet.
 */
export const isRejectsHeading = (row: readonly string[]): boolean =>
  row.length === REJECTS_TITLES.length &&
  REJECTS_TITLES.every((title, at) => row[at]!.trim().toLowerCase() === title.toLowerCase())

/** A row as every reader of a file makes it. */
export interface FoundRow {
  line: number
  columns: string[]
  raw: string
  problem?: RowRejectReason
}

/** The text of the row in a row of such a file. */
export const rejectedText = (columns: readonly string[]): string => unmarked(columns[2] ?? '')

/** The rows in a row of such a file, with the line of that. */
export function rowsWithin(
  { line, columns, raw, problem }: FoundRow,
  dialect: CsvDialect,
): FoundRow[] {
  if (problem !== undefined) return [{ line, columns: [], raw, problem }]
  const text = rejectedText(columns)
  // Only so much is kept of a row: the rest of a longer one is in the file that it came from.
  if (Buffer.byteLength(text) > MAX_RAW - LONGEST_CHARACTER)
    return [{ line, columns: [], raw: text, problem: 'cut-off' }]
  const reader = createCsvReader(dialect)
  const rows: CsvRow[] = [...reader.push(text), ...reader.end()]
  return rows.map(row => ({ ...row, line }))
}

/** In bytes of UTF-8: a row is cut between two characters. */
const LONGEST_CHARACTER = 4
