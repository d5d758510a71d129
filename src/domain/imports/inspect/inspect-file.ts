/**
 * Inspects the beginning of a file: delimiter, headings, first rows, and the probable mapping of
 * columns. Reads a bounded part of it.
 */
import { unmarked } from '../../../lib/csv-cell.ts'
import { dialectProblem } from '../../../lib/csv-dialect.ts'
import type { CharacterSet } from '../../../lib/text-decoding.ts'
import { readXlsx, SpreadsheetBroken, visibleSheets } from '../../../lib/xlsx/xlsx.ts'
import { guessColumns, type ImportColumn } from '../../files/columns.ts'
import { firstRows, isHeading, seenDelimiter } from '../../files/form/file-form.ts'
import { type AccountFields, ownColumns } from '../../files/form/own-export.ts'
import {
  type FoundRow,
  isRejectsHeading,
  rejectedText,
  rejectsDelimiter,
  rejectsDialect,
  rowsWithin,
} from '../../files/form/rejected-rows.ts'
import { beginningOf, type FileKind, UnreadableFile } from '../../files/read-file.ts'
import { refusedFor } from '../../refusal.ts'
import { type ImportOptions, inColumns, PLAIN_CSV } from '../queue-import.ts'
import { type SeenColumn, seenColumn } from './seen-columns.ts'

/** The options that the caller has chosen. */
export type KnownOptions = Partial<
  Pick<
    ImportOptions,
    'charset' | 'delimiter' | 'quote' | 'escape' | 'comment' | 'sheet' | 'headingRow'
  >
> & { hasHeaders?: boolean; xml?: boolean }

export interface InspectedFile {
  kind: FileKind
  /** Chosen or detected; undefined if it is not text. */
  charset: CharacterSet | undefined
  options: ImportOptions
  /** Empty if the file has none. */
  headings: string[]
  /** The first rows after the headings. */
  rows: string[][]
  /** A guess. Empty for XML, whose elements have names. */
  columns: ImportColumn[]
  /** Of each column, in the rows that were read. */
  seen: SeenColumn[]
  rowsSeen: number
  /** Of a spreadsheet: the names of those that a person sees. */
  sheets: string[]
  /** Of a spreadsheet: its first rows, one of which has the headings. */
  above: SheetBeginning[]
}

export interface SheetBeginning {
  line: number
  text: string
}

const SHOWN = 20
/** Characters of a text that are read for its first rows. */
const MOST_TEXT = 256 << 10
/** The longest value that is shown. */
const MOST_VALUE = 200

/** Refuses a dialect that can't be read. Throws UnreadableFile for a broken spreadsheet. */
export async function inspectFile(
  path: string,
  known: KnownOptions,
  fields: AccountFields,
): Promise<InspectedFile> {
  const { charset, start, ...found } = await beginningOf(path, MOST_TEXT, known.charset)
  const kind = known.xml ? 'xml' : found.kind
  const { sheet } = known
  const said: ImportOptions = {
    ...PLAIN_CSV,
    ...dialectOf(known),
    ...limitsOf(kind === 'xml', fields.fieldCount),
    ...(kind === 'xlsx' && sheet !== undefined && { sheet }),
  }
  if (kind === 'xml') {
    const none = { headings: [], rows: [], columns: [], seen: [], rowsSeen: 0, sheets: [] }
    return { kind, charset, options: said, ...none, above: [] }
  }
  const first =
    kind === 'csv'
      ? { ...beginOfText(start, said, known), sheets: [], above: [] }
      : await beginOfSheet(path, said, known).catch(unreadable)
  const headings = first.headings.map(shortened)
  const rows = first.rows.slice(0, SHOWN).map(row => row.map(shortened))
  const columns = guessColumns(headings, rows, fields)
  const seen = columns.map((_, at) => seenColumn(first.rows.map(row => row[at] ?? '')))
  const shown = { headings, rows, columns, seen, rowsSeen: first.rows.length }
  // Our own exports have more columns than the usual order.
  const own = ownColumns(headings, fields)
  const options = own ? inColumns(first.options, own) : first.options
  return { kind, charset, options, ...shown, sheets: first.sheets, above: first.above }
}

/** The rows that a file begins with, and how all of them are read. */
interface FirstRows {
  options: ImportOptions
  headings: string[]
  rows: string[][]
}

function beginOfText(start: string, said: ImportOptions, known: KnownOptions): FirstRows {
  const isCut = start.length >= MOST_TEXT
  const outer = known.hasHeaders === false ? undefined : rejectsDelimiter(start)
  if (outer !== undefined)
    return rejectsIn(firstRows(start, rejectsDialect(outer), isCut), said, known, outer)
  const options = withDelimiter(said, known, start)
  return firstOf(firstRows(start, options, isCut), options, known.hasHeaders, 'text')
}

function unreadable(error: unknown): never {
  throw error instanceof SpreadsheetBroken ? new UnreadableFile(error.why) : error
}

async function beginOfSheet(
  path: string,
  said: ImportOptions,
  known: KnownOptions,
): Promise<FirstRows & { sheets: string[]; above: SheetBeginning[] }> {
  const sheets = await visibleSheets(path)
  const all: FoundRow[] = []
  for await (const row of readXlsx(path, MOST_COLUMNS, said.sheet)) {
    all.push({ ...row, raw: '' })
    if (all.length > SHOWN + MOST_ABOVE) break
  }
  const above = all
    .slice(0, MOST_ABOVE)
    .map(({ line, columns }) => ({ line, text: shortened(columns.filter(Boolean).join(' · ')) }))
  const headingRow = known.headingRow ?? seenHeadingRow(all)
  const rows = all.filter(({ line }) => line >= headingRow).slice(0, SHOWN + 1)
  const options = headingRow > 1 ? { ...said, headingRow } : said
  const [first] = rows
  if (first && known.hasHeaders !== false && isRejectsHeading(first.columns))
    return { ...rejectsIn(rows, options, known, ';'), sheets, above }
  return { ...firstOf(rows, options, known.hasHeaders, 'sheet'), sheets, above }
}

/** Rows that one of headings is looked for in. */
const MOST_ABOVE = 10

/**
 * A title or a date above a table fills a cell or two: the headings are in the first row that fills
 * more than half as many cells as the fullest. With an address in the first row, that one.
 */
function seenHeadingRow(rows: readonly FoundRow[]): number {
  const filled = ({ columns }: FoundRow) => columns.filter(cell => cell.trim() !== '').length
  const fullest = Math.max(0, ...rows.map(filled))
  const [first] = rows
  if (!first || first.columns.some(cell => cell.includes('@'))) return 1
  const found = rows.slice(0, MOST_ABOVE).find(row => filled(row) * 2 > fullest)
  return !found || found === first ? 1 : found.line
}

/** Of a file of rejected rows, which was imported without its headings. */
function rejectsIn(
  [, ...found]: readonly FoundRow[],
  said: ImportOptions,
  known: KnownOptions,
  outer: string,
): FirstRows {
  const texts = found.map(({ columns }) => rejectedText(columns)).join('\n')
  const options = { ...withDelimiter(said, known, texts), rejectsDelimiter: outer }
  const rows = found.flatMap(row => rowsWithin(row, options))
  return { ...firstOf(rows, options, false, 'text'), options: { ...options, hasHeaders: true } }
}

function withDelimiter(said: ImportOptions, known: KnownOptions, start: string): ImportOptions {
  const options = { ...said, delimiter: known.delimiter || seenDelimiter(start, said) }
  const problem = dialectProblem(options)
  if (problem !== undefined) throw refusedFor('not-valid', problem)
  return options
}

function firstOf(
  found: readonly { columns: string[] }[],
  options: ImportOptions,
  said: boolean | undefined,
  kind: 'text' | 'sheet',
): FirstRows {
  const all = found.map(({ columns }) => columns.map(unmarked))
  const [first] = all
  const hasHeaders = first ? isHeading(first, said, kind) : (said ?? false)
  const headings = hasHeaders ? (first ?? []) : []
  return { options: { ...options, hasHeaders }, headings, rows: all.slice(hasHeaders ? 1 : 0) }
}

export function dialectOf({
  charset,
  delimiter,
  quote,
  escape: escaping,
  comment,
}: KnownOptions): Partial<ImportOptions> {
  return {
    ...(charset !== undefined && { charset }),
    ...(delimiter !== undefined && { delimiter }),
    // If the quote is changed, doubling it is its escape.
    ...(quote !== undefined && { quote, escape: quote }),
    ...(escaping !== undefined && { escape: escaping }),
    ...(comment !== undefined && { comment }),
  }
}

export const limitsOf = (xml: boolean, fieldCount: number) => ({
  kind: xml ? ('xml' as const) : ('csv' as const),
  mapNames: xml,
  maxColumns: 3 + fieldCount,
  refuseMore: fieldCount < 100,
})

/** Wide enough for any file that people make. */
const MOST_COLUMNS = 1000

const shortened = (value: string): string =>
  value.length > MOST_VALUE ? `${value.slice(0, MOST_VALUE)}…` : value
