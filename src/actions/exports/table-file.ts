/** Tables as files: CSV, JSON and spreadsheets, streamed. */
import { csvCell } from '../../lib/csv-cell.ts'
import { formatInstant } from '../../lib/instant.ts'
import { type SheetColumn, xlsxStream } from '../../lib/xlsx/write.ts'

export const FORMATS = ['csv', 'xlsx', 'json'] as const
export type ReportFormat = (typeof FORMATS)[number]

export interface ReportColumn<Row> extends SheetColumn {
  key: keyof Row & string
  /** The JSON property, if it differs from the key. */
  property?: string
  /** A text without personal data. */
  open?: true
}

export interface Report<Row> {
  /** The name of the sheet. */
  name: string
  columns: ReportColumn<Row>[]
  rows: AsyncIterable<Row[]>
}

type Value = string | number | null

/**
 * The file, part by part. Its first rows are read before its head is made: what refuses the whole
 * file, such as an unknown list, does so before the first byte. Throws ZipTooLarge if it is more
 * than a spreadsheet can hold.
 */
export async function* reportBytes<Row extends object>(
  report: Report<Row>,
  format: ReportFormat,
): AsyncGenerator<string | Buffer> {
  const rows = report.rows[Symbol.asyncIterator]()
  const first = await rows.next()
  async function* whole() {
    for (let part = first; !part.done; part = await rows.next()) yield part.value
  }
  const read = { ...report, rows: whole() }
  try {
    yield* writers[format](read as unknown as Report<Record<string, Value>>)
  } finally {
    await rows.return?.()
  }
}

const writers: Record<
  ReportFormat,
  (report: Report<Record<string, Value>>) => AsyncGenerator<string | Buffer>
> = {
  csv: csvOf,
  json: jsonOf,
  xlsx: ({ name, columns, rows }) => xlsxStream(name, columns, cellsOf(columns, rows)),
}

async function* cellsOf(
  columns: ReportColumn<Record<string, Value>>[],
  batches: AsyncIterable<Record<string, Value>[]>,
) {
  for await (const rows of batches)
    yield rows.map(row => columns.map(({ key }) => row[key] ?? null))
}

/** Without a byte order mark spreadsheets assume the local character set. */
async function* csvOf({ columns, rows }: Report<Record<string, Value>>): AsyncGenerator<string> {
  yield `\ufeff${columns.map(({ title }) => csvCell(title)).join(';')}\r\n`
  for await (const batch of rows)
    yield batch
      .map(
        row => `${columns.map(({ key, kind }) => valueCell(row[key] ?? null, kind)).join(';')}\r\n`,
      )
      .join('')
}

function valueCell(value: Value, kind: SheetColumn['kind']): string {
  if (value === null) return ''
  if (kind === 'moment') return formatInstant(String(value))
  return kind === 'number' ? String(value) : csvCell(String(value))
}

/** An array with one row per line. */
async function* jsonOf({ columns, rows }: Report<Record<string, Value>>): AsyncGenerator<string> {
  let before = '['
  for await (const batch of rows) {
    let text = ''
    for (const row of batch) {
      text += `${before}\n${JSON.stringify(Object.fromEntries(columns.map(column => [column.property ?? column.key, jsonValue(row, column)])))}`
      before = ','
    }
    yield text
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

function jsonValue(
  row: Record<string, Value>,
  { key, kind }: ReportColumn<Record<string, Value>>,
): Value {
  const value = row[key] ?? null
  return value !== null && kind === 'moment' ? formatInstant(String(value)) : value
}
