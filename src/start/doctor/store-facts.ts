/** The facts of the store: version, schema, size, sessions, clock. */
import { statfs } from 'node:fs/promises'
import type { Store } from '../../db/db.ts'
import { migrations, schemaNumber, storeNumber } from '../../db/migrate.ts'
import type { Config } from '../../settings/config.ts'

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
  /** Of the folder of the embedded store, in bytes. */
  disk: { free: number; size: number } | null
  /** How far the store's clock is ahead of ours. */
  clockAheadMillis: number
}

export async function storeFacts(
  store: Store,
  { databaseUrl, dataDir }: Pick<Config['store'], 'databaseUrl' | 'dataDir'>,
): Promise<StoreFacts> {
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
      kind: databaseUrl === undefined ? 'embedded' : 'external',
      disk: databaseUrl === undefined ? await diskOf(dataDir) : null,
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

async function diskOf(folder: string): Promise<StoreFacts['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return null // Another machine has it, or it is away.
  }
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
