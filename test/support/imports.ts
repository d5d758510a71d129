/**
 * A worker for imports in this process, on the store of the tests' service or another, and a server
 * to fetch from.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Store } from '../../src/db/db.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { awaitImport, type ImportProgress } from '../../src/domain/imports/progress.ts'
import {
  type ImportOptions,
  PLAIN_CSV,
  queueImport,
} from '../../src/domain/imports/queue-import.ts'
import { openKeys } from '../../src/domain/keys/keys.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { WORK } from '../../src/domain/work/work-kinds.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { readConfig } from '../../src/settings/config.ts'
import { type ImportWorkersOptions, startImportWorkers } from '../../src/start/import-workers.ts'
import { createWorkerBasics } from '../../src/start/worker-basics.ts'
import { wakeWhenDue } from '../../src/workers/due-work.ts'
import type { ImportSettings } from '../../src/workers/import-context.ts'
import type { TestAccount } from './account.ts'
import { temporaryStore } from './database.ts'
import { LOW_COST } from './password-cost.ts'

type Started = Awaited<ReturnType<typeof startImportWorkers>>

export interface ImportWorker extends Started {
  /** What went wrong inside. */
  reported: unknown[]
  scratch: string
}

export async function startImportWorker(
  store: Store,
  {
    env = {},
    settings,
    ...options
  }: Partial<ImportWorkersOptions> & { env?: Record<string, string> } = {},
): Promise<ImportWorker> {
  const folder = await mkdtemp(join(tmpdir(), 'pennypost-imports-'))
  const reported: unknown[] = []
  const write = (line: string): void => {
    const entry = JSON.parse(line)
    if (entry.level === 'error') reported.push(entry)
  }
  const config = readConfig({ FETCH_ALLOW: '127.0.0.1', DATA_DIR: folder, ...env })
  const log = createLog({ level: 'error', to: { write } })
  const workers = await startImportWorkers({
    config,
    store,
    log,
    // As in the service. Many workers wait until the end of their process: with a poll of its own
    // each asked the store twenty times a second.
    waking: wakeWhenDue(store, [WORK.import, WORK.batch], createWorkerBasics(log).report),
    fetching: { tries: 1, firstPauseMillis: 10 },
    // Several files' workers may stand on one store: whichever takes a file must come back to it
    // soon.
    settings: { pausesMillis: [50], ...settings },
    ...options,
  })
  let stopped: Promise<void> | undefined
  return {
    reported,
    scratch: join(config.store.dataDir, 'scratch'),
    async stop() {
      stopped ??= workers.stop()
      await stopped
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The import when it has ended; what does not end in time is answered as it is. */
export const ended = (
  store: Store,
  accountId: number,
  importId: number,
  millis = 300_000,
): Promise<ImportProgress> => awaitImport(store, accountId, importId, millis)

export interface ImportSetup {
  store: Store
  connection: pg.ClientConfig
  accountId: number
  listId: number
  /** Queues a text as a file and answers the import when it has ended. */
  importText(
    text: string,
    listId?: number,
    options?: Partial<ImportOptions>,
  ): Promise<ImportProgress>
  /** Rows of a query, as text. */
  ask(text: string, ...values: unknown[]): Promise<(string | null)[][]>
  newList(): Promise<number>
  worker: ImportWorker
  close(): Promise<void>
}

/** A store of its own with an account, a list and a worker. */
export async function importSetup(settings: Partial<ImportSettings> = {}): Promise<ImportSetup> {
  const { store, connection, drop } = await temporaryStore()
  const keys = await openKeys(store, createSealer('the secret key of the tests'))
  const { id: accountId } = (await addAccount(store, {
    username: 'importer',
    password: 'correct horse battery staple',
    cost: LOW_COST,
  }))!
  const list = {
    name: 'All',
    fromName: 'Shop',
    fromEmail: 'shop@example.test',
    description: '',
    characterSet: '',
  }
  const newList = () => makeList(store, accountId, list)
  const listId = await newList()
  const worker = await startImportWorker(store, { settings })
  return {
    store,
    connection,
    accountId,
    listId,
    newList,
    worker,
    async importText(text, into = listId, options = {}) {
      const source = { document: [Buffer.from(text)], name: 'people.csv' }
      const importId = await queueImport(store, accountId, {
        listId: into,
        source,
        options: { ...PLAIN_CSV, ...options },
      })
      return ended(store, accountId, importId)
    },
    ask: async (text, ...values) => (await store.run({ name: '', text, again: true }, values)).rows,
    async close() {
      await worker.stop()
      keys.close()
      await drop()
    },
  }
}

/** Address, name, format and filled fields of the people on a list. */
export const onList = async ({ call }: TestAccount, listId: number) => {
  const rows = await call.GetPagedSubscribers({ listId, page: 1, size: 1000 })
  const filled = (fields: readonly string[]) =>
    fields.slice(0, fields.findLastIndex(value => value !== '') + 1)
  return rows.map(({ email, name, format, fields }) => [
    email,
    name,
    format,
    filled(fields as unknown as string[]),
  ])
}
