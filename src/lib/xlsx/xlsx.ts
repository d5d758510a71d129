/**
 * Reads the rows of a sheet of a spreadsheet (.xlsx) as texts, as a stream: memory is
 * limited by the shared strings, which have a maximum size. Values are as a user would type them;
 * formulas have the value they had when the file was saved.
 */

import { type FileHandle, open } from 'node:fs/promises'
import { aboutFile } from '../file-words.ts'
import { MAX_ROW } from '../row-limits.ts'
import type { ElementsHandler } from '../xml/elements.ts'
import { continuedName } from './own-files.ts'
import {
  NO_SHEET,
  openSpreadsheet,
  readPart,
  richText,
  type Sheet,
  type Spreadsheet,
  unsupportedKind,
} from './parts.ts'
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

/** Limit for the decompressed sheets: memory is constant, so this bounds time. */
const MAX_SHEET = 4 * (1 << 30)

/** The names of the sheets that a person sees. Throws SpreadsheetBroken. */
export async function visibleSheets(path: string): Promise<string[]> {
  const handle = await open(path)
  try {
    const { sheets } = await opened(handle)
    return sheets.filter(({ isVisible }) => isVisible).map(({ name }) => name)
  } finally {
    await handle.close()
  }
}

/**
 * Rows that are not empty: of the sheet of this name, or of the first visible one that has any.
 * Throws SpreadsheetBroken with a sentence, possibly after some rows.
 */
export async function* readXlsx(
  path: string,
  maxColumns: number,
  name?: string,
): AsyncGenerator<SheetRow> {
  const handle = await open(path)
  try {
    const spreadsheet = await opened(handle)
    const { sheets, isOwn } = spreadsheet
    const left = { characters: MAX_SHEET }
    const rowsOf = (sheet: Sheet) => rowsOfSheet(spreadsheet, sheet, maxColumns, left)
    for (const sheet of name === undefined ? sheets : [sheetNamed(sheets, name)]) {
      if (name === undefined && !sheet.isVisible) continue
      let first: string[] | undefined
      for await (const row of rowsOf(sheet)) {
        first ??= [...row.columns]
        yield row
      }
      if (first === undefined) continue
      if (!isOwn) return
      for (const next of continuing(sheets, sheet)) yield* withoutFirst(rowsOf(next), first)
      return
    }
  } finally {
    await handle.close()
  }
}

async function opened(handle: FileHandle): Promise<Spreadsheet> {
  const entries = await zipEntries(handle)
  const other = unsupportedKind(entries)
  if (other === undefined) return openSpreadsheet(handle, entries)
  throw new ZipBroken(aboutFile('file-not-sheet', { kind: other }))
}

/** Of those named in an error. */
const MOST_NAMED = 20

function sheetNamed(sheets: readonly Sheet[], name: string): Sheet {
  const wanted = name.trim().toLowerCase()
  const found = sheets.find(sheet => sheet.name.trim().toLowerCase() === wanted)
  if (found) return found
  const names = sheets.slice(0, MOST_NAMED).map(sheet => JSON.stringify(sheet.name))
  throw new ZipBroken(aboutFile('sheet-unknown', { sheet: name, sheets: names.join(', ') }))
}

/** The sheets that continue a table of ours which is too long for one sheet. */
function continuing(sheets: readonly Sheet[], first: Sheet): Sheet[] {
  const rest = sheets.slice(sheets.indexOf(first) + 1)
  const end = rest.findIndex(({ name }, at) => name !== continuedName(first.name, at + 2))
  return end < 0 ? rest : rest.slice(0, end)
}

/** Without a first row that repeats the titles. */
async function* withoutFirst(
  rows: AsyncIterable<SheetRow>,
  titles: readonly string[],
): AsyncGenerator<SheetRow> {
  let isFirst = true
  for await (const row of rows) {
    const repeats = isFirst && row.columns.join('\n') === titles.join('\n')
    isFirst = false
    if (!repeats) yield row
  }
}

/** `left`: characters that may be read of all sheets together. */
async function* rowsOfSheet(
  spreadsheet: Spreadsheet,
  { entry }: Sheet,
  maxColumns: number,
  left: { characters: number },
): AsyncGenerator<SheetRow> {
  if (entry === undefined) throw new ZipBroken(NO_SHEET)
  let rows: SheetRow[] = []
  let passed = 0
  const handler = () => sheetHandler(spreadsheet, maxColumns, row => rows.push(row))
  const part = readPart(spreadsheet.handle, entry, [left.characters, 'The sheet'], handler)
  for await (const characters of part) {
    passed += characters
    left.characters -= characters
    if (rows.length === 0) continue
    const found = rows
    rows = []
    found[0]!.passed = passed
    passed = 0
    yield* found
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
    if (type === 'str') return text
    // Some programs write empty cells of any type.
    if (type === 'e' || text.trim() === '') return ''
    if (type === 's') return shared.at(wholeNumber(text) ?? -1)
    if (type === 'b') return text.trim() === '1' ? 'TRUE' : 'FALSE'
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
        column = columnOf(attributes.r ?? '') ?? column + 1
        type = attributes.t ?? ''
        style = Number(attributes.s ?? 0)
      } else if (name === 'is') {
        inline = richText('is', put)
      } else if (name === 'row') {
        line = wholeNumber(attributes.r ?? '') ?? line + 1
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

/** Digits alone: an empty text is no number, and neither is 1.5 the place of something. */
const wholeNumber = (text: string): number | undefined =>
  /^\s*\d{1,9}\s*$/.test(text.slice(0, 40)) ? Number(text) : undefined

/** The column, from 0, of a cell reference like `AB12`; undefined if it names none. */
function columnOf(place: string): number | undefined {
  let column = 0
  for (let at = 0; at < place.length && at < 6; at++) {
    const message = (place.charCodeAt(at) | 32) - 96
    if (message < 1 || message > 26) break
    column = column * 26 + message
  }
  return column === 0 ? undefined : column - 1
}
