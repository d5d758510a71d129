/**
 * A sheet of a spreadsheet as a text file, for a dry run. It is unpacked in a thread with limits on
 * time and memory, as an inspection is: a few kilobytes may unpack to gigabytes.
 */
import { rm } from 'node:fs/promises'
import { refusedFor } from '../../refusal.ts'
import { type ImportOptions, PLAIN_CSV } from '../queue-import.ts'
import { inThread } from './inspection.ts'

/** Runs the work with the text and how it is read. Refuses what can't be read. */
export async function withSheetAsText<Result>(
  { path, options, most }: { path: string; options: ImportOptions; most: number },
  work: (path: string, options: ImportOptions) => Promise<Result>,
): Promise<Result> {
  const to = `${path}.csv`
  try {
    const report = await inThread({ path, to, options, most })
    if ('unreadable' in report) throw refusedFor('not-valid', report.unreadable)
    const { delimiter, quote, escape: escaping, comment } = PLAIN_CSV
    const { sheet: _, headingRow: __, ...rest } = options
    return await work(to, { ...rest, kind: 'csv', delimiter, quote, escape: escaping, comment })
  } finally {
    await rm(to, { force: true })
  }
}
