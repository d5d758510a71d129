/**
 * Reads a file of addresses: one per line, or a column of delimited text or of a spreadsheet, with
 * what other columns say of each.
 */
import { createCsvReader } from '../../lib/csv.ts'
import { withoutApostrophe } from '../../lib/csv-cell.ts'
import { readText, recogniseText } from '../../lib/text-decoding.ts'
import { ZIP_FILE } from '../../lib/text-decoding-kinds.ts'
import { readXlsx, SpreadsheetBroken } from '../../lib/xlsx/xlsx.ts'
import {
  type AddressColumns,
  type AddressFacts,
  addressColumns,
  addressFacts,
  WITHOUT_HEADINGS,
} from './address-headings.ts'
import { type RowRejectReason, rawOf, rejectReasons, UnreadableFile } from './read-rows.ts'

export interface AddressRow extends AddressFacts {
  /** From 1. */
  line: number
  /** The original row, at most 4 kB. */
  raw: string
  address: string
  /** Why it can't be read, as a sentence. */
  problem?: string
}

/** The maximum of columns of a spreadsheet. */
const MOST_COLUMNS = 1000
const PART = 1000

/**
 * Yields the rows in parts, without a header: a first row whose first column contains no @. It says
 * which column has the address; otherwise the first one does.
 * `onRead` gets the number of bytes read, approximately. Throws UnreadableFile if it is neither
 * text nor a spreadsheet.
 */
export async function* readAddresses(
  path: string,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<AddressRow[]> {
  const text = await recogniseText(path)
  const parts =
    'looksLike' in text
      ? text.looksLike === ZIP_FILE
        ? sheetRows(path)
        : undefined
      : textRows(readText(path, text), onRead)
  if (!parts)
    throw new UnreadableFile(
      `The file is not text: it looks like ${'looksLike' in text ? text.looksLike : 'nothing'}.`,
    )
  let places: AddressColumns | undefined
  for await (const rows of parts) {
    const [first] = rows
    if (places === undefined && first) {
      const isHeader = !first.problem && !first.columns[0]?.includes('@')
      places = isHeader ? addressColumns(first.columns) : WITHOUT_HEADINGS
      if (isHeader) rows.shift()
    }
    yield rows.map(row => addressRow(row, places!))
  }
}

async function* textRows(
  chunks: AsyncIterable<string>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Row[]> {
  let reader: ReturnType<typeof createCsvReader> | undefined
  for await (const chunk of chunks) {
    reader ??= createCsvReader({
      delimiter: delimiterOf(chunk),
      quote: '"',
      escape: '',
      comment: '',
    })
    onRead(Buffer.byteLength(chunk))
    yield reader.push(chunk)
  }
  if (reader) yield reader.end()
}

/** The first one found: an address contains none of them. */
const delimiterOf = (start: string): string => /[;,\t|]/.exec(start)?.[0] ?? ';'

interface Row {
  line: number
  columns: string[]
  raw?: string
  problem?: RowRejectReason
}

const addressRow = (
  { line, columns, raw = rawOf(columns), problem }: Row,
  places: AddressColumns,
): AddressRow => ({
  line,
  raw,
  address: withoutApostrophe(columns[places.address] ?? ''),
  ...addressFacts(columns, places),
  ...(problem && { problem: rejectReasons[problem] }),
})

async function* sheetRows(path: string): AsyncGenerator<Row[]> {
  let part: Row[] = []
  try {
    for await (const row of readXlsx(path, MOST_COLUMNS)) {
      part.push(row)
      if (part.length < PART) continue
      yield part
      part = []
    }
  } catch (error) {
    throw error instanceof SpreadsheetBroken ? new UnreadableFile(error.message) : error
  }
  yield part
}
