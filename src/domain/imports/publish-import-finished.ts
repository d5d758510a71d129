/** Publishes the end of an import to webhooks, in the transaction that ends it. */
import type { Db } from '../../db/db.ts'
import { readTrouble } from '../details/recorded.ts'
import { publish } from '../webhooks/publish.ts'
import { findImport } from './imports.sql.ts'

/** Publishes the import as it is when finished. */
export async function publishImportFinished(
  tx: Db,
  accountId: number,
  importId: number,
): Promise<void> {
  const found = await findImport(tx, { accountId, importId })
  if (!found) return
  const { listId, state, inserted, updated, unchanged, subscribed, rejected, trouble } = found
  const counts = { inserted, updated, unchanged, subscribed, rejected }
  const details = [
    {
      import: importId,
      state: state === 2 ? 'completed' : 'failed',
      ...counts,
      trouble: readTrouble(trouble).trouble,
    },
  ]
  await publish(tx, accountId, { kind: 'import-finished', ids: [0], listId, details })
}
