/**
 * Rejected rows as a CSV file without formula injection: a spreadsheet interprets a cell as a
 * formula by its first character.
 */

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { detailed } from '../domain/details/details.ts'
import { REJECTS_TITLES } from '../domain/files/form/rejected-rows.ts'
import { csvCell } from '../lib/csv-cell.ts'
import { CommandFailed, type Context } from './context.ts'
import { detailText } from './language.ts'
import { count } from './long-work.ts'

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
  stream.write(`\ufeff${REJECTS_TITLES.join(';')}\r\n`)
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

/** Writes all rejected rows into a new file; returns their number. */
export async function writeRejects(
  path: string,
  parts: AsyncIterable<readonly RejectLine[]>,
  sentenceOf: (reason: string) => string,
): Promise<number> {
  const file = await openRejects(path)
  let written = 0
  try {
    for await (const part of parts) {
      await file.write(
        part.map(({ line, reason, raw }) => ({ line, raw, reason: sentenceOf(reason) })),
      )
      written += part.length
    }
  } finally {
    await file.close()
  }
  return written
}

/** Tells how many of the rejected rows were written. */
export function printRejects(
  context: Context,
  path: string,
  { rejected, written }: { rejected: number; written: number },
): void {
  const missing = rejected - written
  const more = missing > 0 ? ` ${count(missing)} more were counted and not kept.` : ''
  context.print(`${detailText(detailed('rows-rejected', { rows: written, path }))}${more}`)
}
