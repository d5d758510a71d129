/**
 * Reads a file of subscribers as a stream of blocks. The sequence of rows and lines is a pure
 * function of the bytes and the options, so a retry may skip the processed rows.
 * docs/import-files.md describes each kind of file.
 */
import { type CsvDialect, dialectProblem } from '../../lib/csv-dialect.ts'
import { aboutFile } from '../../lib/file-words.ts'
import {
  type CharacterSet,
  readLines,
  readText,
  recogniseText,
  type TextFile,
} from '../../lib/text-decoding.ts'
import { ZIP_FILE } from '../../lib/text-decoding-kinds.ts'
import type { ColumnReading, ImportColumn } from './columns.ts'
import { firstRows, type Headings, isHeading, MOST_SEEN, seenDelimiter } from './form/file-form.ts'
import type { SparePages } from './plain-rows.ts'
import { readCsv, readCsvAsPages, readRejects } from './read-csv.ts'
import { type RowBlock, UnreadableFile } from './read-rows.ts'
import { readSheet } from './read-sheet.ts'
import { readXml } from './read-xml.ts'

export {
  type PersonRow,
  type RejectedRow,
  type RowBlock,
  UnreadableFile,
} from './read-rows.ts'

export type FileKind = 'csv' | 'xml' | 'xlsx'

export interface ReadOptions extends ColumnReading {
  /** As declared by the caller. A spreadsheet is recognised by its content. */
  kind: 'csv' | 'xml'
  /** Of text; detected if it is not given. */
  charset?: CharacterSet
  /** For CSV. A delimiter '' is seen from the first rows. */
  dialect: CsvDialect
  /** Whether to skip the first row of CSV or of a spreadsheet. */
  hasHeaders: Headings
  /** Of a spreadsheet, by name; by default the first visible one that has rows. */
  sheet?: string
  /** Of a spreadsheet: rows above this one, from 1, are none of the table. */
  headingRow?: number
  /**
   * The file is one of rejected rows, delimited by this sign; the rows in it are in `dialect`, and
   * its header is skipped.
   */
  rejectsDelimiter?: string
  /** Which column is which value, never seen from the header; by default their order says it. */
  columns?: readonly ImportColumn[]
  /** Whether data fields of XML may have the account's names. */
  mapNames: boolean
  /** Whether rows of XML may have any name, if they have an address. */
  rowsOfAnyName?: boolean
  /** The account's names of data fields in lower case, with their numbers from 1. */
  fieldNames: ReadonlyMap<string, number>
  /** The maximum of columns of a row: 3 + 25 or 3 + 100. */
  maxColumns: number
  /**
   * Rows to skip (valid or not, the header not counted); for CSV much cheaper than reading them.
   */
  skipRows?: number
  /** If given, usual rows may be returned as pages. */
  spare?: SparePages
}

/** Yields blocks of at most 2,000 rows. Throws UnreadableFile when nothing can be read. */
export async function* readFile(path: string, options: ReadOptions): AsyncGenerator<RowBlock> {
  const text = await recogniseText(path, options.charset)
  if (!('looksLike' in text)) {
    if (options.kind === 'xml') yield* readXml(readText(path, text), options, text.suspect)
    else yield* readDelimited(path, text, options)
  } else if (text.looksLike === ZIP_FILE) yield* readSheet(path, options)
  else throw new UnreadableFile(aboutFile('file-kind', { kind: text.looksLike }))
}

async function* readDelimited(
  path: string,
  text: TextFile,
  options: ReadOptions,
): AsyncGenerator<RowBlock> {
  const form = await formOf(path, text, options)
  const problem = dialectProblem(form.dialect)
  if (problem !== undefined) throw new UnreadableFile(problem)
  const read = { ...options, ...form }
  const { rejectsDelimiter } = options
  const chunks = () => withoutWebPages(readText(path, text))
  if (rejectsDelimiter !== undefined) yield* readRejects(chunks(), rejectsDelimiter, read)
  // The fast path reads files of the usual order.
  else if (options.spare && !options.columns && isInLines(text))
    yield* readCsvAsPages(withoutWebPages(readLines(path, text)), read, options.spare)
  else yield* readCsv(chunks(), read, text.suspect)
}

/** Detects missing options from the first rows. */
async function formOf(
  path: string,
  text: TextFile,
  { dialect, hasHeaders }: ReadOptions,
): Promise<{ dialect: CsvDialect; hasHeaders: boolean }> {
  const isSaid = dialect.delimiter !== '' && hasHeaders !== 'seen'
  const start = isSaid ? '' : await startOf(path, text, MOST_SEEN)
  const given = dialect.delimiter || seenDelimiter(start, dialect)
  const found = { ...dialect, delimiter: given }
  const [first] = isSaid || dialectProblem(found) ? [] : firstRows(start, found, true)
  return { dialect: found, hasHeaders: isHeading(first?.columns ?? ['@'], hasHeaders, 'text') }
}

export interface FileBeginning {
  kind: FileKind
  /** Undefined if it is not text. */
  charset: CharacterSet | undefined
  /** The first characters; empty if it is not text. */
  start: string
}

/**
 * The kind of a file by its content, and its beginning, up to `most` characters. Anything but a
 * spreadsheet or XML is taken for delimited text.
 */
export async function beginningOf(
  path: string,
  most: number,
  chosen?: CharacterSet,
): Promise<FileBeginning> {
  const text = await recogniseText(path, chosen)
  if ('looksLike' in text) {
    const kind = text.looksLike === ZIP_FILE ? 'xlsx' : 'csv'
    return { kind, charset: undefined, start: '' }
  }
  const start = await startOf(path, text, most)
  const kind = /^\s*</.test(start) ? 'xml' : 'csv'
  return { kind, charset: text.charset, start }
}

async function startOf(path: string, text: TextFile, most: number): Promise<string> {
  let start = ''
  for await (const chunk of readText(path, text)) {
    start += chunk
    if (start.length >= most) break
  }
  return start.slice(0, most)
}

const isInLines = (text: TextFile): text is TextFile & { charset: 'utf-8' | 'windows-1252' } =>
  !text.suspect && (text.charset === 'utf-8' || text.charset === 'windows-1252')

const START = 64 << 10

/**
 * Refuses a web page ("please sign in") or XML, whose lines would otherwise be imported as rows.
 */
async function* withoutWebPages<Part extends string | Buffer>(
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  let isFirst = true
  for await (const part of parts) {
    const start = isFirst ? part.slice(0, START).toString() : ''
    if (/^\s*<(?:!doctype\s+html|html[\s>])/i.test(start)) {
      throw new UnreadableFile(aboutFile('file-web-page'))
    }
    if (/^\s*<\?xml\s/.test(start)) throw new UnreadableFile(aboutFile('file-is-xml'))
    isFirst = false
    yield part
  }
}
