/** A separate database for benches that fill one, and a worker or service process on it. */
import { spawn } from 'node:child_process'
import { mkdirSync, openSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../src/db/db.ts'
import { openEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { openStore } from '../src/db/open-store.ts'
import { addAccount } from '../src/domain/accounts/add-account.ts'
import { hasEnded, importProgress } from '../src/domain/imports/progress.ts'
import { PLAIN_CSV, queueImport } from '../src/domain/imports/queue-import.ts'
import { makeList } from '../src/domain/lists/add-list.ts'
import { dropDatabase } from '../test/support/database.ts'
import { freePort } from '../test/support/free-port.ts'
import { templateDatabase } from '../test/support/template-database.ts'
import { databaseUrl } from '../test/support/worker-process.ts'
import { type Context, OUT, ROOT, type Running, stopped, untilAnswered } from './driving.ts'
import { execute, type Fixture, PASSWORD } from './fixture.ts'
import { residentOf } from './processors.ts'
import { COMPILED, isSmoke, PROGRAM, STORE, sized } from './smoke.ts'

const DATABASE = 'bench_import'
/** Of the services. */
export const SECRET = 'a secret for the bench, long enough to be one'

export interface Bench {
  store: Store
  accountId: number
  listId: number
  connection: Parameters<typeof openStore>[0]['connection']
}

/** The measured store's server, without the million subscribers of other benches. */
export async function openBare(dataDir: string, log: (line: string) => void): Promise<Fixture> {
  const embedded = await openEmbedded({ dataDir, log, ...STORE })
  const store = openStore({ connection: embedded.connection, connections: 4 })
  const { rows } = await store.withClient(client =>
    client.query("select current_setting('server_version') as version"),
  )
  return {
    store,
    connection: embedded.connection,
    dataDir,
    people: { username: '', accountId: 0, fullList: 0, emptyList: 0 },
    lists: { username: '', accountId: 0 },
    serverVersion: rows[0].version,
    async close() {
      await store.close()
      await embedded.release()
    },
  }
}

export async function onNewDatabase<T>(
  context: Context,
  work: (bench: Bench) => Promise<T>,
  database = DATABASE,
): Promise<T> {
  const { connection } = context.fixture
  await dropDatabase(connection, database)
  try {
    return await onDatabase(context, database, async bench => {
      await migrate(bench.store)
      return work(await withAccount(bench))
    })
  } finally {
    await dropDatabase(connection, database)
  }
}

/**
 * On a database that is filled once and kept for later runs; made anew when the text that tells its
 * shape has changed. What `work` adds, it has to take away.
 */
export async function onKeptDatabase<T>(
  context: Context,
  { name, shape, fill }: { name: string; shape: string; fill(bench: Bench): Promise<void> },
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const { connection } = context.fixture
  const isCurrent = await onDatabase(context, name, async ({ store }) => {
    const { rows } = await store.withClient(client =>
      client.query(
        "select shobj_description(oid, 'pg_database') from pg_database where datname = $1",
        [name],
      ),
    )
    return rows[0]?.shobj_description === shape
  })
  if (!isCurrent) await dropDatabase(connection, name)
  return onDatabase(context, name, async bench => {
    await migrate(bench.store)
    const account = await withAccount(bench)
    if (!isCurrent) {
      await fill(account)
      await execute(bench.store, `comment on database ${name} is '${shape}'`)
    }
    return work(account)
  })
}

/** Opens a database, which is created if it is not there. */
async function onDatabase<T>(
  { fixture }: Context,
  name: string,
  work: (bench: Pick<Bench, 'store' | 'connection'>) => Promise<T>,
): Promise<T> {
  await fixture.store.withClient(async client => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name} ${await withSchema(fixture)}`)
  })
  const connection = { ...fixture.connection, database: name }
  const store = openStore({ connection, connections: 4 })
  try {
    return await work({ store, connection })
  } finally {
    await store.close()
  }
}

/** For a smoke run a copy of a migrated one: applying all migrations takes longer than a bench. */
const withSchema = async ({ connection }: Fixture): Promise<string> =>
  isSmoke ? `template ${await templateDatabase(connection)} strategy file_copy` : ''

/** With account `bench` and its list, the first of each, which are made if they are not there. */
async function withAccount(bench: Pick<Bench, 'store' | 'connection'>): Promise<Bench> {
  const { store } = bench
  const added = await addAccount(store, { username: 'bench', password: PASSWORD })
  if (!added) return { ...bench, accountId: 1, listId: 1 }
  const list = {
    name: 'All',
    fromName: 'S',
    fromEmail: 's@example.test',
    description: '',
    characterSet: '',
  }
  return { ...bench, accountId: added.id, listId: await makeList(store, added.id, list) }
}

export interface BenchWorker {
  pid: number
  /** Peak memory in MB. */
  most(): number
  stop(): Promise<void>
}

export async function startWorker(
  { connection }: Bench,
  more: Record<string, string> = {},
): Promise<BenchWorker> {
  const dataDir = `${OUT}import-worker`
  mkdirSync(dataDir, { recursive: true })
  const child = spawn(process.execPath, [PROGRAM, 'start'], {
    cwd: ROOT,
    env: {
      ...COMPILED,
      PATH: process.env.PATH,
      ROLES: 'worker',
      // For profiles.
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(connection),
      SECRET_KEY: SECRET,
      FETCH_ALLOW: '127.0.0.1',
      IMPORT_MAX_BYTES: '8 GB',
      ...more,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, residentOf(child.pid!) || 0)
  }, 100)
  await pause(sized(2000, 0))
  return {
    pid: child.pid!,
    most: () => most,
    async stop() {
      clearInterval(watching)
      await stopped(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The time from the call that queues the import to its end. */
export async function importOnce({ store, accountId, listId }: Bench, url: string, rows: number) {
  const from = performance.now()
  const importId = await queueImport(store, accountId, {
    listId,
    source: { url },
    options: PLAIN_CSV,
  })
  for (;;) {
    const progress = (await importProgress(store, accountId, importId))!
    if (hasEnded(progress)) {
      if (progress.state !== 2 || progress.position !== rows)
        throw new Error(`the import went wrong: ${progress.trouble}`)
      break
    }
    await pause(20)
  }
  const seconds = (performance.now() - from) / 1000
  return { pace: rows / seconds, seconds }
}

/** The service on that database, running; without workers, unless `more` says so. */
export async function startWeb(
  { connection }: Bench,
  profile: string[] = [],
  more: Record<string, string> = {},
): Promise<Running> {
  mkdirSync(OUT, { recursive: true })
  const port = await freePort()
  const log = openSync(`${OUT}service.log`, 'a')
  const child = spawn(process.execPath, [...profile, PROGRAM, 'start'], {
    cwd: ROOT,
    env: {
      ...COMPILED,
      PATH: process.env.PATH,
      ROLES: 'web',
      PORT: String(port),
      STOP_DELAY: '0',
      DATA_DIR: `${OUT}database-web`,
      DATABASE_URL: databaseUrl(connection),
      SECRET_KEY: SECRET,
      ...more,
    },
    stdio: ['ignore', log, log],
  })
  await untilAnswered(child, port, 'bench')
  return { port, pid: child.pid!, stop: () => stopped(child) }
}
