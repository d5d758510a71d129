/** The record of backups made, tested and restored, which the console shows. */
import { randomUUID } from 'node:crypto'
import { noteBackup } from '../db/backup/backups.sql.ts'
import type { Store } from '../db/db.ts'
import { schemaNumber, storeNumber } from '../db/migrate.ts'
import type { Context } from './context.ts'
import { explain } from './failure.ts'

interface BackupRun {
  kind: 'made' | 'tested' | 'restored'
  began: Date
  fileBytes: number | null
  rows: number | null
}

/** A store that can't be written to, or waits for its upgrade, keeps no record. */
export async function recordRun(
  context: Context,
  store: Store,
  run: BackupRun,
  error?: unknown,
): Promise<void> {
  try {
    if ((await store.withClient(storeNumber)) !== schemaNumber()) return
    const trouble = error === undefined ? null : explain(error)
    await noteBackup(store, { id: randomUUID(), ...run, trouble })
  } catch (failure) {
    context.progress(`It is not recorded in the store: ${explain(failure)}`)
  }
}

/** Records a run that fails, too. */
export async function recorded<Made extends { rows: number; fileBytes?: number }>(
  context: Context,
  store: Store,
  kind: BackupRun['kind'],
  run: () => Promise<Made>,
): Promise<Made> {
  const began = new Date()
  try {
    const made = await run()
    const { rows, fileBytes = null } = made
    await recordRun(context, store, { kind, began, fileBytes, rows })
    return made
  } catch (error) {
    await recordRun(context, store, { kind, began, fileBytes: null, rows: null }, error)
    throw error
  }
}
