/** Reports as files: CSV, JSON and spreadsheets, streamed to a new file or to standard output. */
import { createWriteStream } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvCell } from '../lib/csv-cell.ts'
import { formatInstant } from '../lib/instant.ts'
import { type SheetColumn, xlsxStream } from '../lib/xlsx/write.ts'
import { ZipTooLarge } from '../lib/xlsx/zip-write.ts'
import { CommandFailed } from './context.ts'
import { interruptible } from './long-work.ts'
import { textFor } from './terminal.ts'

export const FORMATS = ['csv', 'xlsx', 'json'] as const
type ReportFormat = (typeof FORMATS)[number]

export interface ReportColumn<Row> extends SheetColumn {
  key: keyof Row & string
  /** The JSON property, if it differs from the key. */
  property?: string
}

export interface Report<Row> {
  /** The name of the sheet. */
  name: string
  columns: ReportColumn<Row>[]
  rows: AsyncIterable<Row[]>
}

type Value = string | number | null

export interface ReportOutput {
  format?: ReportFormat
  output?: string
  json?: boolean
}

/** The requested format, or that of the file name, or CSV. */
export function formatOf({ format, output, json }: ReportOutput): ReportFormat {
  const ending = /\.(\w+)$/.exec(output ?? '')?.[1]?.toLowerCase()
  const chosen = format ?? (json ? 'json' : FORMATS.find(known => known === ending)) ?? 'csv'
  if (chosen === 'xlsx' && output === undefined)
    throw new CommandFailed('A spreadsheet needs a file: --output FILE.xlsx')
  return chosen
}

/** Returns the number of rows. An incomplete file is removed. */
export async function writeReport<Row extends object>(
  report: Report<Row>,
  { format, ...rest }: ReportOutput,
): Promise<number> {
  const { output } = rest
  let count = 0
  async function* counted() {
    for await (const rows of report.rows) {
      count += rows.length
      yield rows
    }
  }
  const bytes = writers[formatOf({ format, ...rest })]({
    ...report,
    rows: counted(),
  } as unknown as Report<Record<string, Value>>)
  if (output === undefined)
    await pipeline(Readable.from(toPerson(bytes)), process.stdout, { end: false })
  else await toFile(output, bytes)
  return count
}

/** Text for standard output; a spreadsheet goes to a file only. */
async function* toPerson(parts: AsyncIterable<string | Buffer>) {
  for await (const part of parts) yield textFor(process.stdout, part.toString())
}

async function toFile(path: string, bytes: AsyncIterable<string | Buffer>): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  let opened = false
  file.once('open', () => {
    opened = true
  })
  try {
    await interruptible(signal => pipeline(Readable.from(bytes), file, { signal }))
  } catch (error) {
    if (opened) await unlink(path).catch(() => {})
    throw asFailure(error, path)
  }
}

function asFailure(error: unknown, path: string): unknown {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (error instanceof ZipTooLarge)
    return new CommandFailed('That is more than a spreadsheet can hold: choose --format csv.', {
      cause: error,
    })
  if (name === 'AbortError')
    return new CommandFailed('Stopped; nothing was left behind.', { cause: error })
  if (code === 'EEXIST')
    return new CommandFailed(`There is a file ${path} already.`, { cause: error })
  if (
    code !== undefined &&
    /^E[A-Z]+$/.test(code) &&
    (error as NodeJS.ErrnoException).syscall !== undefined
  )
    return new CommandFailed(`${path} can't be written: ${message}.`, { cause: error })
  return error
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
