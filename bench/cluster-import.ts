/** Imports of all accounts at once, by a worker process, for the bench of a cluster. */
import { setTimeout as pause } from 'node:timers/promises'
import { hasEnded, importProgress } from '../src/domain/imports/progress.ts'
import { PLAIN_CSV, queueImport } from '../src/domain/imports/queue-import.ts'
import type { Work } from './cluster-work.ts'
import { fileOf, serveFiles } from './import-files.ts'
import { type BenchWorker, startWorker } from './own-database.ts'
import { sized } from './smoke.ts'

const ROWS = sized(1_000, 50)

let worker: BenchWorker | undefined

/** The worker's start and end are not measured; its looks for work are. */
export const importing: Work = {
  ...{ name: 'import', unit: 'row' },
  async before({ store, connection, accounts }) {
    const [{ accountId, listId }] = accounts as [(typeof accounts)[0]]
    worker = await startWorker({ store, connection, accountId, listId })
  },
  async run({ store, accounts }, turn) {
    const server = await serveFiles()
    try {
      const url = server.url(await fileOf(ROWS, `c${turn}`))
      const one = async ({ accountId, listId }: (typeof accounts)[0]) => {
        const order = { listId, source: { url }, options: PLAIN_CSV }
        const importId = await queueImport(store, accountId, order)
        for (;;) {
          const progress = (await importProgress(store, accountId, importId))!
          if (!hasEnded(progress)) await pause(100)
          else if (progress.position !== ROWS) throw new Error(`an import: ${progress.trouble}`)
          else return ROWS
        }
      }
      return (await Promise.all(accounts.map(one))).reduce((sum, rows) => sum + rows, 0)
    } finally {
      server.close()
      await worker?.stop()
    }
  },
}
