/** The queue of imports, for the tests of its workers. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before } from 'node:test'
import { claim } from '../../src/domain/imports/lease.ts'
import { importProgress } from '../../src/domain/imports/progress.ts'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { type FileServer, fileServer, whole } from '../support/file-server.ts'
import {
  ended,
  type ImportSetup,
  type ImportWorker,
  importSetup,
  startImportWorker,
} from '../support/imports.ts'

let served = 0

/** Import, files and workers for the tests of a file, with workers that each test starts. */
export function importQueue() {
  let setup: ImportSetup
  let files: FileServer
  before(async () => {
    setup = await importSetup()
    // Each test starts its own workers.
    await setup.worker.stop()
    files = await fileServer()
  })
  after(async () => {
    await files.close()
    await setup.close()
  })

  const started: ImportWorker[] = []
  const workerWith = async (settings: Parameters<typeof startImportWorker>[1] = {}) => {
    const worker = await startImportWorker(setup.store, settings)
    started.push(worker)
    return worker
  }
  afterEach(async () => {
    await Promise.all(started.map(worker => worker.stop()))
    const reported = started.splice(0).flatMap(worker => worker.reported)
    assert.deepEqual(reported, [])
  })

  async function queue(
    source: string | Buffer,
    listId = setup.listId,
    accountId = setup.accountId,
  ): Promise<number> {
    const from =
      typeof source === 'string' ? { url: source } : { document: [source], name: 'people.csv' }
    return queueImport(setup.store, accountId, { listId, source: from, options: PLAIN_CSV })
  }
  const serve = (text: string) => files.serve(`/queue-${++served}.csv`, whole(text))
  const end = (importId: number, accountId = setup.accountId) =>
    ended(setup.store, accountId, importId)
  const progressOf = async (importId: number) =>
    (await importProgress(setup.store, setup.accountId, importId))!
  const take = (importId: number, leaseMillis = 60_000) =>
    claim(setup.store, { accountId: setup.accountId, importId, worker: randomUUID(), leaseMillis })
  return {
    setup: () => setup,
    files: () => files,
    workerWith,
    queue,
    serve,
    end,
    progressOf,
    take,
  }
}

export const rowsOf = (count: number, prefix: string, from = 0) =>
  Array.from(
    { length: count },
    (_, i) => `${prefix}-${from + i}@x.test;N;html;${'d'.repeat(40)}\n`,
  ).join('')
