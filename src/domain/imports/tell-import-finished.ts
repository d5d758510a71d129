/** Telling webhooks that an import came to its end, in the transaction that says so. */
import type { Db } from '../../db/db.ts'
import { tell } from '../webhooks/tell.ts'
import { findImport } from './imports.sql.ts'

/** As it is when it is finished. */
export async function tellImportFinished(
  tx: Db,
  accountId: number,
  importId: number,
): Promise<void> {
  const found = await findImport(tx, { accountId, importId })
  if (!found) return
  const { listId, state, inserted, updated, unchanged, subscribed, rejected, trouble } = found
  const counts = { inserted, updated, unchanged, subscribed, rejected }
  const details = [
    { import: importId, state: state === 2 ? 'completed' : 'failed', ...counts, trouble },
  ]
  await tell(tx, accountId, { kind: 'import-finished', ids: [0], listId, details })
}
