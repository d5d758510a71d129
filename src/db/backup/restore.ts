/**
 * Restores a backup into an empty store: the schema at the time of the backup, its rows, then newer
 * migrations. In one transaction, so that a damaged backup or a kill leaves the store empty.
 */
import type pg from 'pg'
import { isOutOfRoom } from '../again.ts'
import { distributeTables, dropLocalCopies, isDistributed } from '../cluster/distribute.ts'
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
import { dropOurTables, firstWithRows, ourTables, type TableOfOurs } from './our-tables.ts'
import { eachTable, type OpenBackup } from './reader.ts'
import { pauseOutgoing } from './restore-holds.ts'

export interface RestoreOptions {
  onProgress?: (progress: BackupProgress) => void
  /** Leaves the signing keys out: the secret that encrypted them is lost. */
  withoutSigningKeys?: boolean
  /** Runs after all rows are loaded and verified, before COMMIT. */
  beforeCommit?: () => Promise<void>
  signal?: AbortSignal
}

export interface RestoreResult {
  rows: number
  bytes: number
  tables: number
  /** The migrations newer than the backup. */
  migrated: string[]
}

/**
 * A smaller table is left to autovacuum, which analyzes one from this many rows on. Of a single row
 * the statistics would say that each account has one, and the planner would expect that of a
 * million as well.
 */
const MANY = 50

/** Rejects a backup of a newer schema, before anything is opened. */
export function refuseNewer({ schema, version }: BackupHead): void {
  if (schema > schemaNumber())
    throw new BackupFailed(
      `The backup was made by Pennypost ${version}, with schema ${schema}; this version ` +
        `supports schema ${schemaNumber()}. Restore it with that version or a newer one.`,
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
    if (await isDistributed(client)) await dropLocalCopies(client)
    // The planner's statistics are those of empty tables.
    for (const { name } of await ourTables(client, schemaNumber()))
      if (await hasRows(client, name, MANY)) await client.query(`analyze ${name}`)
    return restored
  }, 'upkeep')
}

async function hasRows(client: pg.ClientBase, table: string, count: number): Promise<boolean> {
  const { rows } = await client.query(`select 1 from ${table} offset ${count - 1} limit 1`)
  return rows.length > 0
}

async function inTransaction<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  options: RestoreOptions,
): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await options.beforeCommit?.()
    // If the connection is lost here, the outcome is unknown; the files that beforeCommit wrote
    // stay.
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
      'The connection to the store was lost. Check that its server runs, then restore again.',
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
  const onCluster = await isDistributed(client)
  if (onCluster) await client.query("set local citus.multi_shard_modify_mode to 'sequential'")
  await prepareEmptyStore(client, head.schema)
  const tables = await ourTables(client, head.schema)
  refuseUnknownTables(head, tables)
  const { onProgress = () => {}, withoutSigningKeys = false, signal } = options
  const end = await eachTable(backup, async ({ name, columns, rows, counted }) => {
    const known = async function* () {
      for await (const chunk of rows) {
        if (signal?.aborted)
          throw new BackupFailed('The restore was interrupted; the store is empty as before.')
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
  // Those of an older schema were made anew, as tables of the coordinator.
  if (onCluster) await distributeTables(client)
  await pauseOutgoing(client)
  return { rows: end.rows, bytes: end.bytes, tables: end.tables, migrated }
}

/** Checks that the store is empty, locks it, and migrates it to the schema of the backup. */
async function prepareEmptyStore(client: pg.ClientBase, schema: number): Promise<void> {
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
      `The store is not empty (there are rows in ${filled}), and a restore replaces ` +
        'nothing. Give it an empty one: another DATA_DIR, or a new database for DATABASE_URL.',
    )
  // An empty store with a newer schema is dropped and created again.
  if (there > schema) await dropOurTables(client, there)
  await applyUpTo(client, schema)
}

async function applyUpTo(client: pg.ClientBase, schema: number): Promise<string[]> {
  const done = await storeNumber(client)
  const missing = migrations().filter(({ number }) => number > done && number <= schema)
  for (const migration of missing) await applyMigration(client, migration)
  return missing.map(({ file }) => file)
}

/**
 * Names in a backup become part of statements: only names that the schema contains are accepted.
 */
function refuseUnknownTables(head: BackupHead, tables: TableOfOurs[]): void {
  const known = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]))
  const fits =
    head.tables.length === tables.length &&
    head.tables.every(({ name, columns }) => fitsIn(known.get(name), columns))
  if (!fits)
    throw new BackupFailed(
      `The tables of the backup are not those of schema ${head.schema}: it was changed ` +
        'after it was made.',
    )
}

const fitsIn = (known: Set<string> | undefined, columns: string[]): boolean =>
  known !== undefined &&
  new Set(columns).size === known.size &&
  columns.every(column => known.has(column))
