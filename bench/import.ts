/**
 * Imports end to end: fetched from a local server, read, checked, and applied with undo data by a
 * worker process. Beside them, in the same run: raw COPY of the same rows, and COPY into copies of
 * the real tables with all indexes.
 */
import { copyIn } from '../src/db/copy-streams.ts'
import type { Context } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { callsBeside } from './import-calls.ts'
import { fileOf, peopleRows, serveFiles, subscriptionRows } from './import-files.ts'
import { type Bench, importOnce, onNewDatabase, startWorker } from './own-database.ts'
import { processorOf } from './processors.ts'

const shown = (rows: number) => rows.toLocaleString('en-US')

export async function importBench(
  context: Context,
  sizes: number[],
): Promise<Omit<Result, 'loads'>> {
  const { runs, quietly, fixture } = context
  const figures = new Figures()
  const server = await serveFiles()
  const ratios: Result['ratios'] = []
  try {
    for (let run = 0; run < runs; run++) {
      for (const rows of sizes) {
        context.noteLoad()
        const [first, changed] = [await fileOf(rows, 'a'), await fileOf(rows, 'b')]
        await onNewDatabase(context, async bench => {
          figures.add(
            `COPY, raw, ${shown(rows)}`,
            'rows/s',
            await quietly(() => copyRaw(bench, rows)),
          )
          figures.add(
            `COPY, all indexes, ${shown(rows)}`,
            'rows/s',
            await quietly(() => copyIndexed(bench, rows)),
          )
          const worker = await startWorker(bench)
          try {
            // The thread of a service that runs: it starts with the first import, in half a second.
            await importOnce(bench, server.url(await fileOf(1, 'a')), 1)
            const measure = async (name: string, file: string) => {
              const used = processorOf(worker.pid, fixture.dataDir)
              const { pace, seconds } = await quietly(() =>
                importOnce(bench, server.url(file), rows),
              )
              const cores = used()
              figures.add(`${name}, ${shown(rows)}`, 'rows/s', pace)
              figures.add(
                `${name}, ${shown(rows)}: worker`,
                'us/row',
                (cores.service * seconds * 1e6) / rows,
              )
              figures.add(
                `${name}, ${shown(rows)}: store`,
                'us/row',
                (cores.store * seconds * 1e6) / rows,
              )
            }
            await measure('import, new people', first)
            await measure('import, the same again', first)
            await measure('import, all changed', changed)
            figures.add(`most memory of the worker, ${shown(rows)}`, 'MB', worker.most())
          } finally {
            await worker.stop()
          }
        })
      }
    }
    await callsBeside(context, figures, {
      rows: Math.max(...sizes),
      url: async () => server.url(await fileOf(Math.max(...sizes), 'a')),
    })
  } finally {
    server.close()
  }
  for (const rows of sizes) {
    const base = figures.get(`COPY, all indexes, ${shown(rows)}`)
    for (const name of ['new people', 'the same again', 'all changed'])
      ratios.push(
        ratio(
          `${name} / COPY, all indexes, ${shown(rows)}`,
          figures.get(`import, ${name}, ${shown(rows)}`),
          base,
          {
            least: 0.5,
          },
        ),
      )
    const memory = figures.get(`most memory of the worker, ${shown(rows)}`)
    ratios.push({
      name: `memory / 300 MB, ${shown(rows)}`,
      runs: memory.runs.map(megabytes => megabytes / 300),
      target: { most: 1 },
    })
  }
  const [idle, during] = [
    figures.get('InsertSubscriber p99, idle'),
    figures.get('InsertSubscriber p99, during an import'),
  ]
  if (idle.runs.length > 0) ratios.push(ratio('p99 during / p99 idle', during, idle, { most: 5 }))
  return {
    name: 'import',
    about:
      `People with 25 data fields, ${sizes.map(shown).join(' and ')}, from a server on the ` +
      'same machine into an empty list, again over itself, and with all values changed.',
    series: figures.series,
    ratios,
  }
}

const PEOPLE = '(account_id, id, email, email_key, name, format, fields)'

async function copyRaw({ store, accountId }: Bench, rows: number): Promise<number> {
  return store.withClient(async client => {
    await client.query(
      'create unlogged table raw_people (account_id bigint, id bigint, email text, ' +
        'email_key text, name text, format text, fields text[])',
    )
    const from = performance.now()
    await copyIn(
      client,
      `copy raw_people ${PEOPLE} from stdin`,
      inBytes(peopleRows(rows, accountId)),
    )
    const pace = (rows / (performance.now() - from)) * 1000
    await client.query('drop table raw_people')
    return pace
  }, 'long')
}

/**
 * The upper limit for inserting subscribers into tables like ours: one transaction, no lookups, no
 * undo data.
 */
async function copyIndexed({ store, accountId, listId }: Bench, rows: number): Promise<number> {
  return store.withClient(async client => {
    await client.query('create table copied_people (like subscribers including all)')
    await client.query('create table copied_subscriptions (like subscriptions including all)')
    const from = performance.now()
    await client.query('begin')
    await copyIn(
      client,
      `copy copied_people ${PEOPLE} from stdin`,
      inBytes(peopleRows(rows, accountId)),
    )
    const subscriptions = inBytes(subscriptionRows(rows, accountId, listId))
    await copyIn(
      client,
      'copy copied_subscriptions (account_id, subscriber_id, list_id) from stdin',
      subscriptions,
    )
    await client.query('commit')
    const pace = (rows / (performance.now() - from)) * 1000
    await client.query('drop table copied_people, copied_subscriptions')
    return pace
  }, 'long')
}

async function* inBytes(texts: Iterable<string>): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}
