/**
 * Reads a file of subscribers as a stream of blocks. The sequence of rows and lines is a pure
 * function of the bytes and the options, so a retry may skip the processed rows.
 * docs/import-files.md describes each kind of file.
 */
import { type CsvDialect, dialectProblem } from '../../lib/csv-dialect.ts'
import {
  type CharacterSet,
  readLines,
  readText,
  recogniseText,
  type TextFile,
} from '../../lib/text-decoding.ts'
import { ZIP_FILE } from '../../lib/text-decoding-kinds.ts'
import type { ImportColumn } from './columns.ts'
import type { SparePages } from './plain-rows.ts'
import { readCsv, readCsvAsPages } from './read-csv.ts'
import { type RowBlock, UnreadableFile } from './read-rows.ts'
import { readSheet } from './read-sheet.ts'
import { readXml } from './read-xml.ts'

export {
  type PersonRow,
  type RejectedRow,
  type RowBlock,
  rejectReasons,
  UnreadableFile,
} from './read-rows.ts'

export type FileKind = 'csv' | 'xml' | 'xlsx'

export interface ReadOptions {
  /** What the caller declares. A spreadsheet is recognised by its content. */
  kind: 'csv' | 'xml'
  /** Of text; detected if it is not given. */
  charset?: CharacterSet
  /** For CSV. */
  dialect: CsvDialect
  /** Whether to skip the first row of CSV or of a spreadsheet. */
  hasHeaders: boolean
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
  const problem = options.kind === 'csv' ? dialectProblem(options.dialect) : undefined
  if (problem !== undefined) throw new UnreadableFile(problem)
  const text = await recogniseText(path, options.charset)
  if (!('looksLike' in text)) {
    if (options.kind === 'xml') yield* readXml(readText(path, text), options, text.suspect)
    // The fast path reads files of the usual order.
    else if (options.spare && !options.columns && isInLines(text))
      yield* readCsvAsPages(withoutWebPages(readLines(path, text)), options, options.spare)
    else yield* readCsv(withoutWebPages(readText(path, text)), options, text.suspect)
  } else if (text.looksLike === ZIP_FILE) yield* readSheet(path, options)
  else throw new UnreadableFile(`The file is not text: it looks like ${text.looksLike}.`)
}

export interface FileBeginning {
  kind: FileKind
  /** Undefined if it is not text. */
  charset: CharacterSet | undefined
  /** The first characters; empty if it is not text. */
  start: string
}

/**
 * The kind of a file by its content, and its beginning, up to `most` characters. What is no
 * spreadsheet and no XML is taken for delimited text.
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
  let start = ''
  for await (const chunk of readText(path, text)) {
    start += chunk
    if (start.length >= most) break
  }
  const kind = /^\s*</.test(start) ? 'xml' : 'csv'
  return { kind, charset: text.charset, start: start.slice(0, most) }
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
      throw new UnreadableFile(
        'The file is a web page (HTML), not a list of persons. Does its URL require a sign-in?',
      )
    }
    if (/^\s*<\?xml\s/.test(start)) throw new UnreadableFile('The file is XML, not delimited text.')
    isFirst = false
    yield part
  }
}
