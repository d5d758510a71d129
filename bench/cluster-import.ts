/** Imports of all accounts at once, and the words of their people, for the bench of a cluster. */
import { awaitImport } from '../src/domain/imports/progress.ts'
import { PLAIN_CSV, queueImport } from '../src/domain/imports/queue-import.ts'
import { keepWords } from '../src/domain/words/keep-words.ts'
import { WORK } from '../src/domain/work/work-kinds.ts'
import { wakeWhenDue } from '../src/workers/due-work.ts'
import { startImportWorker } from '../test/support/imports.ts'
import type { Side } from './cluster-stores.ts'
import { byAccount, type Work } from './cluster-work.ts'
import { fileOf, serveFiles } from './import-files.ts'
import { sized } from './smoke.ts'

const ROWS = sized(25_000, 50)
const MOST_MILLIS = 600_000

/** Of a worker that does nothing else: others send what other works have planned. */
async function importAll(side: Side, file: string): Promise<number> {
  const server = await serveFiles()
  const waking = wakeWhenDue(side.store, [WORK.import, WORK.batch], error => {
    throw error
  })
  const worker = await startImportWorker(side.store, { waking })
  try {
    return await byAccount(side, async ({ accountId, listId }) => {
      const order = { listId, source: { url: server.url(file) }, options: PLAIN_CSV }
      const importId = await queueImport(side.store, accountId, order)
      const progress = await awaitImport(side.store, accountId, importId, MOST_MILLIS)
      if (progress.position !== ROWS) throw new Error(`an import: ${progress.trouble}`)
      return ROWS
    })
  } finally {
    server.close()
    await worker.stop()
  }
}

const firstOf = (turn: string): number => Number(turn) * ROWS

export const IMPORTS: Work[] = [
  {
    name: 'import',
    unit: 'row',
    run: async (side, turn) => importAll(side, await fileOf(ROWS, 'a', firstOf(turn))),
  },
  {
    name: 'import of changes',
    unit: 'row',
    run: async (side, turn) => importAll(side, await fileOf(ROWS, 'b', firstOf(turn))),
  },
  {
    name: 'words of subscribers',
    unit: 'row',
    run: side =>
      byAccount(side, async ({ accountId }) => {
        const step = { ids: 20_000, people: 500, marginSeconds: 0 }
        while (await keepWords(side.store, accountId, step)) {}
        return ROWS
      }),
  },
]
