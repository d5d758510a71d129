/** Events of lists for webhooks, written in the transaction of the change. */
import type { Db } from '../../db/db.ts'
import { isListenedTo, publish } from '../webhooks/publish.ts'

type ListChange = 'added' | 'edited' | 'archived' | 'restored' | 'removed'

/** `changed`: the names of changed values. */
export async function publishListChanged(
  tx: Db,
  accountId: number,
  listId: number,
  change: ListChange,
  changed: readonly string[] = [],
): Promise<void> {
  if (!(await isListenedTo(tx, accountId, 'list-changed'))) return
  const shared = { change, changed }
  await publish(tx, accountId, { kind: 'list-changed', ids: [0], listId, shared })
}
