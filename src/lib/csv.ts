/**
 * Rows of delimited text, read as a stream, with every character of the dialect set by the caller.
 * Works on whole strings with indexOf, which is native, and looks at single characters only around
 * quotes. Time is linear in the text and memory bounded by the longest row plus one push, whatever
 * the text holds.
 *
 * A field is quoted when its first character is the quote; elsewhere in a field a quote is a
 * character like any other. Inside of quotes an escape stands before a quote or another escape and
 * is a plain character elsewhere. Blanks are kept, empty lines are skipped, \r\n, \n and \r all end
 * a row. A row that can't be read is given up where it began: reading goes on with the line after
 * its first one, so that a quote which is never closed costs one line and not the rest of the file.
 */

/** One character each; `escape` '' is the quote itself, `quote` and `comment` '' are none. */
export interface CsvDialect {
  delimiter: string
  quote: string
  escape: string
  comment: string
}

export type CsvProblem = 'too-long' | 'unterminated-quote' | 'text-after-quote'

export interface CsvRow {
  /** Of its first character, from 1. */
  line: number
  /** Empty if there is a problem. */
  columns: string[]
  /**
   * The row as it was, without its line end, cut at 4 kB; of a row with a problem its first line.
   */
  raw: string
  problem?: CsvProblem
}

/** Between two rows. */
export interface CsvPlace {
  /** Of the next character, from 1. */
  line: number
  /** Rows that are still to be passed over. */
  left: number
}

export interface CsvReader {
  /** Reads on; answers the rows that ended. */
  push(text: string): CsvRow[]
  /** Nothing follows; answers what was left. */
  end(): CsvRow[]
  /** Where it stands; undefined within a row. */
  place(): CsvPlace | undefined
  /** Rows were read elsewhere meanwhile. Only where it stands between two. */
  moveTo(place: CsvPlace): void
}

/** The longest row, in characters. */
export const MAX_ROW = 1 << 20
/** The most that is kept of a row as it was, in bytes of UTF-8. */
export const MAX_RAW = 4096

const NEVER = 0x3fffffff
/** Answers of the scan of a row with quotes, beside where it ends. */
const UNFINISHED = -1
const STRAY = -2

/** Why no file can be read with these characters, as a sentence; undefined if they will do. */
export function dialectProblem({
  delimiter,
  quote,
  escape: escaping,
  comment,
}: CsvDialect): string | undefined {
  if (delimiter.length !== 1) return 'The delimiter has to be one character.'
  if (quote.length > 1 || escaping.length > 1 || comment.length > 1)
    return 'Quote, escape and comment are one character each, or none.'
  const all = [delimiter, quote, escaping === quote ? '' : escaping, comment].filter(
    char => char !== '',
  )
  if (all.some(char => /[\r\n\0\ufeff]/.test(char)))
    return 'A line end can not be the delimiter, quote, escape or comment.'
  if (new Set(all).size < all.length)
    return 'Delimiter, quote, escape and comment have to be different characters.'
  return undefined
}

/**
 * The beginning of a text that is at most MAX_RAW bytes of UTF-8, whole characters only. What is
 * not short is copied: a part of a string keeps the whole of it in memory.
 */
export function clipped(text: string): string {
  if (text.length * 3 <= MAX_RAW) return text
  const bytes = Buffer.from(text.slice(0, MAX_RAW))
  let end = Math.min(MAX_RAW, bytes.length)
  while (end > 0 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

/**
 * `skip`: so many rows are passed over first, which is cheaper than reading them; with `hasHeaders`
 * one more.
 */
export function createCsvReader(dialect: CsvDialect, skip = 0, hasHeaders = false): CsvReader {
  const problem = dialectProblem(dialect)
  if (problem !== undefined) throw new Error(problem)
  const { delimiter, quote, comment } = dialect
  const escaping = dialect.escape === quote ? '' : dialect.escape
  const quoteCode = quote === '' ? -1 : quote.charCodeAt(0)
  const delimiterCode = delimiter.charCodeAt(0)
  const commentCode = comment === '' ? -1 : comment.charCodeAt(0)

  let text = ''
  let enough = 0
  let line = 1
  let left = skip + (hasHeaders ? 1 : 0)
  /** The rest of the line is thrown away: of a comment, or of a row that was given up. */
  let discarding = false

  // Where each character comes next, looked for once only: right for every place from where it was
  // looked for up to there.
  let feed = -1
  let carriage = -1
  let nextQuote = -1
  let nextEscape = -1
  let nextDelimiter = -1
  const seek = (char: string, from: number): number => {
    const at = text.indexOf(char, from)
    return at < 0 ? NEVER : at
  }
  const lineEnd = (from: number): number => {
    if (feed < from) feed = seek('\n', from)
    if (carriage < from) carriage = seek('\r', from)
    return Math.min(feed, carriage)
  }
  const delimiterFrom = (from: number): number => {
    if (nextDelimiter < from) nextDelimiter = seek(delimiter, from)
    return nextDelimiter
  }
  const quoteFrom = (from: number): number => {
    if (nextQuote < from) nextQuote = quote === '' ? NEVER : seek(quote, from)
    return nextQuote
  }
  const escapeFrom = (from: number): number => {
    if (nextEscape < from) nextEscape = escaping === '' ? NEVER : seek(escaping, from)
    return nextEscape
  }

  /**
   * Where the quote closes that opens before `from`, with its text added to `columns`; or
   * UNFINISHED.
   */
  const quoted = (from: number, columns: string[]): number => {
    let value = ''
    let start = from
    let at = from
    for (;;) {
      const close = quoteFrom(at)
      const escaped = escapeFrom(at) < close
      const found = escaped ? nextEscape : close
      if (found === NEVER) return UNFINISHED
      const next = text.charCodeAt(found + 1)
      if (escaped || (escaping === '' && next === quoteCode)) {
        if (found + 1 === text.length) return UNFINISHED
        at = found + 1
        if (next !== quoteCode && next !== escaping.charCodeAt(0)) continue
        value += text.slice(start, found)
        start = found + 1
        at = found + 2
        continue
      }
      columns.push(value === '' ? text.slice(start, found) : value + text.slice(start, found))
      return found
    }
  }

  /**
   * Where the row that starts at `start` ends, with its columns added; UNFINISHED, or STRAY for
   * text behind a quote.
   */
  const row = (start: number, columns: string[], last: boolean): number => {
    let at = start
    for (;;) {
      let stop: number
      if (text.charCodeAt(at) === quoteCode) {
        const close = quoted(at + 1, columns)
        if (close === UNFINISHED) return UNFINISHED
        stop = close + 1
        const next = text.charCodeAt(stop)
        if (stop < text.length && next !== delimiterCode && next !== 10 && next !== 13) {
          return stop - start > MAX_ROW ? UNFINISHED : STRAY
        }
      } else {
        const end = lineEnd(at)
        const cut = delimiterFrom(at)
        stop = Math.min(end, cut, text.length)
        columns.push(text.slice(at, stop))
      }
      if (stop === text.length) return last ? stop : UNFINISHED
      const next = text.charCodeAt(stop)
      if (next !== delimiterCode)
        return next === 13 && stop === text.length - 1 && !last ? UNFINISHED : stop
      at = stop + 1
    }
  }

  /** How many lines end between two places. */
  const breaks = (from: number, to: number): number => {
    let count = 0
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at)
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++
    }
    return count
  }

  const read = (last: boolean): CsvRow[] => {
    const rows: CsvRow[] = []
    const { length } = text
    let at = 0
    feed = carriage = nextQuote = nextEscape = nextDelimiter = -1
    while (at < length) {
      const end = lineEnd(at)
      // Whether a \n follows is not known yet, and a line end is one or the other.
      if (end === length - 1 && end === carriage && !last) break
      const behind =
        end === NEVER ? length : end === carriage && feed === end + 1 ? end + 2 : end + 1
      if (discarding || text.charCodeAt(at) === commentCode || end === at) {
        discarding = end === NEVER
        if (!discarding) line++
        at = behind
        continue
      }
      let stop = end === NEVER ? length : end
      let next = behind
      let columns: string[] | undefined
      let trouble: CsvProblem | undefined
      let lines = 1
      if (quoteFrom(at) > stop) {
        if (end === NEVER && !last && length - at <= MAX_ROW) break
        if (stop - at > MAX_ROW) trouble = 'too-long'
      } else {
        columns = []
        delimiterFrom(at)
        escapeFrom(at)
        const known = [feed, carriage, nextQuote, nextEscape, nextDelimiter] as const
        const found = row(at, columns, last)
        const waits = found === UNFINISHED || (found === STRAY && end === NEVER)
        if (waits && !last && length - at <= MAX_ROW) break
        if (found === STRAY) trouble = 'text-after-quote'
        else if (found === UNFINISHED || found - at > MAX_ROW)
          trouble = stop - at > MAX_ROW ? 'too-long' : 'unterminated-quote'
        else if (found > stop) {
          lines += breaks(stop, found)
          stop = found
          next =
            found + (text.charCodeAt(found) === 13 && text.charCodeAt(found + 1) === 10 ? 2 : 1)
        }
        // Back to where the row began, and to what was known there.
        if (trouble !== undefined) [feed, carriage, nextQuote, nextEscape, nextDelimiter] = known
      }
      if (left > 0) left--
      else if (trouble !== undefined) {
        const raw = clipped(text.slice(at, Math.min(stop, at + MAX_RAW)))
        rows.push({ line, columns: [], raw, problem: trouble })
      } else {
        const raw = text.slice(at, stop)
        rows.push({ line, columns: columns ?? raw.split(delimiter), raw: clipped(raw) })
      }
      discarding = end === NEVER && trouble !== undefined
      if (!discarding) line += lines
      at = next
    }
    text = at === 0 ? text : text.slice(at)
    return rows
  }

  return {
    push(more) {
      text = text === '' ? more : text + more
      if (text.length < enough) return []
      const rows = read(false)
      // A row that goes on and on is looked at again when there is twice as much of it: not each
      // time from its beginning.
      enough = Math.min(text.length * 2, MAX_ROW + 1)
      return rows
    },
    end: () => read(true),
    place: () => (text === '' && !discarding ? { line, left } : undefined),
    moveTo(place) {
      line = place.line
      left = place.left
    },
  }
}
