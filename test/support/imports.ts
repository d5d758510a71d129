/** A worker for imports in this process, on the store of the tests' service or another, and a server to fetch from. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import type { Store } from '../../src/db/db.ts'
import { awaitImport, type ImportProgress } from '../../src/domain/imports/progress.ts'
import { type ImportWorkersOptions, startImportWorkers } from '../../src/import-workers.ts'
import { createLog } from '../../src/lib/log.ts'

type Started = Awaited<ReturnType<typeof startImportWorkers>>

export interface ImportWorker extends Started {
  /** What went wrong inside. */
  reported: unknown[]
}

export async function startImportWorker(
  store: Store,
  { env = {}, ...options }: Partial<ImportWorkersOptions> & { env?: Record<string, string> } = {},
): Promise<ImportWorker> {
  const scratch = await mkdtemp(join(tmpdir(), 'pennypost-imports-'))
  const reported: unknown[] = []
  const write = (line: string): void => {
    const entry = JSON.parse(line)
    if (entry.level === 'error') reported.push(entry)
  }
  const config = readConfig({ FETCH_ALLOW: '127.0.0.1', SCRATCH_DIR: scratch, ...env })
  const workers = await startImportWorkers({
    config,
    store,
    log: createLog({ level: 'error', to: { write } }),
    fetching: { tries: 1, firstPauseMillis: 10 },
    ...options,
  })
  return {
    reported,
    async stop() {
      await workers.stop()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

/** The import when it has ended; what does not end in time is answered as it is. */
export const ended = (store: Store, accountId: number, importId: number, millis = 60_000): Promise<ImportProgress> =>
  awaitImport(store, accountId, importId, millis)
