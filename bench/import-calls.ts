/**
 * InsertSubscriber during an import: the same load on an idle service and beside an import by a
 * worker on the same store.
 */
import { type Context, drive } from './driving.ts'
import type { Figures } from './figures.ts'
import { importOnce, onNewDatabase, startWeb, startWorker } from './own-database.ts'
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
          requests: [
            insertOf('bench', bench.listId, `i${run}x${part++}x${Date.now().toString(36)}`),
          ],
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
