/** Starts the workers for imports and batches of transactions, configured by the settings. */

import type { Store } from '../db/db.ts'
import { trimSignIns } from '../domain/accounts/guessing/guesses.ts'
import { trimAudit } from '../domain/audit/read.ts'
import { trimChanges } from '../domain/changes/feed.ts'
import { BATCH_ROWS } from '../domain/imports/apply/prepare.ts'
import { trimImports } from '../domain/imports/trim-imports.ts'
import { trimPrograms } from '../domain/programs/trim.ts'
import {
  trimBatches,
  trimExpiredTransactions,
  trimOldRepeats,
} from '../domain/transactions/trim.ts'
import type { FetchRules } from '../lib/download/request.ts'
import type { Log } from '../lib/log.ts'
import type { Config } from '../settings/config.ts'
import { createBatcher } from '../workers/batch-run.ts'
import type { ImportContext, ImportSettings } from '../workers/import-context.ts'
import { createImporter } from '../workers/import-run.ts'
import { startLoop, type WakeSource } from '../workers/loop.ts'
import { createPlaces } from '../workers/places.ts'
import { openScratch } from '../workers/scratch.ts'
import { fetchRules } from './fetch-rules.ts'
import { createWorkerBasics } from './worker-basics.ts'

export interface ImportWorkersOptions {
  config: Config
  store: Store
  log: Log
  /** For metrics. */
  counted?: (counts: { rows: number; rejected: number }) => void
  /** Notifies of waiting files; without it the queue is polled. */
  waking?: WakeSource
  /** Overrides of the defaults. */
  settings?: Partial<ImportSettings>
  fetching?: Partial<FetchRules>
}

const MINUTE = 60_000
/** Files processed at a time: per process, and per account. */
const AT_WORK = 8
const AT_WORK_OF_EACH = 2
/** Pause between two polls of the queue. */
const IDLE_MILLIS = 100

export async function startImportWorkers({
  config,
  store,
  log,
  counted = () => {},
  waking,
  settings,
  fetching,
}: ImportWorkersOptions) {
  const scratch = await openScratch(config.store.dataDir)
  const basics = createWorkerBasics(log)
  const { report } = basics
  const context: ImportContext = {
    db: store,
    ...basics,
    settings: {
      leaseMillis: config.work.leaseSeconds * 1000,
      scratch: scratch.folder,
      fetching: { ...fetchRules(config), ...fetching },
      pausesMillis: [1, 5, 15, 60, 180].map(minutes => minutes * MINUTE),
      sliceMillis: 20_000,
      batchRows: BATCH_ROWS,
      ...settings,
    },
    places: createPlaces({ places: AT_WORK, ofEach: AT_WORK_OF_EACH }),
    counted,
  }
  const importer = createImporter(context)
  const batcher = createBatcher(context)
  const loops = [
    startLoop({ name: 'imports', step: importer.step, idleMillis: IDLE_MILLIS, waking, report }),
    startLoop({
      name: 'batches of transactions',
      step: batcher.step,
      idleMillis: IDLE_MILLIS,
      waking,
      report,
    }),
    startLoop({
      name: 'trimming of imports',
      step: async stopping => (await trimImports(store, config.imports.keepDays, stopping)) > 0,
      idleMillis: 10 * MINUTE,
      report,
    }),
    startLoop({
      name: 'trimming of transactions',
      step: async stopping => {
        await trimExpiredTransactions(store, stopping)
        await trimOldRepeats(store, stopping)
        return (await trimBatches(store, config.imports.keepDays, stopping)) > 0
      },
      idleMillis: 10 * MINUTE,
      report,
    }),
    startLoop({
      name: 'trimming of the calls of programs',
      step: async () => {
        await trimPrograms(store, config.programs.exchangeDays)
        return false
      },
      idleMillis: 60 * MINUTE,
      report,
    }),
    startLoop({
      name: 'trimming of the audit log, of failed sign-ins and of tombstones',
      step: async stopping => {
        await trimAudit(store, config.audit.months, stopping)
        await trimSignIns(store)
        await trimChanges(store, stopping)
        return false
      },
      idleMillis: 60 * MINUTE,
      report,
    }),
  ]
  return {
    async stop() {
      await Promise.all(loops.map(loop => loop.stop()))
      await importer.finish()
      await batcher.finish()
      await scratch.close()
    },
  }
}
