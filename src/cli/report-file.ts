/**
 * Reports as files: CSV, JSON and spreadsheets, written while the rows are read, to a file that is
 * not there yet or to standard output.
 */
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
  /** Of the property in JSON, where it is not the key. */
  property?: string
}

export interface Report<Row> {
  /** Of the sheet. */
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

/** What was asked for, or what the name of the file says, or CSV. */
export function formatOf({ format, output, json }: ReportOutput): ReportFormat {
  const ending = /\.(\w+)$/.exec(output ?? '')?.[1]?.toLowerCase()
  const chosen = format ?? (json ? 'json' : FORMATS.find(known => known === ending)) ?? 'csv'
  if (chosen === 'xlsx' && output === undefined)
    throw new CommandFailed('Say where the spreadsheet goes: --output FILE.xlsx')
  return chosen
}

/** Answers how many rows there were. What can't be written to its end is not left behind. */
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

/** What goes to standard output is text: a spreadsheet goes to a file only. */
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
    throw told(error, path)
  }
}

function told(error: unknown, path: string): unknown {
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

/** Spreadsheets take a file without the mark for one in the character set of their country. */
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

/** A list with one row a line. */
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
