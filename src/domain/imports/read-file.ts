/**
 * A file of persons, read as a stream of blocks. The sequence of rows and lines is a pure function of the bytes and the options,
 * so a reader that begins again may skip what was done. What each kind of file may hold is told in docs/import-files.md.
 */
import { type CsvDialect, dialectProblem } from '../../lib/csv.ts'
import { readText, recogniseText } from '../../lib/text-decoding.ts'
import { ZIP_FILE } from '../../lib/text-decoding-kinds.ts'
import { readCsv } from './read-csv.ts'
import { type RowBlock, UnreadableFile } from './read-rows.ts'
import { readSheet } from './read-sheet.ts'
import { readXml } from './read-xml.ts'

export { type PersonRow, type RejectedRow, type RejectReason, type RowBlock, rejectReasons, UnreadableFile } from './read-rows.ts'

export type FileKind = 'csv' | 'xml' | 'xlsx'

export interface ReadOptions {
  /** What the caller takes it for. A spreadsheet is recognised by itself. */
  kind: 'csv' | 'xml'
  /** Of CSV. */
  dialect: CsvDialect
  /** Whether the first row of CSV or of a spreadsheet is passed over. Columns are known by their order, never by the header. */
  hasHeaders: boolean
  /** Whether data fields of XML may be named as the account names them. */
  mapNames: boolean
  /** The account's names of data fields in lower case, with their numbers from 1. */
  fieldNames: ReadonlyMap<string, number>
  /** The most columns of a row: 3 + 25 or 3 + 100. */
  maxColumns: number
  /** So many rows (of both kinds, the header not counted) are passed over first; much cheaper for CSV than reading them. */
  skipRows?: number
}

/** Blocks of at most 2,000 rows. Throws UnreadableFile when nothing can be read. */
export async function* readFile(path: string, options: ReadOptions): AsyncGenerator<RowBlock> {
  const problem = options.kind === 'csv' ? dialectProblem(options.dialect) : undefined
  if (problem !== undefined) throw new UnreadableFile(problem)
  const text = await recogniseText(path)
  if (!('looksLike' in text)) {
    const chunks = readText(path, text)
    if (options.kind === 'csv') yield* readCsv(withoutPages(chunks), options, text.suspect)
    else yield* readXml(chunks, options, text.suspect)
  } else if (text.looksLike === ZIP_FILE) yield* readSheet(path, options)
  else throw new UnreadableFile(`The file is no text: it looks like ${text.looksLike}.`)
}

/** What a file is by its content: for who has only the file. Delimited text is what is nothing else. */
export async function fileKind(path: string): Promise<FileKind> {
  const text = await recogniseText(path)
  if ('looksLike' in text) return text.looksLike === ZIP_FILE ? 'xlsx' : 'csv'
  for await (const chunk of readText(path, text)) return /^\s*</.test(chunk) ? 'xml' : 'csv'
  return 'csv'
}

/** A page that says "please sign in", or XML, has rows as well; they are not what anybody wanted to import. */
async function* withoutPages(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst && /^\s*<(?:!doctype\s+html|html[\s>])/i.test(chunk)) {
      throw new UnreadableFile('The file is a web page (HTML), not a list of persons. Does its address ask for a sign-in?')
    }
    if (isFirst && /^\s*<\?xml\s/.test(chunk)) throw new UnreadableFile('The file is XML, not delimited text.')
    isFirst = false
    yield chunk
  }
}
