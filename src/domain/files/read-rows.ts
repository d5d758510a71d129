/**
 * The result of all parsers of files: rows, above all of subscribers, and rows that can't be read.
 */
import type { FileDetail } from '../../lib/file-words.ts'
import { clipped, MAX_RAW } from '../../lib/row-limits.ts'
import type { RowConsent } from './columns.ts'
import type { RowRejectReason } from './form/row-problems.ts'
import type { Page } from './plain-rows.ts'

/** A row of any file: its position and its data. All other values are texts. */
export interface ReadRow {
  /** From 1: the line in a text, the row in a spreadsheet. */
  line: number
  /** The original row, at most 4 kB. */
  raw: string
  /** DD1 first; null: not given. */
  fields: (string | null)[]
}

export interface PersonRow extends ReadRow {
  email: string
  name: string
  /** As in the file. */
  format: string
  countryCode: string
  phone: string
  /** Only of a file with such columns. */
  consent?: RowConsent
}

export interface RejectedRow {
  line: number
  raw: string
  reason: RowRejectReason
}

export interface RowBlock<Row extends ReadRow = PersonRow> {
  rows: Row[]
  rejected: RejectedRow[]
  /** Rows in this block, valid or not. */
  read: number
  /** Elements and attributes that are unknown. */
  ignored: number
  /** Characters of the file that were read for it, approximately. */
  size: number
  /** The usual rows, if pages were requested. */
  page?: Page
}

/** Nothing of a file can be read. The message is its sentence in English. */
export class UnreadableFile extends Error {
  readonly why: FileDetail
  constructor(why: FileDetail) {
    super(why.detail)
    this.why = why
  }
}

/**
 * The limits of a block, in rows and in characters read: rows may be long, and substrings keep in
 * memory the whole text that they were cut from.
 */
const MOST_ROWS = 2000
const MOST_CHARACTERS = 4 << 20

/** Columns as one text, for rows of files that are not text. */
export function rawOf(columns: readonly string[]): string {
  let raw = ''
  for (const [index, column] of columns.entries()) {
    if (raw.length > MAX_RAW) break
    raw += `${index === 0 ? '' : ';'}${/[;"\r\n]/.test(column) ? `"${column.replaceAll('"', '""')}"` : column}`
  }
  return clipped(raw)
}

export interface RowBlocks<Row extends ReadRow = PersonRow> {
  person(row: Row): void
  reject(line: number, raw: string, reason: RowRejectReason): void
  /** An unknown element or attribute. */
  ignore(): void
  /** Counts further characters of the file and returns the full blocks. */
  taken(characters: number): RowBlock<Row>[]
  /** Returns all remaining blocks. */
  rest(): RowBlock<Row>[]
}

/**
 * Collects rows into blocks. `suspect`: checks each row for characters that can't be stored. Skips
 * the first `skip` rows.
 */
export function createRowBlocks<Row extends ReadRow = PersonRow>(
  suspect: boolean,
  skip = 0,
): RowBlocks<Row> {
  let full: RowBlock<Row>[] = []
  let block = emptyBlock<Row>()
  let characters = 0
  let left = skip

  const close = (): void => {
    block.size = characters
    characters = 0
    if (block.read === 0 && block.ignored === 0) return
    full.push(block)
    block = emptyBlock<Row>()
  }
  const counted = (): void => {
    block.read++
    if (block.read >= MOST_ROWS) close()
  }
  const handedOver = (): RowBlock<Row>[] => {
    const blocks = full
    full = []
    return blocks
  }
  const blocks: RowBlocks<Row> = {
    person(row) {
      if (left > 0) left--
      else if (suspect && !isWhole(row)) blocks.reject(row.line, row.raw, 'not-text')
      else {
        block.rows.push(row)
        counted()
      }
    },
    reject(line, raw, reason) {
      if (left > 0) {
        left--
        return
      }
      block.rejected.push({
        line,
        raw: isStorable(raw) ? raw : clipped(raw.replaceAll('\0', '\ufffd').toWellFormed()),
        reason,
      })
      counted()
    },
    ignore() {
      if (left === 0) block.ignored++
    },
    taken(more) {
      characters += more
      if (characters >= MOST_CHARACTERS) close()
      return handedOver()
    },
    rest() {
      close()
      return handedOver()
    },
  }
  return blocks
}

const emptyBlock = <Row extends ReadRow>(): RowBlock<Row> => ({
  rows: [],
  rejected: [],
  read: 0,
  ignored: 0,
  size: 0,
})

const isWhole = ({ fields, ...values }: ReadRow): boolean =>
  Object.values(values).every(value => typeof value !== 'string' || isStorable(value)) &&
  fields.every(value => value === null || isStorable(value))

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
