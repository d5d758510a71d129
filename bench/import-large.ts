/**
 * One very large import, run once (npm run bench -- import measures smaller ones repeatedly): node
 * bench/import-large.ts [rows] [folder of the store]. Prints the pace of each million rows, and the
 * worker's memory.
 */
import { statfsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { hasEnded, importProgress } from '../src/domain/imports/progress.ts'
import { PLAIN_CSV, queueImport } from '../src/domain/imports/queue-import.ts'
import { OUT } from './driving.ts'
import { fileOf, serveFiles } from './import-files.ts'
import { onNewDatabase, openBare, startWorker } from './own-database.ts'
import { processorOf, residentOf } from './processors.ts'

const rows = Number(process.argv[2] ?? 10_000_000)
const dataDir = process.argv[3] ?? `${OUT}store`
const MILLION = 1_000_000

const fixture = await openBare(dataDir, line => console.error(line))
const server = await serveFiles()
const free = () => statfsSync(dataDir).bavail * statfsSync(dataDir).bsize
try {
  const name = await fileOf(rows, 'a')
  await onNewDatabase({ fixture } as never, async bench => {
    const { store, accountId, listId } = bench
    const worker = await startWorker(bench)
    const freeBefore = free()
    const source = { url: server.url(name) }
    const from = performance.now()
    const importId = await queueImport(store, accountId, { listId, source, options: PLAIN_CSV })
    let reached = { position: 0, at: from, used: processorOf(worker.pid, dataDir) }
    for (;;) {
      await pause(250)
      const progress = (await importProgress(store, accountId, importId))!
      if (progress.position >= reached.position + MILLION || hasEnded(progress)) {
        const seconds = (performance.now() - reached.at) / 1000
        const done = progress.position - reached.position
        const cores = reached.used()
        const micros = (share: number) => ((share * seconds * 1e6) / done).toFixed(1)
        console.log(
          `${progress.position} rows: ${Math.round(done / seconds)} rows/s, worker ` +
            `${micros(cores.service)} us/row, store ${micros(cores.store)} us/row, ` +
            `${Math.round(residentOf(worker.pid))} MB now, ${Math.round(worker.most())} MB ` +
            'most',
        )
        reached = {
          position: progress.position,
          at: performance.now(),
          used: processorOf(worker.pid, dataDir),
        }
      }
      if (!hasEnded(progress)) continue
      const seconds = (performance.now() - from) / 1000
      console.log(JSON.stringify({ ...progress, options: undefined, url: undefined }))
      console.log(
        `${Math.round(rows / seconds)} rows/s in all, ` +
          `${((freeBefore - free()) / 2 ** 30).toFixed(1)} GB of disk`,
      )
      break
    }
    await worker.stop()
  })
} finally {
  server.close()
  await fixture.close()
}
