/**
 * A file of persons, read as a stream of blocks. The sequence of rows and lines is a pure function
 * of the bytes and the options, so a reader that begins again may skip what was done. What each
 * kind of file may hold is told in docs/import-files.md.
 */
import { type CsvDialect, dialectProblem } from '../../lib/csv.ts'
import { readLines, readText, recogniseText, type TextFile } from '../../lib/text-decoding.ts'
import { ZIP_FILE } from '../../lib/text-decoding-kinds.ts'
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
  /** What the caller takes it for. A spreadsheet is recognised by itself. */
  kind: 'csv' | 'xml'
  /** Of CSV. */
  dialect: CsvDialect
  /**
   * Whether the first row of CSV or of a spreadsheet is passed over. Columns are known by their
   * order, never by the header.
   */
  hasHeaders: boolean
  /** Whether data fields of XML may be named as the account names them. */
  mapNames: boolean
  /** Whether rows of XML may have any name, if they have an address. */
  rowsOfAnyName?: boolean
  /** The account's names of data fields in lower case, with their numbers from 1. */
  fieldNames: ReadonlyMap<string, number>
  /** The most columns of a row: 3 + 25 or 3 + 100. */
  maxColumns: number
  /**
   * So many rows (of both kinds, the header not counted) are passed over first; much cheaper for
   * CSV than reading them.
   */
  skipRows?: number
  /** Given: rows may come as pages, where they need no thought. */
  spare?: SparePages
}

/** Blocks of at most 2,000 rows. Throws UnreadableFile when nothing can be read. */
export async function* readFile(path: string, options: ReadOptions): AsyncGenerator<RowBlock> {
  const problem = options.kind === 'csv' ? dialectProblem(options.dialect) : undefined
  if (problem !== undefined) throw new UnreadableFile(problem)
  const text = await recogniseText(path)
  if (!('looksLike' in text)) {
    if (options.kind === 'xml') yield* readXml(readText(path, text), options, text.suspect)
    else if (options.spare && isInLines(text))
      yield* readCsvAsPages(withoutWebPages(readLines(path, text)), options, options.spare)
    else yield* readCsv(withoutWebPages(readText(path, text)), options, text.suspect)
  } else if (text.looksLike === ZIP_FILE) yield* readSheet(path, options)
  else throw new UnreadableFile(`The file is no text: it looks like ${text.looksLike}.`)
}

/**
 * What a file is by its content: for who has only the file. Delimited text is what is nothing else.
 */
export async function fileKind(path: string): Promise<FileKind> {
  const text = await recogniseText(path)
  if ('looksLike' in text) return text.looksLike === ZIP_FILE ? 'xlsx' : 'csv'
  for await (const chunk of readText(path, text)) return /^\s*</.test(chunk) ? 'xml' : 'csv'
  return 'csv'
}

const isInLines = (text: TextFile): text is TextFile & { charset: 'utf-8' | 'windows-1252' } =>
  !text.suspect && (text.charset === 'utf-8' || text.charset === 'windows-1252')

const START = 64 << 10

/**
 * A page that says "please sign in", or XML, has rows as well; they are not what anybody wanted to
 * import.
 */
async function* withoutWebPages<Part extends string | Buffer>(
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  let isFirst = true
  for await (const part of parts) {
    const start = isFirst ? part.slice(0, START).toString() : ''
    if (/^\s*<(?:!doctype\s+html|html[\s>])/i.test(start)) {
      throw new UnreadableFile(
        'The file is a web page (HTML), not a list of persons. Does its address ask for a sign-in?',
      )
    }
    if (/^\s*<\?xml\s/.test(start)) throw new UnreadableFile('The file is XML, not delimited text.')
    isFirst = false
    yield part
  }
}
