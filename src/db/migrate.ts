/**
 * Migrates a store to the newest schema: numbered .sql files, forward only, then the functions
 * (functions.ts), applied by the first process to start.
 * Statements are sent one at a time, as a cluster requires.
 */
import type pg from 'pg'
import { inTransaction } from './client-transaction.ts'
import { distributeTables, isDistributed } from './cluster/distribute.ts'
import type { Store } from './db.ts'
import { applyFunctions, changedFunctions } from './functions.ts'
import { type SqlFile, sqlFiles } from './sql-files.ts'
import { StoreIsNewer } from './store-is-newer.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** An arbitrary number, the same in all processes: the advisory lock for migrations. */
const LOCK = 7_302_115

/** The store has a migration that this version does not have, or has with another text. */
export class MigrationDiffers extends Error {
  constructor(file: string) {
    super(
      `The store was made with other migrations than this version has (${file}). Start the ` +
        'version that made ' +
        'it, or give this one an empty store: another DATA_DIR, or a new database for ' +
        'DATABASE_URL.',
    )
  }
}

export interface Migration extends Omit<SqlFile, 'text'> {
  number: number
}

let read: Migration[] | undefined

/** All migrations of this program, oldest first. */
export function migrations(): Migration[] {
  read ??= sqlFiles(FOLDER)
    .filter(({ file }) => /^\d{4}-/.test(file))
    .map(({ file, statements, hash }) => ({
      number: Number(file.slice(0, 4)),
      file,
      statements,
      hash,
    }))
  return read
}

/** The newest schema number of this program. */
export const schemaNumber = (): number => migrations().at(-1)?.number ?? 0

/**
 * Applies the missing migrations, then the functions that differ from the store's. Returns the
 * files applied, in that order. Throws StoreIsNewer and MigrationDiffers.
 */
export function migrate(
  store: Store,
  onApplied: (file: string) => void = () => {},
): Promise<string[]> {
  return store.withClient(
    client => underMigrationLock(client, () => applyMissing(client, onApplied)),
    'upkeep',
  )
}

/**
 * Runs the work while no other process migrates; creates the tables of the schema's history if they
 * are missing.
 */
export async function underMigrationLock<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
): Promise<T> {
  await client.query(`select pg_advisory_lock(${LOCK})`)
  try {
    await client.query(
      `create table if not exists schema_migrations (
        number int primary key, file text not null, applied_at timestamptz not null default \
now(), hash text)`,
    )
    await client.query(
      `create table if not exists schema_functions (
        file text primary key, version int not null, hash text not null,
        applied_at timestamptz not null default now())`,
    )
    await addHashes(client)
    return await work()
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`).catch(() => {})
  }
}

/**
 * For a store older than the hashes. Checked first, because the lock of `alter table` would wait
 * for a backup.
 */
async function addHashes(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'hash'
     and not attisdropped`,
  )
  if (rowCount === 0) await client.query('alter table schema_migrations add column hash text')
}

/** Applies one migration, in the client's transaction. */
export async function applyMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  const { number, file, statements, hash } = migration
  try {
    for (const statement of statements) await client.query(statement)
    const note = 'insert into schema_migrations (number, file, hash) values ($1, $2, $3)'
    await client.query(note, [number, file, hash])
  } catch (cause) {
    throw new Error(`The migration ${file} failed: ${(cause as Error).message}`, { cause })
  }
}

/** The number of the newest migration in the store; 0 for an empty one. */
export async function storeNumber(client: pg.ClientBase): Promise<number> {
  const known = await client.query("select to_regclass('schema_migrations') is not null as there")
  if (!known.rows[0].there) return 0
  const { rows } = await client.query(
    'select coalesce(max(number), 0)::int as number from schema_migrations',
  )
  return rows[0].number
}

/**
 * As storeNumber(), of a store that this program supports. Throws MigrationDiffers and
 * StoreIsNewer.
 */
export async function knownStoreNumber(client: pg.ClientBase): Promise<number> {
  const done = await storeNumber(client)
  if (done > 0) await refuseOtherMigrations(client)
  if (done > schemaNumber()) throw new StoreIsNewer(`schema ${done}`, `schema ${schemaNumber()}`)
  return done
}

/** A migration applied before hashes were recorded is not compared. */
async function refuseOtherMigrations(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: number; file: string; hash: string | null }>(
    'select number, file, hash from schema_migrations order by number',
  )
  const known = new Map(migrations().map(migration => [migration.number, migration]))
  for (const { number, file, hash } of rows) {
    const ours = known.get(number)
    if (ours && (ours.file !== file || (hash !== null && ours.hash !== hash)))
      throw new MigrationDiffers(file)
  }
}

async function applyMissing(
  client: pg.ClientBase,
  onApplied: (file: string) => void,
): Promise<string[]> {
  const done = await knownStoreNumber(client)
  const functions = await changedFunctions(client)
  const onCluster = await isDistributed(client)
  const applied: string[] = []
  for (const migration of migrations().filter(({ number }) => number > done)) {
    await inTransaction(client, async () => {
      await applyMigration(client, migration)
      if (onCluster) await distributeTables(client)
    })
    applied.push(migration.file)
    onApplied(migration.file)
  }
  if (functions.length > 0)
    await inTransaction(client, async () => {
      await applyFunctions(client, functions)
      if (onCluster) await distributeTables(client)
    })
  for (const { file } of functions) {
    applied.push(`functions/${file}`)
    onApplied(`functions/${file}`)
  }
  return applied
}
