/**
 * The scanner of csv.ts: finds the ends of lines and rows. It searches with indexOf, which is
 * native, and compares single characters only around quotes.
 */
import type { CsvDialect } from './csv-dialect.ts'
import { MAX_ROW } from './row-limits.ts'

/** The next place of a character that does not occur again. */
export const NEVER = 0x3fffffff
/** The result of a scan of a row with quotes that finds no end. */
export const UNFINISHED = -1
export const STRAY = -2

const LF = 10
const CR = 13

/** Where each character occurs next. A place is valid until the scan is past it. */
interface NextPlaces {
  feed: number
  carriage: number
  quote: number
  escape: number
  delimiter: number
}

/** A text that is scanned from left to right. */
export interface CsvScan {
  text: string
  next: NextPlaces
  readonly delimiter: string
  readonly delimiterCode: number
  readonly quote: string
  readonly quoteCode: number
  /** '' if a quote is escaped by doubling it. */
  readonly escape: string
  readonly escapeCode: number
}

const codeOf = (char: string): number => (char === '' ? -1 : char.charCodeAt(0))

export function createCsvScan({ delimiter, quote, escape: escaping }: CsvDialect): CsvScan {
  const ownEscape = escaping === quote ? '' : escaping
  return {
    text: '',
    next: { feed: -1, carriage: -1, quote: -1, escape: -1, delimiter: -1 },
    delimiter,
    delimiterCode: codeOf(delimiter),
    quote,
    quoteCode: codeOf(quote),
    escape: ownEscape,
    escapeCode: codeOf(ownEscape),
  }
}

/** Starts at the beginning of a text. */
export function scanText(scan: CsvScan, text: string): void {
  const { next } = scan
  scan.text = text
  next.feed = next.carriage = next.quote = next.escape = next.delimiter = -1
}

function seek(scan: CsvScan, char: string, from: number): number {
  const at = char === '' ? -1 : scan.text.indexOf(char, from)
  return at < 0 ? NEVER : at
}

function quoteFrom(scan: CsvScan, from: number): number {
  const { next } = scan
  if (next.quote < from) next.quote = seek(scan, scan.quote, from)
  return next.quote
}

function escapeFrom(scan: CsvScan, from: number): number {
  const { next } = scan
  if (next.escape < from) next.escape = seek(scan, scan.escape, from)
  return next.escape
}

function delimiterFrom(scan: CsvScan, from: number): number {
  const { next } = scan
  if (next.delimiter < from) next.delimiter = seek(scan, scan.delimiter, from)
  return next.delimiter
}

/** The end of the line that `from` is in; NEVER if the text has none. */
export function lineEnd(scan: CsvScan, from: number): number {
  const { next } = scan
  if (next.feed < from) next.feed = seek(scan, '\n', from)
  if (next.carriage < from) next.carriage = seek(scan, '\r', from)
  return Math.min(next.feed, next.carriage)
}

/** The start of the next line, after a line end at `end`: \r\n, \n or \r. */
export function lineAfter({ text, next }: CsvScan, end: number): number {
  if (end === NEVER) return text.length
  return end === next.carriage && next.feed === end + 1 ? end + 2 : end + 1
}

/** Counts the line ends between two places. */
export function lineEnds({ text }: CsvScan, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count++
  }
  return count
}

/** Whether there is a quote between two places. */
export const hasQuote = (scan: CsvScan, from: number, to: number): boolean =>
  quoteFrom(scan, from) <= to

/**
 * Adds the columns of the row at `start`, and returns its end; UNFINISHED, or STRAY for text after
 * a closing quote. In these two cases the places are those of `start` again, where the caller
 * resumes with the next line.
 */
export function quotedRowEnd(
  scan: CsvScan,
  start: number,
  columns: string[],
  isLast: boolean,
): number {
  delimiterFrom(scan, start)
  escapeFrom(scan, start)
  const known = { ...scan.next }
  const end = scanQuotedRow(scan, start, columns, isLast)
  if (end >= 0 && end - start <= MAX_ROW) return end
  scan.next = known
  return end === STRAY ? STRAY : UNFINISHED
}

function scanQuotedRow(scan: CsvScan, start: number, columns: string[], isLast: boolean): number {
  const { text, delimiterCode, quoteCode } = scan
  let at = start
  for (;;) {
    let stop: number
    if (text.charCodeAt(at) === quoteCode) {
      const close = closingQuote(scan, at + 1, columns)
      if (close === UNFINISHED) return UNFINISHED
      stop = close + 1
      const next = text.charCodeAt(stop)
      if (stop < text.length && next !== delimiterCode && next !== LF && next !== CR)
        return stop - start > MAX_ROW ? UNFINISHED : STRAY
    } else {
      stop = Math.min(lineEnd(scan, at), delimiterFrom(scan, at), text.length)
      columns.push(text.slice(at, stop))
    }
    if (stop === text.length) return isLast ? stop : UNFINISHED
    const next = text.charCodeAt(stop)
    if (next !== delimiterCode)
      return next === CR && stop === text.length - 1 && !isLast ? UNFINISHED : stop
    at = stop + 1
  }
}

/**
 * Adds the quoted text that starts at `from` to `columns`, and returns the place of its closing
 * quote; or UNFINISHED.
 */
function closingQuote(scan: CsvScan, from: number, columns: string[]): number {
  const { text, quoteCode, escapeCode } = scan
  let value = ''
  let start = from
  let at = from
  for (;;) {
    const close = quoteFrom(scan, at)
    const isEscaped = escapeFrom(scan, at) < close
    const found = isEscaped ? scan.next.escape : close
    if (found === NEVER) return UNFINISHED
    const next = text.charCodeAt(found + 1)
    if (!isEscaped && (escapeCode !== -1 || next !== quoteCode)) {
      columns.push(value === '' ? text.slice(start, found) : value + text.slice(start, found))
      return found
    }
    if (found + 1 === text.length) return UNFINISHED
    at = found + 1
    if (next !== quoteCode && next !== escapeCode) continue
    value += text.slice(start, found)
    start = found + 1
    at = found + 2
  }
}
