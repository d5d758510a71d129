/**
 * A streaming parser of delimited text, in the dialect of the caller. Time is linear in the text,
 * and memory is limited by the longest row plus one push.
 *
 * A field is quoted when its first character is the quote; elsewhere in a field a quote is a
 * character like any other. Inside of quotes an escape stands before a quote or another escape and
 * is a plain character elsewhere. Blanks are kept, empty lines are skipped, \r\n, \n and \r all end
 * a row. After an invalid row, parsing resumes at the line after its first one, so that a quote
 * which is never closed costs one line and not the rest of the file.
 */
import { type CsvDialect, dialectProblem } from './csv-dialect.ts'
import {
  type CsvScan,
  createCsvScan,
  hasQuote,
  lineAfter,
  lineEnd,
  lineEnds,
  NEVER,
  quotedRowEnd,
  STRAY,
  scanText,
  UNFINISHED,
} from './csv-scan.ts'
import { clipped, MAX_RAW, MAX_ROW } from './row-limits.ts'

export type CsvProblem = 'too-long' | 'unterminated-quote' | 'text-after-quote'

export interface CsvRow {
  /** Of its first character, from 1. */
  line: number
  /** Empty if there is a problem. */
  columns: string[]
  /**
   * The source of the row without its line end, cut at 4 kB; only the first line if there is a
   * problem.
   */
  raw: string
  problem?: CsvProblem
}

/** Between two rows. */
export interface CsvPlace {
  /** Of the next character, from 1. */
  line: number
  /** How many rows are still to be skipped. */
  left: number
}

export interface CsvReader {
  /** Parses the next part, and returns the rows that ended. */
  push(text: string): CsvRow[]
  /** Nothing follows; returns the remaining rows. */
  end(): CsvRow[]
  /** The position between two rows; undefined within a row. */
  place(): CsvPlace | undefined
  /** Sets the position, after rows that were parsed elsewhere. Only between two rows. */
  moveTo(place: CsvPlace): void
}

/** A row in the text; only its first line if it has a problem. */
interface FoundRow {
  start: number
  end: number
  /** The start of the next row. */
  next: number
  /** How many lines it has. */
  lines: number
  /** Only of a row with quotes. */
  columns: string[] | undefined
  problem: CsvProblem | undefined
}

/**
 * `skip`: the number of rows to skip first, which is cheaper than parsing them; one more with
 * `hasHeaders`.
 */
export function createCsvReader(dialect: CsvDialect, skip = 0, hasHeaders = false): CsvReader {
  const problem = dialectProblem(dialect)
  if (problem !== undefined) throw new Error(problem.detail)
  const scan = createCsvScan(dialect)
  const commentCode = dialect.comment === '' ? -1 : dialect.comment.charCodeAt(0)
  let text = ''
  let enough = 0
  let line = 1
  let left = skip + (hasHeaders ? 1 : 0)
  /** The rest of the line is discarded: of a comment, or of an invalid row. */
  let discarding = false

  const read = (isLast: boolean): CsvRow[] => {
    const rows: CsvRow[] = []
    let at = 0
    scanText(scan, text)
    while (at < text.length) {
      const end = lineEnd(scan, at)
      // A \r at the end of the text: a \n may follow, which is part of the same line end.
      if (end === text.length - 1 && end === scan.next.carriage && !isLast) break
      if (discarding || text.charCodeAt(at) === commentCode || end === at) {
        discarding = end === NEVER
        if (!discarding) line++
        at = lineAfter(scan, end)
        continue
      }
      const row = findRow(scan, at, end, isLast)
      if (row === undefined) break
      if (left > 0) left--
      else rows.push(rowOf(text, row, line, dialect.delimiter))
      discarding = end === NEVER && row.problem !== undefined
      if (!discarding) line += row.lines
      at = row.next
    }
    if (at > 0) text = text.slice(at)
    return rows
  }

  return {
    push(more) {
      text = text === '' ? more : text + more
      if (text.length < enough) return []
      const rows = read(false)
      // An unfinished row is scanned again when the text has doubled, not at each push.
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

/** The row at `start`, whose first line ends at `lineStop`; undefined until it is complete. */
function findRow(
  scan: CsvScan,
  start: number,
  lineStop: number,
  isLast: boolean,
): FoundRow | undefined {
  const { length } = scan.text
  const mayContinue = !isLast && length - start <= MAX_ROW
  const end = Math.min(lineStop, length)
  const row: FoundRow = {
    start,
    end,
    next: lineAfter(scan, lineStop),
    lines: 1,
    columns: undefined,
    problem: undefined,
  }
  if (!hasQuote(scan, start, end)) {
    if (lineStop === NEVER && mayContinue) return undefined
    if (end - start > MAX_ROW) row.problem = 'too-long'
    return row
  }
  const columns: string[] = []
  const found = quotedRowEnd(scan, start, columns, isLast)
  if (found === UNFINISHED) {
    if (mayContinue) return undefined
    row.problem = end - start > MAX_ROW ? 'too-long' : 'unterminated-quote'
  } else if (found === STRAY) {
    if (lineStop === NEVER && mayContinue) return undefined
    row.problem = 'text-after-quote'
  } else {
    row.columns = columns
    if (found > end) {
      row.lines += lineEnds(scan, end, found)
      row.end = found
      row.next = lineAfter(scan, lineEnd(scan, found))
    }
  }
  return row
}

function rowOf(
  text: string,
  { start, end, columns, problem }: FoundRow,
  line: number,
  delimiter: string,
): CsvRow {
  if (problem !== undefined) {
    const raw = clipped(text.slice(start, Math.min(end, start + MAX_RAW)))
    return { line, columns: [], raw, problem }
  }
  const raw = text.slice(start, end)
  return { line, columns: columns ?? raw.split(delimiter), raw: clipped(raw) }
}
