/**
 * `pennypost migrate` with this service as the former one: the same people that an import has just
 * brought there from a CSV file, which is the baseline. Both services are on one machine and one
 * database server.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { databaseUrl } from '../test/support/worker-process.ts'
import { type Context, OUT, profileOptions, ROOT } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { PASSWORD } from './fixture.ts'
import { fileOf, serveFiles } from './import-files.ts'
import { type Bench, importOnce, onNewDatabase, startWeb, startWorker } from './own-database.ts'
import { processorOf, residentOf } from './processors.ts'
import { COMPILED, PROGRAM, sized } from './smoke.ts'

const MOST_MEGABYTES = 300

export async function migrateBench(context: Context, rows: number): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  const server = await serveFiles()
  try {
    for (let run = 0; run < context.runs; run++) {
      context.noteLoad()
      const file = server.url(await fileOf(rows, 'a'))
      await onNewDatabase(
        context,
        async old => {
          const imported = await context.quietly(() => importInto(context, old, file, rows))
          add(figures, 'import', imported)
          const web = await startWeb(old, profileOptions(context.profiles))
          try {
            await onNewDatabase(context, async bench => {
              for (const name of ['migrate', 'migrate, second pass'])
                add(figures, name, await migrateOnce(context, bench, { rows, ...web }))
            })
          } finally {
            await web.stop()
          }
        },
        'bench_old',
      )
    }
  } finally {
    server.close()
  }
  const memory = figures.get('migrate: most memory')
  return {
    name: 'migrate',
    about:
      `${rows.toLocaleString('en-US')} people with 25 data fields, imported from a CSV file, and ` +
      'then copied from that service into an empty account, twice.',
    series: figures.series,
    ratios: [
      ratio('migrate / import', figures.get('migrate'), figures.get('import'), { least: 0.5 }),
      {
        name: `memory / ${MOST_MEGABYTES} MB`,
        runs: memory.runs.map(megabytes => megabytes / MOST_MEGABYTES),
        target: { most: 1 },
      },
    ],
  }
}

interface Measured {
  seconds: number
  rows: number
  /** Cores used, by process. */
  cores: Record<string, number>
  megabytes: number
}

function add(figures: Figures, name: string, { seconds, rows, cores, megabytes }: Measured): void {
  figures.add(name, 'rows/s', rows / seconds)
  figures.add(`${name}: time`, 's', seconds)
  for (const [process, used] of Object.entries(cores))
    figures.add(`${name}: ${process}`, 'us/row', (used * seconds * 1e6) / rows)
  figures.add(`${name}: most memory`, 'MB', megabytes)
}

async function importInto(
  { fixture }: Context,
  old: Bench,
  file: string,
  rows: number,
): Promise<Measured> {
  const worker = await startWorker(old)
  try {
    const used = processorOf(worker.pid, fixture.dataDir)
    const { seconds } = await importOnce(old, file, rows)
    const { service, store } = used()
    return { seconds, rows, cores: { worker: service, store }, megabytes: worker.most() }
  } finally {
    await worker.stop()
  }
}

async function migrateOnce(
  { fixture, profiles }: Context,
  { connection }: Bench,
  { rows, port, pid }: { rows: number; port: number; pid: number },
): Promise<Measured> {
  const address = `http://127.0.0.1:${port}/externalapiservice.asmx`
  const log = openSync(`${OUT}service.log`, 'a')
  const oldUsed = processorOf(pid, fixture.dataDir)
  const from = performance.now()
  const child = spawn(
    process.execPath,
    [
      ...profileOptions(profiles),
      PROGRAM,
      'migrate',
      '--from',
      address,
      '--username',
      'bench',
      '--rate',
      '1000',
    ],
    {
      cwd: ROOT,
      env: {
        ...COMPILED,
        PATH: process.env.PATH,
        DATA_DIR: `${OUT}database-migrate`,
        DATABASE_URL: databaseUrl(connection),
        SECRET_KEY: 'a secret for the bench, long enough to be one',
        OLD_PASSWORD: PASSWORD,
      },
      stdio: ['ignore', log, log],
    },
  )
  const used = processorOf(child.pid!, fixture.dataDir)
  let megabytes = 0
  // The last look is shortly before the end: an ended process has no figures.
  let copied = used()
  const watching = setInterval(
    () => {
      const now = residentOf(child.pid!)
      if (!(now > 0)) return
      megabytes = Math.max(megabytes, now)
      copied = used()
    },
    sized(50, 500),
  )
  try {
    const [code] = await once(child, 'exit')
    if (code !== 0)
      throw new Error(`pennypost migrate ended with ${code}; see bench/out/service.log`)
  } finally {
    clearInterval(watching)
  }
  const seconds = (performance.now() - from) / 1000
  const { service, store } = oldUsed()
  const cores = { 'copy process': copied.service, 'old service': service, 'both stores': store }
  return { seconds, rows, cores, megabytes }
}
