/**
 * What the beginning of a file shows: how it is delimited, whether it has headings, its first rows,
 * and which column is probably what. Reads a bounded part of it.
 */
import { createCsvReader } from '../../../lib/csv.ts'
import { dialectProblem } from '../../../lib/csv-dialect.ts'
import type { CharacterSet } from '../../../lib/text-decoding.ts'
import { readXlsx } from '../../../lib/xlsx/xlsx.ts'
import { guessColumns, type ImportColumn } from '../../files/columns.ts'
import { beginningOf, type FileKind } from '../../files/read-file.ts'
import { Refusal } from '../../refusal.ts'
import { type ImportOptions, PLAIN_CSV } from '../queue-import.ts'
import { type SeenColumn, seenColumn } from './seen-columns.ts'

/** What the caller knows of the file already. */
export type KnownOptions = Partial<
  Pick<ImportOptions, 'charset' | 'delimiter' | 'quote' | 'escape' | 'comment' | 'hasHeaders'>
> & { xml?: boolean }

/** An account's fields: how many it may use, and the number of each name. */
export interface AccountFields {
  fieldCount: number
  byName(name: string): number | undefined
}

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
}

const SHOWN = 20
/** Characters of a text that are read for its first rows. */
const MOST_TEXT = 256 << 10
/** The longest value that is shown. */
const MOST_VALUE = 200

/** Refuses a dialect that can't be read. Throws SpreadsheetBroken for a broken spreadsheet. */
export async function inspectFile(
  path: string,
  known: KnownOptions,
  fields: AccountFields,
): Promise<InspectedFile> {
  const { charset, start, ...found } = await beginningOf(path, MOST_TEXT, known.charset)
  const kind = known.xml ? 'xml' : found.kind
  const delimiter = /[;,\t|]/.exec(/[^\r\n]+/.exec(start.slice(0, 10_000))?.[0] ?? '')?.[0]
  const options: ImportOptions = {
    ...PLAIN_CSV,
    ...(delimiter === undefined || kind !== 'csv' ? {} : { delimiter }),
    ...dialectOf(known),
    ...limitsOf(kind === 'xml', fields.fieldCount),
  }
  const problem = kind === 'csv' ? dialectProblem(options) : undefined
  if (problem !== undefined) throw new Refusal('not-valid', problem)
  if (kind === 'xml') {
    const none = { headings: [], rows: [], columns: [], seen: [], rowsSeen: 0 }
    return { kind, charset, options, ...none }
  }
  const first = kind === 'xlsx' ? await rowsOfSheet(path) : rowsOfText(start, options)
  const hasHeaders = known.hasHeaders ?? (first[0] !== undefined && !hasAddress(first[0]))
  const headings = hasHeaders ? (first[0] ?? []).map(shortened) : []
  const people = first.slice(hasHeaders ? 1 : 0)
  const rows = people.slice(0, SHOWN).map(row => row.map(shortened))
  const columns = guessColumns(headings, rows, fields)
  const seen = columns.map((_, at) => seenColumn(people.map(row => row[at] ?? '')))
  const shown = { headings, rows, columns, seen, rowsSeen: people.length }
  return { kind, charset, options: { ...options, hasHeaders }, ...shown }
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

const hasAddress = (row: readonly string[]): boolean => row.some(value => value.includes('@'))

function rowsOfText(start: string, options: ImportOptions): string[][] {
  const reader = createCsvReader(options)
  const ended = reader.push(start)
  const isCut = start.length >= MOST_TEXT
  const rows = isCut && ended.length > SHOWN ? ended : [...ended, ...reader.end()]
  return rows.map(({ columns }) => columns)
}

/** Wide enough for any file that people make. */
const MOST_COLUMNS = 1000

async function rowsOfSheet(path: string): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { columns } of readXlsx(path, MOST_COLUMNS)) {
    rows.push(columns)
    if (rows.length > SHOWN) break
  }
  return rows
}

const shortened = (value: string): string =>
  value.length > MOST_VALUE ? `${value.slice(0, MOST_VALUE)}…` : value
