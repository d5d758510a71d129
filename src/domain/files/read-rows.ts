/**
 * What the readers of files answer, whatever the file is: its rows as they stand in it, persons
 * above all, and those that can't be read.
 */
import { clipped, MAX_RAW } from '../../lib/csv.ts'
import type { Page } from './plain-rows.ts'

/** A row of any file: where it stood, and its data. The values that it has besides are texts. */
export interface ReadRow {
  /** From 1: of a text its line, of a spreadsheet its row. */
  line: number
  /** The row as it was, at most 4 kB. */
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
}

/** Why a row can't be read, each with a sentence for people. */
export const rejectReasons = {
  'too-many-columns': 'The row has more columns than there are data fields.',
  'too-long': 'The row, or a value in it, is longer than 1 MB.',
  'unterminated-quote':
    'The quote that opens in this line is not closed within 1 MB, or not before the file ends.',
  'text-after-quote': 'The text behind a closing quote should be a delimiter.',
  'not-text': 'The row holds characters that are no text: NUL, or half of a surrogate pair.',
  'broken-file': 'The file is broken from here on. Nothing behind this line was read.',
} as const

export type RowRejectReason = keyof typeof rejectReasons

export interface RejectedRow {
  line: number
  raw: string
  reason: RowRejectReason
}

export interface RowBlock<Row extends ReadRow = PersonRow> {
  rows: Row[]
  rejected: RejectedRow[]
  /** Rows in this block, of both kinds. */
  read: number
  /** Elements and attributes that mean nothing here. */
  ignored: number
  /** Characters of the file that were read for it, about. */
  size: number
  /** The rows, where they were asked for like this and need no thought. */
  page?: Page
}

/** Nothing of a file can be read. The message is a sentence for people. */
export class UnreadableFile extends Error {}

/**
 * A block is full with so many rows, or when so many characters of the file have been read for it:
 * rows may be long, and the parts of a text that rows hold keep the text in memory that they were
 * cut from, whatever stood between them.
 */
const MOST_ROWS = 2000
const MOST_CHARACTERS = 4 << 20

/** Columns as one text, for rows of files that are no text. */
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
  /** An element or attribute that means nothing here. */
  ignore(): void
  /** The blocks that are full, after so many characters more of the file. */
  taken(characters: number): RowBlock<Row>[]
  /** All that is left. */
  rest(): RowBlock<Row>[]
}

/**
 * Gathers rows into blocks. `suspect`: each row is looked at for what can't be stored. `skip` rows
 * are passed over.
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
