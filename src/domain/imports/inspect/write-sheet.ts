/** Writes the rows of a sheet as delimited text. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { csvCell } from '../../../lib/csv-cell.ts'
import { readXlsx } from '../../../lib/xlsx/xlsx.ts'
import type { ImportOptions } from '../queue-import.ts'

export interface SheetTask {
  path: string
  to: string
  options: Pick<ImportOptions, 'sheet' | 'headingRow' | 'maxColumns'>
  /** Rows. */
  most: number
}

const MOST_BYTES = 512 << 20

/** Lines are those of the sheet: rows that are missing are empty lines. */
export async function writeSheet({ path, to, options, most }: SheetTask): Promise<void> {
  const { headingRow = 1, sheet, maxColumns } = options
  const file = createWriteStream(to, { flags: 'wx', mode: 0o600 })
  let [line, rows, bytes, width] = [1, 0, 0, 0]
  for await (const row of readXlsx(path, maxColumns + 1, sheet)) {
    if (row.line < headingRow) continue
    if (rows > most || bytes > MOST_BYTES) break
    width ||= row.columns.length
    while (row.columns.length < width) row.columns.push('')
    const cells = row.columns.map(cell => csvCell(cell.replace(/[\r\n]+/g, ' '))).join(';')
    const text = `${'\n'.repeat(Math.max(0, row.line - line))}${cells}\n`
    line = Math.max(line, row.line) + 1
    rows++
    bytes += text.length
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}
