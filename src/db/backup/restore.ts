/**
 * Brings a backup into an empty store: the schema as it was when the backup was made, its rows,
 * then the migrations since. All in one transaction, so that a backup that turns out to be damaged,
 * and a kill in the middle, leave the store empty.
 */
import type pg from 'pg'
import { isOutOfRoom } from '../again.ts'
import { copyIn, isStoreLost } from '../copy-streams.ts'
import type { Store } from '../db.ts'
import { applyFunctions, changedFunctions } from '../functions.ts'
import {
  applyMigration,
  knownStoreNumber,
  migrations,
  schemaNumber,
  storeNumber,
  underMigrationLock,
} from '../migrate.ts'
import { BackupFailed, type BackupHead, type BackupProgress } from './format.ts'
import { dropOurs, firstWithRows, ourTables, type TableOfOurs } from './our-tables.ts'
import { eachTable, type OpenBackup } from './reader.ts'
import { holdWhatGoesOut } from './restore-holds.ts'

export interface RestoreOptions {
  onProgress?: (progress: BackupProgress) => void
  /** Leaves the signing keys out: the secret they were sealed with is lost. */
  withoutSigningKeys?: boolean
  /** What must be in place when the store holds the data: done when all rows are in and checked. */
  beforeCommit?: () => Promise<void>
  signal?: AbortSignal
}

export interface RestoreResult {
  rows: number
  bytes: number
  tables: number
  /** The files applied since the backup was made. */
  migrated: string[]
}

/** Says what this version of the program can't do with a backup, before anything is opened. */
export function refuseNewer({ schema, version }: BackupHead): void {
  if (schema > schemaNumber())
    throw new BackupFailed(
      `The backup was made by Pennypost ${version}, with schema ${schema}; this version knows schema ${schemaNumber()}. Restore it with that version or a newer one.`,
    )
}

export function restore(
  store: Store,
  backup: OpenBackup,
  options: RestoreOptions = {},
): Promise<RestoreResult> {
  refuseNewer(backup.head)
  return store.withClient(async client => {
    const restored = await underMigrationLock(client, () =>
      inTransaction(client, () => load(client, backup, options), options),
    )
    // What the planner knows of the tables came from when they were empty.
    for (const { name } of await ourTables(client, schemaNumber()))
      await client.query(`analyze ${name}`)
    return restored
  }, 'upkeep')
}

async function inTransaction<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  options: RestoreOptions,
): Promise<T> {
  await client.query('begin')
  try {
    for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`set local ${setting} = 0`)
    const result = await work()
    await options.beforeCommit?.()
    // Whoever loses the connection here does not know whether the store holds the data; what was
    // put in place stays.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error(`the store answered ${command} to COMMIT`)
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw inWords(error)
  }
}

function inWords(cause: unknown): unknown {
  if (isStoreLost(cause))
    return new BackupFailed(
      'The connection to the store was lost. Look whether it is up, and restore again.',
      { cause },
    )
  if (isOutOfRoom(cause))
    return new BackupFailed('The store has no room for the backup; it is empty as before.', {
      cause,
    })
  return cause
}

async function load(
  client: pg.ClientBase,
  backup: OpenBackup,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const { head } = backup
  await makeRoom(client, head.schema)
  const tables = await ourTables(client, head.schema)
  refuseForeign(head, tables)
  const { onProgress = () => {}, withoutSigningKeys = false, signal } = options
  const end = await eachTable(backup, async ({ name, columns, rows, counted }) => {
    const known = async function* () {
      for await (const chunk of rows) {
        if (signal?.aborted)
          throw new BackupFailed('The restore was broken off; the store is empty as before.')
        yield chunk
        onProgress({ table: name, ...counted, done: false })
      }
    }
    const text = `copy ${name} (${columns.join(', ')}) from stdin (encoding 'UTF8')`
    const taken = await copyIn(client, text, known())
    if (taken !== counted.rows)
      throw new Error(`${name}: ${counted.rows} rows were sent, the store took ${taken}`)
    onProgress({ table: name, ...counted, done: true })
  })
  if (withoutSigningKeys) await client.query('delete from signing_keys')
  const migrated = await applyUpTo(client, schemaNumber())
  await applyFunctions(client, await changedFunctions(client))
  await holdWhatGoesOut(client)
  return { rows: end.rows, bytes: end.bytes, tables: end.tables, migrated }
}

/** Makes sure that the store is empty and stays so, and gives it the schema of the backup. */
async function makeRoom(client: pg.ClientBase, schema: number): Promise<void> {
  const there = await knownStoreNumber(client)
  const tables = await ourTables(client, there)
  if (tables.length > 0) {
    await client.query("set local lock_timeout = '20s'")
    await client
      .query(`lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`)
      .catch(cause => {
        if (cause.code === '55P03')
          throw new BackupFailed('Something else uses the store: stop it first, then restore.', {
            cause,
          })
        throw cause
      })
    await client.query('set local lock_timeout = 0')
  }
  const filled = await firstWithRows(client, tables)
  if (filled !== undefined)
    throw new BackupFailed(
      `The store is not empty (there are rows in ${filled}), and a restore replaces nothing. Give it an empty one: another DATA_DIR, or a new database for DATABASE_URL.`,
    )
  // A store that is already further than the backup begins again.
  if (there > schema) await dropOurs(client, there)
  await applyUpTo(client, schema)
}

async function applyUpTo(client: pg.ClientBase, schema: number): Promise<string[]> {
  const done = await storeNumber(client)
  const missing = migrations().filter(({ number }) => number > done && number <= schema)
  for (const migration of missing) await applyMigration(client, migration)
  return missing.map(({ file }) => file)
}

/** The names in a backup become parts of statements: only those that the schema knows do. */
function refuseForeign(head: BackupHead, tables: TableOfOurs[]): void {
  const known = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]))
  const fits =
    head.tables.length === tables.length &&
    head.tables.every(({ name, columns }) => fitsIn(known.get(name), columns))
  if (!fits)
    throw new BackupFailed(
      `The tables of the backup are not those of schema ${head.schema}: it was changed after it was made.`,
    )
}

const fitsIn = (known: Set<string> | undefined, columns: string[]): boolean =>
  known !== undefined &&
  new Set(columns).size === known.size &&
  columns.every(column => known.has(column))
