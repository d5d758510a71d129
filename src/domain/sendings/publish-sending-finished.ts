/** Publishes the end of a sending to webhooks, in the transaction that ends it. */
import type { Db } from '../../db/db.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { publish } from '../webhooks/publish.ts'

/** A test is not published. */
export async function publishSendingFinished(
  tx: Db,
  accountId: number,
  sending: { id: number; listId: number; test: boolean; planned: number | null },
): Promise<void> {
  if (sending.test) return
  const { id, listId, planned } = sending
  await publish(tx, accountId, {
    kind: 'sending-finished',
    ids: [0],
    listId,
    source: { kind: SOURCE.sending, id },
    details: [{ messages: planned }],
  })
}
