/** Events of sendings for webhooks, written in the transaction of the change. Tests have none. */
import type { Db } from '../../db/db.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { readWhy, type StoredDetail } from '../details/details.ts'
import type { EventKind } from '../webhooks/event-kinds.ts'
import { publish } from '../webhooks/publish.ts'

interface SendingToPublish {
  id: number
  listId: number
  test: boolean
}

export const publishSendingFinished = (
  tx: Db,
  accountId: number,
  sending: SendingToPublish & { planned: number | null },
): Promise<void> =>
  publishSending(tx, accountId, 'sending-finished', sending, { messages: sending.planned })

/** `reason` is the code of the reason; null if a person wrote one. */
export const publishSteered = (
  tx: Db,
  accountId: number,
  kind: 'sending-paused' | 'sending-resumed' | 'sending-cancelled',
  sending: SendingToPublish,
  stop?: StoredDetail,
): Promise<void> =>
  publishSending(tx, accountId, kind, sending, {
    ...(stop && { reason: readWhy(stop.why)?.code ?? null }),
  })

async function publishSending(
  tx: Db,
  accountId: number,
  kind: EventKind,
  { id, listId, test }: SendingToPublish,
  facts: object,
): Promise<void> {
  if (test) return
  const source = { kind: SOURCE.sending, id }
  await publish(tx, accountId, { kind, ids: [0], listId, source, shared: facts })
}
