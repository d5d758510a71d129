/**
 * A file of transactions, from the call that queues it to the last row in the ledger: fetched from
 * a local server, read, checked, and deduplicated, by a worker process. Beside it the same rows by
 * COPY into copies of the tables, with all indexes, in one transaction.
 */
import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { copyIn } from '../src/db/copy-streams.ts'
import { batchProgress, queueBatch } from '../src/domain/transactions/batches/batches.ts'
import { type Context, OUT } from './driving.ts'
import type { Figures, Result } from './figures.ts'
import { ratio } from './figures.ts'
import { serveFiles } from './import-files.ts'
import { type Bench, onNewDatabase, startWorker } from './own-database.ts'
import { processorOf } from './processors.ts'
import { sized } from './smoke.ts'

const ROWS = sized(100_000, 500)
/** They are queued for later and not sent: only queueing is measured. */
const SEND_TIME = '2099-01-01 10:00'

export async function batchPaces(
  context: Context,
  figures: Figures,
  projectIn: (bench: Bench) => Promise<string>,
): Promise<void> {
  const server = await serveFiles()
  const url = server.url(await file())
  try {
    for (let run = 0; run < context.runs; run++) {
      context.noteLoad()
      await onNewDatabase(context, async bench => {
        figures.add('COPY, all indexes', 'rows/s', await context.quietly(() => copied(bench)))
        const guid = await projectIn(bench)
        const worker = await startWorker(bench)
        try {
          const measure = async (name: string) => {
            const used = processorOf(worker.pid, context.fixture.dataDir)
            const { pace, seconds } = await context.quietly(() => queued(bench, guid, url))
            const cores = used()
            figures.add(name, 'rows/s', pace)
            figures.add(`${name}: worker`, 'us/row', (cores.service * seconds * 1e6) / ROWS)
            figures.add(`${name}: store`, 'us/row', (cores.store * seconds * 1e6) / ROWS)
            context.log(`run ${run + 1}: ${name} ${Math.round(pace)} rows/s`)
          }
          await measure('a file of transactions')
          await measure('the same file again, all repeated')
          figures.add('most memory of the worker', 'MB', worker.most())
        } finally {
          await worker.stop()
        }
      })
    }
  } finally {
    server.close()
  }
}

export function batchRatios(figures: Figures): Result['ratios'] {
  const pace = figures.get('a file of transactions')
  const wanted = { name: 'wanted', unit: 'rows/s', runs: pace.runs.map(() => 20_000) }
  return [
    ratio('a file of transactions / 20,000 rows/s', pace, wanted, { least: 1 }),
    ratio('a file of transactions / COPY, all indexes', pace, figures.get('COPY, all indexes')),
  ]
}

const rowOf = (n: number) => ({
  identifier: `order-${n}`,
  email: `person${(Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(36)}.${n}@example.com`,
  name: `Ada Lovelace ${n}`,
  fields: [`Order ${n}`, 'Lund', String(n % 1000)],
})

/** Written once and kept; returns its name. */
async function file(): Promise<string> {
  const name = `transactions-${ROWS}.xml`
  const path = `${OUT}${name}`
  if (existsSync(path)) return name
  mkdirSync(OUT, { recursive: true })
  const out = createWriteStream(`${path}.part`)
  out.write('<?xml version="1.0" encoding="utf-8"?>\n<Transactions>\n')
  for (let n = 0; n < ROWS; n++) {
    const { identifier, email, name: who, fields } = rowOf(n)
    const data = fields.map((value, i) => `<DD${i + 1}>${value}</DD${i + 1}>`).join('')
    const text =
      '  ' +
      `<Transaction><Identifier>${identifier}</Identifier><Email>${email}</Email><Name>${who}</Name><SendTime>${SEND_TIME}</SendTime>${data}</Transaction>\n`
    if (!out.write(text)) await new Promise<void>(resolve => out.once('drain', () => resolve()))
  }
  await new Promise<void>(resolve => out.end('</Transactions>\n', () => resolve()))
  renameSync(`${path}.part`, path)
  return name
}

async function queued({ store, accountId }: Bench, projectGuid: string, url: string) {
  const from = performance.now()
  const guid = await queueBatch(store, accountId, { projectGuid, url, format: 'html' })
  for (;;) {
    const { state, position, trouble } = await batchProgress(store, accountId, guid)
    if (state > 1) {
      if (state !== 2 || position !== ROWS) throw new Error(`the batch went wrong: ${trouble}`)
      break
    }
    await pause(20)
  }
  const seconds = (performance.now() - from) / 1000
  return { pace: ROWS / seconds, seconds }
}

async function copied({ store, accountId }: Bench): Promise<number> {
  function* rows(textOf: (n: number) => string) {
    for (let from = 0; from < ROWS; from += 1000) {
      let text = ''
      for (let n = from; n < from + 1000; n++) text += textOf(n)
      yield Buffer.from(text)
    }
  }
  return store.withClient(async client => {
    for (const table of ['transactions', 'deliveries', 'transaction_repeats'])
      await client.query(`create table copied_${table} (like ${table} including all)`)
    const from = performance.now()
    await client.query('begin')
    const transaction = (n: number) => {
      const { identifier, email, name, fields } = rowOf(n)
      return `${accountId}\t${n}\t1\t${identifier}\t${email}\t${email}\t${name}\t{${fields.map(value => `"${value}"`).join()}}\t${SEND_TIME}\n`
    }
    const columns =
      '(account_id, id, project_id, identifier, email, email_key, name, fields, send_at)'
    await copyIn(
      client,
      `copy copied_transactions ${columns} from stdin`,
      stream(rows(transaction)),
    )
    const delivery = (n: number) => `${accountId}\t3\t1\t${n}\t${rowOf(n).email}\t${SEND_TIME}\n`
    await copyIn(
      client,
      'copy copied_deliveries (account_id, source_kind, source_id, id, email, next_try_at) ' +
        'from stdin',
      stream(rows(delivery)),
    )
    const repeat = (n: number) =>
      `${accountId}\t1\t${(Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')}${n.toString(16).padStart(24, '0')}\t${n}\t2099-01-01\n`
    await copyIn(
      client,
      'copy copied_transaction_repeats (account_id, project_id, key, transaction_id, until) ' +
        'from stdin',
      stream(rows(repeat)),
    )
    await client.query('commit')
    const pace = (ROWS / (performance.now() - from)) * 1000
    await client.query(
      'drop table copied_transactions, copied_deliveries, copied_transaction_repeats',
    )
    return pace
  })
}

async function* stream(parts: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* parts
}
