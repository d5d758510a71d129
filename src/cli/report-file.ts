/** Reports as files: streamed to a new file or to standard output. */
import { createWriteStream } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  FORMATS,
  type Report,
  type ReportFormat,
  reportBytes,
} from '../actions/exports/table-file.ts'
import { ZipTooLarge } from '../lib/xlsx/zip-write.ts'
import { CommandFailed } from './context.ts'
import { interruptible } from './long-work.ts'
import { textFor } from './terminal.ts'

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
  const whole = { ...report, rows: counted() }
  const bytes = reportBytes(whole, formatOf({ format, ...rest }))
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
