/** InsertSubscriber while an import runs: the same load on an idle service and beside an import of a worker on the same store. */
import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { databaseUrl } from '../test/support/worker-process.ts'
import { type Context, drive, freePort, OUT, ROOT, stopped, untilAnswered } from './driving.ts'
import type { Figures } from './figures.ts'
import { type Bench, importOnce, onNewDatabase, startWorker } from './import-setup.ts'
import { insertOf, POSITIVE } from './requests.ts'

const CONNECTIONS = 4

export async function callsBeside(
  context: Context,
  figures: Figures,
  { rows, url }: { rows: number; url(): Promise<string> },
): Promise<void> {
  for (let run = 0; run < context.runs; run++) {
    await onNewDatabase(context, async bench => {
      const service = await startWeb(bench)
      const worker = await startWorker(bench)
      let part = 0
      const calls = (measuredMs: number) =>
        drive({
          port: service.port,
          connections: CONNECTIONS,
          measuredMs,
          requests: [insertOf('bench', bench.listId, `i${run}x${part++}x${Date.now().toString(36)}`)],
          positive: POSITIVE.insert,
        })
      try {
        const idle = await context.quietly(() => calls(context.seconds * 1000))
        figures.add('InsertSubscriber p99, idle', 'ms', idle.p99, `${CONNECTIONS} connections`)
        const importing = importOnce(bench, await url(), rows)
        const during = await context.quietly(() => calls(context.seconds * 1000))
        figures.add('InsertSubscriber p99, during an import', 'ms', during.p99)
        figures.add('InsertSubscriber p50, during an import', 'ms', during.p50)
        await importing
      } finally {
        await worker.stop()
        await service.stop()
      }
    })
  }
}

async function startWeb({ connection }: Bench) {
  mkdirSync(OUT, { recursive: true })
  const port = await freePort()
  const log = openSync(`${OUT}service.log`, 'a')
  const child = spawn(process.execPath, ['bin/pennypost.js', 'start'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      ROLES: 'web',
      PORT: String(port),
      DATA_DIR: `${OUT}import-web`,
      DATABASE_URL: databaseUrl(connection),
      SECRET_KEY: 'a secret for the bench, long enough to be one',
    },
    stdio: ['ignore', log, log],
  })
  await untilAnswered(child, port, 'bench')
  return { port, stop: () => stopped(child) }
}
