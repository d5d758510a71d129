/** What the readers of import files answer, whatever the file is: persons as they stand in it, and the rows that can't be read. */
import { clipped, MAX_RAW } from '../../lib/csv.ts'

export interface PersonRow {
  /** From 1: of a text its line, of a spreadsheet its row. */
  line: number
  /** The row as it was, at most 4 kB. */
  raw: string
  email: string
  name: string
  /** As in the file. */
  format: string
  countryCode: string
  phone: string
  /** DD1 first; null: not given. */
  fields: (string | null)[]
}

/** Why a row can't be read, each with a sentence for people. */
export const rejectReasons = {
  'too-many-columns': 'The row has more columns than there are data fields.',
  'too-long': 'The row, or a value in it, is longer than 1 MB.',
  'unterminated-quote': 'The quote that opens in this line is not closed within 1 MB, or not before the file ends.',
  'text-after-quote': 'The text behind a closing quote should be a delimiter.',
  'not-text': 'The row holds characters that are no text: NUL, or half of a surrogate pair.',
  'broken-file': 'The file is broken from here on. Nothing behind this line was read.',
} as const

export type RejectReason = keyof typeof rejectReasons

export interface RejectedRow {
  line: number
  raw: string
  reason: RejectReason
}

export interface RowBlock {
  rows: PersonRow[]
  rejected: RejectedRow[]
  /** Rows in this block, of both kinds. */
  read: number
  /** Elements and attributes that mean nothing here. */
  ignored: number
}

/** Nothing of a file can be read. The message is a sentence for people. */
export class UnreadableFile extends Error {}

/**
 * A block is full with so many rows, or when so many characters of the file have been read for it: rows may be long, and the parts
 * of a text that rows hold keep the text in memory that they were cut from, whatever stood between them.
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

export interface RowBlocks {
  person(row: PersonRow): void
  reject(line: number, raw: string, reason: RejectReason): void
  /** An element or attribute that means nothing here. */
  ignore(): void
  /** The blocks that are full, after so many characters more of the file. */
  taken(characters: number): RowBlock[]
  /** All that is left. */
  rest(): RowBlock[]
}

/** Gathers rows into blocks. `suspect`: each row is looked at for what can't be stored. `skip` rows are passed over. */
export function createRowBlocks(suspect: boolean, skip = 0): RowBlocks {
  let full: RowBlock[] = []
  let block = emptyBlock()
  let characters = 0
  let left = skip

  const close = (): void => {
    characters = 0
    if (block.read === 0 && block.ignored === 0) return
    full.push(block)
    block = emptyBlock()
  }
  const counted = (): void => {
    block.read++
    if (block.read >= MOST_ROWS) close()
  }
  const handedOver = (): RowBlock[] => {
    const blocks = full
    full = []
    return blocks
  }
  const blocks: RowBlocks = {
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
      block.rejected.push({ line, raw: isStorable(raw) ? raw : clipped(raw.replaceAll('\0', '\ufffd').toWellFormed()), reason })
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

const emptyBlock = (): RowBlock => ({ rows: [], rejected: [], read: 0, ignored: 0 })

const isWhole = ({ raw, email, name, format, countryCode, phone, fields }: PersonRow): boolean =>
  [raw, email, name, format, countryCode, phone].every(isStorable) && fields.every(value => value === null || isStorable(value))

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
