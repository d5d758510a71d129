/** Telling of work that came to its end, in the transaction that says so. */
import type { Db } from '../../db/db.ts'
import { findImport } from '../imports/imports.sql.ts'
import { tell } from './tell.ts'

/** As it is when it is finished. */
export async function tellImportFinished(tx: Db, accountId: number, importId: number): Promise<void> {
  const found = await findImport(tx, { accountId, importId })
  if (!found) return
  const { listId, state, inserted, updated, unchanged, subscribed, rejected, trouble } = found
  const counts = { inserted, updated, unchanged, subscribed, rejected }
  const details = [{ import: importId, state: state === 2 ? 'completed' : 'failed', ...counts, trouble }]
  await tell(tx, accountId, { kind: 'import-finished', ids: [0], listId, details })
}

/** Of a test nothing is told. */
export async function tellSendingFinished(
  tx: Db,
  accountId: number,
  sending: { id: number; listId: number; test: boolean; planned: number | null },
): Promise<void> {
  if (sending.test) return
  const { id, listId, planned } = sending
  await tell(tx, accountId, {
    kind: 'sending-finished',
    ids: [0],
    listId,
    source: { kind: 1, id },
    details: [{ letters: planned }],
  })
}
