/**
 * Detects the form of a file of rows from its first rows. This is the only place that decides on
 * delimiter, headings and lines that are no rows: for imports, files of addresses and price lists,
 * by commands, calls and the API.
 */
import { type CsvRow, createCsvReader } from '../../../lib/csv.ts'
import { unmarked } from '../../../lib/csv-cell.ts'
import type { CsvDialect } from '../../../lib/csv-dialect.ts'
import { isEmailAddress } from '../../../lib/email-address.ts'

/** Whether the first row holds headings. `of-sheets`: seen in a spreadsheet, and never in text. */
export type Headings = boolean | 'seen' | 'of-sheets'

/** A row with an address in any cell is a person, even if the rest of it is mistyped. */
const holdsAddress = (row: readonly string[]): boolean => row.some(value => value.includes('@'))

/** Whether a first row is one of headings. An explicit option wins. */
export function isHeading(
  row: readonly string[],
  said: Headings | undefined,
  kind: 'text' | 'sheet',
): boolean {
  if (typeof said === 'boolean') return said
  return (kind === 'sheet' || said !== 'of-sheets') && !holdsAddress(row)
}

/** Characters that a form is seen from. */
export const MOST_SEEN = 64 << 10
/** Rows that a delimiter is seen from. */
const ROWS_SEEN = 50

/** Of two that fit as well, the first: the rarest within values. */
const DELIMITERS = ['\t', ';', ',', '|']

type Marks = Omit<CsvDialect, 'delimiter'>

/**
 * The delimiter of a text: the sign between which the most first rows hold an address, and which
 * splits the most of them into as many columns, ignoring quoted text. Without any, `;`.
 */
export function seenDelimiter(start: string, marks: Marks): string {
  const own = ownLine(start)
  if (own) return own.delimiter
  const seen = start.slice(0, MOST_SEEN)
  const special = marks.quote + marks.escape + marks.comment
  const fits = DELIMITERS.filter(one => !special.includes(one)).map(delimiter => ({
    delimiter,
    ...fitOf(firstRows(seen, { ...marks, delimiter }, seen !== start, ROWS_SEEN)),
  }))
  const [best] = fits.sort((a, b) => b.addresses - a.addresses || b.even - a.even)
  return best && best.even > 0 ? best.delimiter : ';'
}

function fitOf(rows: readonly CsvRow[]): { addresses: number; even: number } {
  const byWidth = new Map<number, number>()
  let addresses = 0
  for (const { columns } of rows) {
    if (columns.some(value => isEmailAddress(unmarked(value).trim()))) addresses++
    if (columns.length > 1) byWidth.set(columns.length, (byWidth.get(columns.length) ?? 0) + 1)
  }
  return { addresses, even: Math.max(0, ...byWidth.values()) }
}

/** Characters read at a time, until there are enough rows. */
const PIECE = 2_000

/** The rows that a text begins with; of one that is cut, without the last. */
export function firstRows(
  start: string,
  dialect: CsvDialect,
  isCut: boolean,
  most = Number.POSITIVE_INFINITY,
): CsvRow[] {
  const reader = createCsvReader(dialect)
  const rows: CsvRow[] = []
  for (let at = ownLine(start)?.length ?? 0; at < start.length; at += PIECE) {
    for (const row of reader.push(start.slice(at, at + PIECE))) rows.push(row)
    if (rows.length >= most) return rows.slice(0, most)
  }
  rows.push(...reader.end())
  return isCut && rows.length > 1 ? rows.slice(0, -1) : rows
}

/** `sep=;`, also in quotes. */
const OWN_LINE = /^\ufeff?(?:sep=([^\r\n])|"sep=([^\r\n])")(?:\r\n|[\r\n]|$)/i
/** Characters of the longest such line, with its end and a byte order mark. */
export const LONGEST_OWN = 12

interface OwnLine {
  delimiter: string
  /** With its end. */
  length: number
}

/** The first line, if a spreadsheet program wrote it for itself: it is no row. */
export function ownLine(start: string): OwnLine | undefined {
  const [line, plain, quoted] = OWN_LINE.exec(start.slice(0, LONGEST_OWN)) ?? []
  const delimiter = plain ?? quoted
  return line === undefined || delimiter === undefined
    ? undefined
    : { delimiter, length: line.length }
}
