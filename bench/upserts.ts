/**
 * POST /subscribers/batch of 1,000 new people with 25 data fields, beside an import of the same
 * rows on the same store, in turns.
 */
import { makeList } from '../src/domain/lists/add-list.ts'
import { makeApiKey } from '../src/domain/members/api-keys/api-keys.ts'
import { type Context, profileOptions } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { fileOf, personOf, serveFiles } from './import-files.ts'
import { type Bench, importOnce, onNewDatabase, startWeb, startWorker } from './own-database.ts'
import { processorOf } from './processors.ts'
import { bodiesOf, PROGRAM_KEY, postAll } from './programs.ts'
import { sized } from './smoke.ts'

const ROWS = sized(40_000, 500)
const BATCH = sized(1_000, 50)
const CALLS = ROWS / BATCH
const AT_ONCE = 4
/** Far from the rows of the files. */
const FIRST = 10_000_000

export async function upsertsBench(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  const server = await serveFiles()
  try {
    await onNewDatabase(context, async bench => {
      const { token } = await makeApiKey(bench.store, bench.accountId, PROGRAM_KEY)
      const service = await startWeb(bench, profileOptions(context.profiles))
      const worker = await startWorker(bench)
      let next = FIRST
      const batch = (listId: number) => () => ({
        listId,
        rows: Array.from({ length: BATCH }, () => rowOf(next++)),
      })
      const call = { port: service.port, token, path: '/subscribers/batch', atOnce: AT_ONCE }
      const isGood = ({ created }: Record<string, unknown>) => created === BATCH
      try {
        await importOnce(bench, server.url(await fileOf(1, 'a')), 1)
        await postAll(call, bodiesOf(CALLS, batch(bench.listId)), isGood)
        for (let run = 0; run < context.runs; run++) {
          context.noteLoad()
          const file = server.url(await fileOf(ROWS, 'a', 1 + run * ROWS))
          const listed = { ...bench, listId: await newList(bench, run) }
          const { pace } = await context.quietly(() => importOnce(listed, file, ROWS))
          figures.add('import, new people', 'rows/s', pace)
          const bodies = bodiesOf(CALLS, batch(listed.listId))
          const used = processorOf(service.pid, context.fixture.dataDir)
          const rows = BATCH * (await postAll(call, bodies, isGood))
          const cores = used()
          figures.add('POST /subscribers/batch', 'rows/s', rows)
          figures.add('POST /subscribers/batch: service', 'us/row', (cores.service * 1e6) / rows)
          figures.add('POST /subscribers/batch: store', 'us/row', (cores.store * 1e6) / rows)
        }
      } finally {
        await worker.stop()
        await service.stop()
      }
    })
  } finally {
    server.close()
  }
  return {
    name: 'upserts',
    about: `New people with 25 data fields by POST /subscribers/batch, ${AT_ONCE} calls of ${BATCH} at once, beside an import of ${ROWS.toLocaleString('en-US')}.`,
    series: figures.series,
    ratios: [
      ratio(
        'POST /subscribers/batch / import, new people',
        figures.get('POST /subscribers/batch'),
        figures.get('import, new people'),
        { least: 0.5 },
      ),
    ],
  }
}

function newList({ store, accountId }: Bench, run: number): Promise<number> {
  const sender = { fromName: 'S', fromEmail: 's@example.test' }
  const rest = { name: `Run ${run}`, description: '', characterSet: '' }
  return makeList(store, accountId, { ...rest, ...sender })
}

function rowOf(n: number) {
  const { email, name, fields } = personOf(n, 'a')
  const named = fields.map((value, i) => [`DD${i + 1}`, value])
  return { email, name, fields: Object.fromEntries(named) }
}
