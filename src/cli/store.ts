/** `pennypost store ...`: facts about the store, and migration of its schema. */
import type { Command } from 'commander'
import type { Store } from '../db/db.ts'
import { embeddedStatus } from '../db/embedded/embedded.ts'
import { migrate, migrations, schemaNumber, storeNumber } from '../db/migrate.ts'
import type { Config } from '../settings/config.ts'
import { CommandFailed, type Context, withOpened } from './context.ts'
import { count, size } from './long-work.ts'

interface Options {
  json?: boolean
}

export function register(store: Command, context: Context): void {
  store
    .command('status')
    .option('--json', 'as JSON, for programs')
    .description('Show what the store is: where, which version and schema, how large, who uses it.')
    .addHelpText('after', '\nExample:\n  $ pennypost store status --json')
    .action((options: Options) => status(context, options))

  store
    .command('upgrade')
    .option('--json', 'as JSON, for programs')
    .description(
      'Bring the schema up to date, as the service does when it starts. Make a backup ' +
        'first: there is no way back.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost backup before.backup && pennypost store upgrade',
    )
    .action((options: Options) => upgrade(context, options))
}

/** For commands that need an existing store and must not make a new one. */
export async function refuseWithoutStore(config: Config): Promise<void> {
  if (
    config.store.databaseUrl !== undefined ||
    (await embeddedStatus(config.store.dataDir)).storeMajor !== undefined
  )
    return
  throw new CommandFailed(
    `There is no store in ${config.store.dataDir} yet. Is DATA_DIR set as for the service?`,
  )
}

export interface StoreFacts {
  kind: 'embedded' | 'external'
  /** The version of PostgreSQL. */
  version: string
  database: string
  schema: number
  newestSchema: number
  missing: string[]
  bytes: number
  /** Sessions of other programs and processes in the same database. */
  sessions: number
  /** How far the store's clock is ahead of ours. */
  clockAheadMillis: number
}

export async function storeFacts(config: Config, store: Store): Promise<StoreFacts> {
  return store.withClient(async client => {
    const before = Date.now()
    const { rows } = await client.query(
      `select current_setting('server_version') as version, current_database() as database,
         pg_database_size(current_database())::float8 as bytes,
         (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
         (select count(*)::int from pg_stat_activity where datname = current_database() and \
backend_type = 'client backend'
           and pid <> pg_backend_pid() and application_name <> $1) as sessions`,
      ['pennypost launcher'],
    )
    const { now, ...facts } = rows[0]
    const schema = await storeNumber(client)
    return {
      kind: config.store.databaseUrl === undefined ? 'embedded' : 'external',
      ...facts,
      schema,
      newestSchema: schemaNumber(),
      missing: migrations()
        .filter(({ number }) => number > schema)
        .map(({ file }) => file),
      clockAheadMillis: Math.round(now - (before + Date.now()) / 2),
    }
  })
}

async function status(context: Context, { json }: Options): Promise<void> {
  const config = context.config()
  const { print, printJson } = context
  const before =
    config.store.databaseUrl === undefined ? await embeddedStatus(config.store.dataDir) : undefined
  if (before && before.storeMajor === undefined) {
    if (json) return printJson({ kind: 'embedded', dataDir: config.store.dataDir, there: false })
    return print(`There is no store in ${config.store.dataDir} yet: the first start makes one.`)
  }
  const { clockAheadMillis: _, ...facts } = await withOpened(config, ({ store }) =>
    storeFacts(config, store),
  )
  const where = before
    ? { dataDir: config.store.dataDir, running: before.running, pid: before.pid }
    : {}
  if (json) return printJson({ ...facts, there: true, ...where })
  const running = before?.running
    ? `running, process ${before.pid}`
    : 'not running before this command'
  print(
    before
      ? `Store:     embedded, in ${config.store.dataDir} (${running})`
      : `Store:     the PostgreSQL of DATABASE_URL, ${facts.database}`,
  )
  print(`Server:    PostgreSQL ${facts.version}`)
  print(`Schema:    ${schemaLine(facts)}`)
  print(`Size:      ${size(facts.bytes)}`)
  print(
    'Used by:   ' +
      `${facts.sessions === 0 ? 'no other session' : `${count(facts.sessions)} other sessions`}`,
  )
}

export function schemaLine({
  schema,
  newestSchema,
  missing,
}: Pick<StoreFacts, 'schema' | 'newestSchema' | 'missing'>): string {
  if (schema > newestSchema)
    return `${schema}, newer than this version, which knows ${newestSchema}`
  if (missing.length === 0) return `${schema}, up to date`
  return `${schema === 0 ? 'none yet' : schema}; missing: ${missing.join(', ')}`
}

async function upgrade(context: Context, { json }: Options): Promise<void> {
  const config = context.config()
  const applied = await withOpened(config, ({ store }) =>
    migrate(store, file => context.progress(`applied ${file}`)),
  )
  if (json) context.printJson({ schema: schemaNumber(), applied })
  else
    context.print(
      applied.length === 0
        ? `The schema is up to date (${schemaNumber()}).`
        : `The schema is now ${schemaNumber()}.`,
    )
}
