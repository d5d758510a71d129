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

/** A block is full with so many rows, or so many characters of them: rows may be long, and blocks are held in memory. */
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
  /** The blocks that are full; with `always` also what is left. */
  taken(always?: boolean): RowBlock[]
}

/** Gathers rows into blocks. `suspect`: each row is looked at for what can't be stored. `skip` rows are passed over. */
export function createRowBlocks(suspect: boolean, skip = 0): RowBlocks {
  let full: RowBlock[] = []
  let block = emptyBlock()
  let characters = 0
  let left = skip

  const close = (): void => {
    full.push(block)
    block = emptyBlock()
    characters = 0
  }
  const counted = (length: number): void => {
    block.read++
    characters += length
    if (block.read >= MOST_ROWS || characters >= MOST_CHARACTERS) close()
  }
  const blocks: RowBlocks = {
    person(row) {
      if (left > 0) left--
      else if (suspect && !isWhole(row)) blocks.reject(row.line, row.raw, 'not-text')
      else {
        block.rows.push(row)
        counted(row.raw.length > 1000 ? lengthOf(row) : row.raw.length)
      }
    },
    reject(line, raw, reason) {
      if (left > 0) {
        left--
        return
      }
      block.rejected.push({ line, raw: isStorable(raw) ? raw : clipped(raw.replaceAll('\0', '\ufffd').toWellFormed()), reason })
      counted(raw.length)
    },
    ignore() {
      if (left === 0) block.ignored++
    },
    taken(always = false) {
      if (always && (block.read > 0 || block.ignored > 0)) close()
      const taken = full
      full = []
      return taken
    },
  }
  return blocks
}

const emptyBlock = (): RowBlock => ({ rows: [], rejected: [], read: 0, ignored: 0 })

const lengthOf = ({ raw, email, name, format, fields }: PersonRow): number =>
  fields.reduce((sum, value) => sum + (value?.length ?? 0), raw.length + email.length + name.length + format.length)

const isWhole = ({ raw, email, name, format, countryCode, phone, fields }: PersonRow): boolean =>
  [raw, email, name, format, countryCode, phone].every(isStorable) && fields.every(value => value === null || isStorable(value))

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
