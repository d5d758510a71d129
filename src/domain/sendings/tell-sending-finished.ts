/** Telling webhooks that a sending came to its end, in the transaction that says so. */
import type { Db } from '../../db/db.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { tell } from '../webhooks/tell.ts'

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
    source: { kind: SOURCE.sending, id },
    details: [{ letters: planned }],
  })
}
