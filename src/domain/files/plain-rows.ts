/**
 * The fast path for delimited text: copies usual rows from the bytes of the file to the bytes of a
 * page, and decodes them only when needed. Unusual rows, from a quote within a value to a character
 * with a meaning in COPY, are left to lib/csv.ts, which implements all the rules; both read the
 * same rows (test/domain/files/plain-rows.test.ts).
 *
 * Why: a row as texts is forty small objects that live as long as their batch, and garbage
 * collection of them cost more than all other work together.
 */
import type { CsvPlace } from '../../lib/csv.ts'
import type { CsvDialect } from '../../lib/csv-dialect.ts'

/** Rows of a page. They are parsed in one go, without yielding to the event loop. */
const PAGE_ROWS = 250
/** The maximal row and value of the fast path, in bytes: within any limit of characters. */
const LONGEST_ROW = 4096
const LONGEST_VALUE = 500
/** Of a page. A row takes at most twice its length and three separators. */
const PAGE_BYTES = 1 << 17
const ROOM = 2 * LONGEST_ROW + 3

/** Ends each value in a page; no value contains it. */
export const SEPARATOR = 0x1f

/** The numbers kept of a row: offsets in the bytes of its page. */
export const ROW = {
  /** The start of the row, and of its address. */
  from: 0,
  emailEnd: 1,
  /** Without surrounding blanks. */
  nameFrom: 2,
  nameEnd: 3,
  formatFrom: 4,
  formatEnd: 5,
  fieldsFrom: 6,
  /** After the separator of the last field. */
  fieldsEnd: 7,
  /** The original row, with separators for delimiters if it is not quoted. */
  rawFrom: 8,
  rawEnd: 9,
  line: 10,
  flags: 11,
  numbers: 12,
} as const

/** Flags: contains other characters than ASCII; has quoted values. */
export const WIDE = 1
export const QUOTED = 2

export interface Page {
  bytes: Buffer
  /** ROW.numbers of each row. */
  places: Int32Array
  rows: number
  delimiter: string
}

/**
 * Pages for reuse: their bytes are outside of the heap, and collecting them costs more than filling
 * them. A caller that is done with the rows of a page returns it here; otherwise it is collected.
 */
export type SparePages = Page[]

export interface PlainRead {
  page: Page
  /** The offset of the first row that was not read. */
  stop: number
  /**
   * Why reading stopped: the page is full, the bytes have ended (perhaps within that row), or the
   * row needs the full parser.
   */
  because: 'full' | 'end' | 'care'
}

/** Reads rows that begin at `from` and end before `to`; advances `place`. */
export type PlainReader = (bytes: Buffer, from: number, to: number, place: CsvPlace) => PlainRead

const [PLAIN, BEYOND_ASCII, DELIMITER, FEED, CARRIAGE, QUOTE, CARE] = [0, 1, 2, 3, 4, 5, 6]

const APOSTROPHE = 0x27

/** Undefined: this dialect has no fast path. */
export function createPlainReader(
  { delimiter, quote, escape: escaping, comment }: CsvDialect,
  maxColumns: number,
  spare: SparePages,
): PlainReader | undefined {
  const special = delimiter + quote + escaping + comment
  if ([...special].some(char => char.charCodeAt(0) >= 0x80)) return undefined
  const kinds = new Uint8Array(256)
  kinds.fill(CARE!, 0, 0x20)
  kinds.fill(BEYOND_ASCII!, 0x80)
  // Noncharacters and the byte order mark begin with this byte.
  kinds[0xef] = CARE!
  for (const char of `"\\${escaping}`) kinds[char.charCodeAt(0)] = CARE!
  const quoteCode = quote === '' ? -1 : quote.charCodeAt(0)
  if (quote !== '') kinds[quoteCode] = QUOTE!
  kinds[delimiter.charCodeAt(0)] = DELIMITER!
  kinds[10] = FEED!
  kinds[13] = CARRIAGE!
  const commentCode = comment === '' ? -1 : comment.charCodeAt(0)

  let page = pageOf(spare, delimiter)
  return (bytes, from, to, place) => {
    if (page.rows > 0) page = pageOf(spare, delimiter)
    const { bytes: out, places } = page
    let stop = from
    let at = from
    let o = 0
    while (stop < to) {
      if (page.rows === PAGE_ROWS || o > PAGE_BYTES - ROOM) return { page, stop, because: 'full' }
      const first = bytes[stop]!
      if (first === 10 || (first === 13 && bytes[stop + 1] === 10 && stop + 1 < to)) {
        stop += first === 10 ? 1 : 2
        place.line++
        continue
      }
      if (first === commentCode) return { page, stop, because: 'care' }
      at = stop
      const limit = Math.min(to, stop + LONGEST_ROW)
      const begin = o
      const row = page.rows * ROW.numbers
      let columns = 0
      let flags = 0
      let end = -1
      while (end < 0) {
        const value = o
        let kind = PLAIN
        let byte = 0
        if (bytes[at] === quoteCode) {
          flags |= QUOTED
          at++
          // Perhaps a mark in front of a formula.
          if (bytes[at] === APOSTROPHE) return { page, stop, because: 'care' }
          while (at < limit) {
            byte = bytes[at++]!
            kind = kinds[byte]!
            if (kind === BEYOND_ASCII) flags |= WIDE
            else if (kind !== PLAIN && kind !== DELIMITER) break
            out[o++] = byte
          }
          // A line end within quotes and an unclosed quote are left to the full parser.
          if (kind !== QUOTE) return { page, stop, because: 'care' }
          if (at >= limit) return { page, stop, because: limit < to ? 'care' : 'end' }
          kind = kinds[bytes[at++]!]!
          if (kind !== DELIMITER && kind !== FEED && kind !== CARRIAGE)
            return { page, stop, because: 'care' }
        } else if (bytes[at] === APOSTROPHE) return { page, stop, because: 'care' }
        else {
          kind = PLAIN
          while (at < limit) {
            byte = bytes[at++]!
            kind = kinds[byte]!
            if (kind === BEYOND_ASCII) flags |= WIDE
            else if (kind !== PLAIN) break
            out[o++] = byte
          }
          if (kind === PLAIN || kind === BEYOND_ASCII)
            return { page, stop, because: limit < to ? 'care' : 'end' }
          if (kind === QUOTE || kind === CARE) return { page, stop, because: 'care' }
        }
        if (o - value > LONGEST_VALUE) return { page, stop, because: 'care' }
        if (columns < 3) places[row + columns] = o
        columns++
        out[o++] = SEPARATOR
        if (kind === FEED) end = at
        else if (kind === CARRIAGE) {
          if (at < to && bytes[at] === 10) end = at + 1
          else return { page, stop, because: 'care' }
        }
      }
      if (columns > maxColumns) return { page, stop, because: 'care' }
      const line = place.line++
      if (place.left > 0) {
        place.left--
        o = begin
      } else {
        o = noteRow(out, places, row, begin, o, columns)
        places[row + ROW.line] = line
        places[row + ROW.flags] = flags
        const length = end - stop - (bytes[end - 2] === 13 ? 2 : 1)
        if (flags & QUOTED) {
          places[row + ROW.rawFrom] = o
          o += bytes.copy(out, o, stop, stop + length)
        } else places[row + ROW.rawFrom] = begin
        places[row + ROW.rawEnd] = places[row + ROW.rawFrom]! + length
        page.rows++
      }
      stop = end
    }
    return { page, stop, because: 'end' }
  }
}

const pageOf = (spare: SparePages, delimiter: string): Page => {
  const { bytes, places } = spare.pop() ?? {
    bytes: Buffer.allocUnsafeSlow(PAGE_BYTES),
    places: new Int32Array(PAGE_ROWS * ROW.numbers),
  }
  return { bytes, places, rows: 0, delimiter }
}

/**
 * `places` already contains the ends of the first three columns. Returns the end of the row in the
 * page.
 */
function noteRow(
  out: Buffer,
  places: Int32Array,
  row: number,
  begin: number,
  end: number,
  columns: number,
): number {
  const emailEnd = places[row]!
  // Missing columns are empty.
  const [second, third] = [places[row + 1]!, places[row + 2]!]
  let nameFrom = columns > 1 ? emailEnd + 1 : emailEnd
  let nameEnd = columns > 1 ? second : emailEnd
  const formatFrom = columns > 2 ? second + 1 : emailEnd
  const formatEnd = columns > 2 ? third : emailEnd
  while (nameFrom < nameEnd && out[nameFrom] === 0x20) nameFrom++
  while (nameFrom < nameEnd && out[nameEnd - 1] === 0x20) nameEnd--
  places[row + ROW.from] = begin
  places[row + ROW.emailEnd] = emailEnd
  places[row + ROW.nameFrom] = nameFrom
  places[row + ROW.nameEnd] = nameEnd
  places[row + ROW.formatFrom] = formatFrom
  places[row + ROW.formatEnd] = formatEnd
  places[row + ROW.fieldsFrom] = columns > 3 ? formatEnd + 1 : end
  places[row + ROW.fieldsEnd] = end
  return end
}
