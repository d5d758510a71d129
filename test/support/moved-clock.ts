/** A sending whose emails are due at several moments, delivered as if each moment came. */
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { WORK } from '../../src/domain/work/work-kinds.ts'
import type { sendingSetup } from './sending.ts'
import type { startSink } from './smtp-sink.ts'
import { until } from './until.ts'

/**
 * The clock is moved: the store's moments come nearer instead. Quiet hours are not looked at again,
 * since workers have the clock of today. Returns the moment that each address got it at.
 */
export async function deliveredInTurn(
  { store, ask, accountId, startWorkers }: Awaited<ReturnType<typeof sendingSetup>>,
  sink: Awaited<ReturnType<typeof startSink>>,
  sendingId: number,
): Promise<Map<string, Date>> {
  await ask('delete from work where kind = $1', [WORK.quiet])
  const due = await ask(
    'select distinct next_try_at from deliveries where source_id = $1 order by 1',
    [sendingId],
  )
  const got = new Map<string, Date>()
  const workers = await startWorkers(sink.port)
  try {
    for (const moment of due.map(([at]) => new Date(at!))) {
      await ask(
        'update deliveries set next_try_at = now() where source_id = $1 and next_try_at = $2',
        [sendingId, moment],
      )
      await ask('update work set due = now() where kind = $1', [WORK.deliver])
      const waiting = async () =>
        (
          await ask(
            'select 1 from deliveries where source_id = $1 and next_try_at <= now() limit 1',
            [sendingId],
          )
        ).length + (await ask('select 1 from claims')).length
      await until(async () => (await waiting()) === 0)
      for (const address of sink.counts.keys()) if (!got.has(address)) got.set(address, moment)
    }
    const progress = () => sendingProgress(store, accountId, sendingId)
    await until(async () => (await progress()).state === 'finished')
  } finally {
    await workers.stop()
  }
  return got
}
