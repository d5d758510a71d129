/**
 * Reads a file of addresses: one per line, or a column of delimited text or of a spreadsheet, with
 * the facts of other columns.
 */
import { type CsvReader, createCsvReader } from '../../lib/csv.ts'
import { unmarked } from '../../lib/csv-cell.ts'
import { aboutFile } from '../../lib/file-words.ts'
import { readText, recogniseText } from '../../lib/text-decoding.ts'
import { ZIP_FILE } from '../../lib/text-decoding-kinds.ts'
import { readXlsx, SpreadsheetBroken } from '../../lib/xlsx/xlsx.ts'
import {
  type AddressColumns,
  type AddressFacts,
  addressColumns,
  addressFacts,
} from './address-headings.ts'
import { isHeading, ownLine, seenDelimiter } from './form/file-form.ts'
import {
  type FoundRow,
  isRejectsHeading,
  rejectedText,
  rejectsDelimiter,
  rowsWithin,
} from './form/rejected-rows.ts'
import type { RowRejectReason } from './form/row-problems.ts'
import { rawOf, UnreadableFile } from './read-rows.ts'

export interface AddressRow extends AddressFacts {
  /** From 1. */
  line: number
  /** The original row, at most 4 kB. */
  raw: string
  address: string
  /** Why it can't be read. */
  problem?: RowRejectReason
}

export interface AddressFileOptions {
  /** Of a spreadsheet, by name; by default the first visible one that has rows. */
  sheet?: string | undefined
  /** Gets the number of bytes read, approximately. */
  onRead?(bytes: number): void
}

/** The maximum of columns of a spreadsheet. */
const MOST_COLUMNS = 1000
const PART = 1000

/**
 * Yields the rows in parts, without a header. It says which column has the address; otherwise that
 * is the one with the most addresses in the first part. Throws UnreadableFile if it is neither text
 * nor a spreadsheet.
 */
export async function* readAddresses(
  path: string,
  { sheet, onRead = () => {} }: AddressFileOptions = {},
): AsyncGenerator<AddressRow[]> {
  const text = await recogniseText(path)
  const isSheet = 'looksLike' in text
  if (isSheet && text.looksLike !== ZIP_FILE)
    throw new UnreadableFile(aboutFile('file-kind', { kind: text.looksLike }))
  const parts = isSheet ? sheetRows(path, sheet) : textRows(readText(path, text), onRead)
  let places: AddressColumns | undefined
  for await (const rows of parts) {
    const [first] = rows
    if (places === undefined && first) {
      const isHeader =
        !first.problem && isHeading(first.columns, 'seen', isSheet ? 'sheet' : 'text')
      if (isHeader) rows.shift()
      places = addressColumns(isHeader ? first.columns : [], rows)
    }
    yield rows.map(row => addressRow(row, places!))
  }
}

async function* textRows(
  chunks: AsyncIterable<string>,
  onRead: (bytes: number) => void,
): AsyncGenerator<FoundRow[]> {
  let reader: CsvReader | undefined
  let within: ((row: FoundRow) => FoundRow[]) | undefined
  const rowsOf = (found: FoundRow[]) => (within ? found.flatMap(within) : found)
  for await (let chunk of chunks) {
    onRead(Buffer.byteLength(chunk))
    if (!reader) {
      const outer = rejectsDelimiter(chunk)
      const own = ownLine(chunk)?.length ?? 0
      const delimiter = outer ?? seenDelimiter(chunk, MARKS)
      reader = createCsvReader({ ...MARKS, delimiter }, 0, outer !== undefined)
      if (own > 0) reader.moveTo({ line: 2, left: 0 })
      chunk = chunk.slice(own)
      if (outer !== undefined) within = rowsOfRejects()
    }
    yield rowsOf(reader.push(chunk))
  }
  if (reader) yield rowsOf(reader.end())
}

const MARKS = { quote: '"', escape: '', comment: '' }

/** The rows in the rows of a file of rejected ones, whose delimiter is seen from the first. */
function rowsOfRejects(): (row: FoundRow) => FoundRow[] {
  let delimiter: string | undefined
  return row => {
    delimiter ??= seenDelimiter(rejectedText(row.columns), MARKS)
    return rowsWithin(row, { ...MARKS, delimiter })
  }
}

const addressRow = (
  { line, columns, raw, problem }: FoundRow,
  places: AddressColumns,
): AddressRow => ({
  line,
  raw,
  address: unmarked(columns[places.address] ?? ''),
  ...addressFacts(columns, places),
  ...(problem && { problem }),
})

async function* sheetRows(path: string, sheet: string | undefined): AsyncGenerator<FoundRow[]> {
  let part: FoundRow[] = []
  let within: ((row: FoundRow) => FoundRow[]) | undefined
  try {
    for await (const row of readXlsx(path, MOST_COLUMNS, sheet)) {
      if (within === undefined) {
        within = isRejectsHeading(row.columns) ? rowsOfRejects() : found => [found]
        if (isRejectsHeading(row.columns)) continue
      }
      part.push(...within({ ...row, raw: rawOf(row.columns) }))
      if (part.length < PART) continue
      yield part
      part = []
    }
  } catch (error) {
    throw error instanceof SpreadsheetBroken ? new UnreadableFile(error.why) : error
  }
  yield part
}
