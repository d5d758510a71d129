/**
 * Rejected rows as a CSV file without formula injection: a spreadsheet interprets a cell as a
 * formula by its first character.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { csvCell } from '../lib/csv-cell.ts'
import { CommandFailed } from './context.ts'

export interface RejectLine {
  line: number
  reason: string
  raw: string
}

export interface RejectsFile {
  write(rows: readonly RejectLine[]): Promise<void>
  close(): Promise<void>
}

/** Creates a new file. Its columns are line, reason, and the row as it was. */
export async function openRejects(path: string): Promise<RejectsFile> {
  const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  // Kept until the next write: between writes there is no caller to receive it.
  let failure: unknown
  stream.on('error', error => {
    failure = error
  })
  const asFailure = (error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException
    return new CommandFailed(
      code === 'EEXIST'
        ? `There is a file ${path} already.`
        : `${path} can't be written: ${message}.`,
      {
        cause: error,
      },
    )
  }
  await once(stream, 'open').catch(error => {
    throw asFailure(error)
  })
  // Without a byte order mark spreadsheets assume the local character set.
  stream.write('\ufeffLine;Reason;Row\r\n')
  return {
    async write(rows) {
      if (failure !== undefined) throw asFailure(failure)
      const text = rows
        .map(({ line, reason, raw }) => `${line};${csvCell(reason)};${csvCell(raw)}\r\n`)
        .join('')
      if (text !== '' && !stream.write(text))
        await Promise.race([once(stream, 'drain'), once(stream, 'close')])
    },
    async close() {
      await new Promise<void>(resolve => stream.end(resolve))
      if (failure !== undefined) throw asFailure(failure)
    },
  }
}
