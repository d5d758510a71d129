/**
 * Inspects the file of an import in a thread with limits on time and memory: a spreadsheet of a few
 * kilobytes may unpack to gigabytes, and calls go on meanwhile.
 */
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Db } from '../../../db/db.ts'
import { createFairTurns } from '../../../lib/fair-turns.ts'
import { aboutFile } from '../../../lib/file-words.ts'
import { endThread, watchThread } from '../../../lib/watch-thread.ts'
import { fieldsOfAccount } from '../../demographics/demographics.sql.ts'
import type { Detail } from '../../details/details.ts'
import { refusedFor } from '../../refusal.ts'
import { documentPart } from '../imports.sql.ts'
import type { InspectedFile, KnownOptions } from './inspect-file.ts'
import type { SheetTask } from './write-sheet.ts'

export interface InspectionTask {
  path: string
  known: KnownOptions
  fieldCount: number
  /** Names of fields, with their numbers. */
  names: [string, number][]
}

export type InspectionReport = { found: InspectedFile } | { written: true } | { unreadable: Detail }

const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './inspect-thread.ts' : './inspect-thread.js',
  import.meta.url,
)
const LIMIT_MILLIS = 10_000
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 }

/** Refuses a file that can't be read. `folder`: for the file, while it is read. */
export async function inspectImport(
  db: Db,
  { id: accountId, fieldCount }: { id: number; fieldCount: number },
  importId: number,
  { known, folder }: { known: KnownOptions; folder: string },
): Promise<InspectedFile> {
  return withDocument(db, { accountId, importId }, folder, async path => {
    const fields = await fieldsOfAccount(db, { accountId })
    const names = fields.map(({ name, number }): [string, number] => [name, number])
    const report = await inThread({ path, known, fieldCount, names })
    if ('unreadable' in report) throw refusedFor('not-valid', report.unreadable)
    if ('found' in report) return report.found
    throw new Error('a file was written')
  })
}

/** Each takes a copy of the file on the disk, and mostly a thread. */
const turns = createFairTurns({
  places: 4,
  ofEach: 3,
  mostWaiting: { most: 8, says: 'Many files of the account are being read. Try again later.' },
})

/**
 * Runs the work with the path of the file of an import, in the folder while it lasts, when it is
 * the account's turn.
 */
export async function withDocument<Result>(
  db: Db,
  of: { accountId: number; importId: number },
  folder: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, `inspect-${of.accountId}-${of.importId}-${crypto.randomUUID()}`)
  return turns.run(of.accountId, async () => {
    try {
      await writeDocument(db, of, path)
      return await work(path)
    } finally {
      await rm(path, { force: true })
    }
  })
}

async function writeDocument(
  db: Db,
  of: { accountId: number; importId: number },
  path: string,
): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for (let part = 0; ; part++) {
      const piece = await documentPart(db, { ...of, part })
      if (!piece) return
      await file.writeFile(piece.bytes)
    }
  } finally {
    await file.close()
  }
}

const TOO_MUCH = aboutFile('file-heavy')

export function inThread(task: InspectionTask | SheetTask): Promise<InspectionReport> {
  return new Promise(resolve => {
    const worker = new Worker(ENTRY, { workerData: task, resourceLimits: MEMORY })
    const overrun = () => void endThread(worker)
    const unwatch = watchThread({ worker, limitMillis: LIMIT_MILLIS, progress: () => 0, overrun })
    worker.once('message', resolve)
    // Out of memory, or ended for its time.
    worker.once('error', () => resolve({ unreadable: TOO_MUCH }))
    worker.once('exit', () => {
      unwatch()
      resolve({ unreadable: TOO_MUCH })
    })
  })
}
