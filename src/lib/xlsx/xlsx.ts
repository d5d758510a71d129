/**
 * Reads the rows of the first sheet of a spreadsheet (.xlsx) as texts, as a stream: memory is
 * limited by the shared strings, which have a maximum size. Values are as a user would type them;
 * formulas have the value they had when the file was saved.
 */
import { open } from 'node:fs/promises'
import { MAX_ROW } from '../row-limits.ts'
import type { ElementsHandler } from '../xml/elements.ts'
import { openSpreadsheet, readPart, richText, type Spreadsheet, unsupportedKind } from './parts.ts'
import { shownNumber } from './values.ts'
import { ZipBroken, zipEntries } from './zip.ts'

export { ZipBroken as SpreadsheetBroken } from './zip.ts'

export interface SheetRow {
  /** The spreadsheet's row number, from 1. */
  line: number
  /** Up to the last cell that is not empty. */
  columns: string[]
  problem?: 'too-long' | 'too-many-columns'
  /**
   * Characters of the sheet read since the last row: texts in `columns` may retain as much memory.
   */
  passed: number
}

/** Limit for the decompressed sheet: memory is constant, so this bounds time. */
const MAX_SHEET = 4 * (1 << 30)

/** Rows that are not empty. Throws SpreadsheetBroken with a sentence, possibly after some rows. */
export async function* readXlsx(path: string, maxColumns: number): AsyncGenerator<SheetRow> {
  const handle = await open(path)
  try {
    const entries = await zipEntries(handle)
    const other = unsupportedKind(entries)
    if (other !== undefined)
      throw new ZipBroken(
        `The file is neither a text nor an Excel file (.xlsx): it looks like ${other}.`,
      )
    const spreadsheet = await openSpreadsheet(handle, entries)
    let rows: SheetRow[] = []
    let passed = 0
    const handler = () => sheetHandler(spreadsheet, maxColumns, row => rows.push(row))
    const part = readPart(handle, spreadsheet.sheet, [MAX_SHEET, 'The sheet'], handler)
    for await (const characters of part) {
      passed += characters
      if (rows.length === 0) continue
      const found = rows
      rows = []
      found[0]!.passed = passed
      passed = 0
      yield* found
    }
  } finally {
    await handle.close()
  }
}

function sheetHandler(
  { shared, formats, since1904 }: Spreadsheet,
  maxColumns: number,
  tell: (row: SheetRow) => void,
): ElementsHandler {
  let row: SheetRow | undefined
  let line = 0
  let column = -1
  let type = ''
  let style = 0
  let size = 0
  let value: string | undefined
  let inline: ElementsHandler | undefined

  const shown = (text: string): string => {
    if (type === 's') return shared.at(Number(text))
    if (type === 'b') return text.trim() === '1' ? 'TRUE' : 'FALSE'
    if (type === 'e') return ''
    if (type === '' || type === 'n') return shownNumber(text, formats[style], since1904)
    if (type === 'd') return text.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ')
    return text
  }
  const put = (text: string): void => {
    if (row === undefined || text === '') return
    size += text.length
    if (column >= maxColumns) row.problem ??= 'too-many-columns'
    else if (size > MAX_ROW) row.problem = 'too-long'
    else {
      while (row.columns.length < column) row.columns.push('')
      row.columns[column] = text
    }
  }

  return {
    open(name, attributes) {
      if (inline !== undefined) inline.open(name, attributes)
      else if (name === 'v') value = ''
      else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        type = attributes.t ?? ''
        style = Number(attributes.s ?? 0)
      } else if (name === 'is') {
        inline = richText('is', put)
      } else if (name === 'row') {
        line = Number(attributes.r ?? line + 1)
        row = { line, columns: [], passed: 0 }
        column = -1
        size = 0
      }
    },
    text(text) {
      if (inline !== undefined) inline.text(text)
      else if (value !== undefined) value += text
    },
    close(name) {
      if (inline !== undefined) {
        inline.close(name)
        if (name === 'is') inline = undefined
      } else if (name === 'v' && value !== undefined) {
        put(shown(value))
        value = undefined
      } else if (name === 'row' && row !== undefined) {
        if (row.problem !== undefined || row.columns.length > 0) tell(row)
        row = undefined
      }
    },
  }
}

/** The column, from 0, of a cell reference like `AB12`. */
function columnOf(place: string): number {
  let column = 0
  for (let at = 0; at < place.length && at < 6; at++) {
    const message = (place.charCodeAt(at) | 32) - 96
    if (message < 1 || message > 26) break
    column = column * 26 + message
  }
  return column - 1
}
