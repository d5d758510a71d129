/**
 * Deletes the ids that gateways assigned to parts, once no more receipts can arrive. The outcomes
 * of the SMS are kept.
 */
import type { Db } from '../../../db/db.ts'
import { messagesWithOldParts, trimParts } from './receipts.sql.ts'

/** Carriers try for a week at most, and receipts are matched up to thirty days back. */
const KEPT_MILLIS = 40 * 86_400_000
const MESSAGES = 100
const PARTS = 5_000

/** In small statements, so that locks are short. Returns whether there may be more. */
export async function trimOldParts(
  db: Db,
  stopping: AbortSignal,
  keptMillis = KEPT_MILLIS,
): Promise<boolean> {
  const old = await messagesWithOldParts(db, {
    before: new Date(Date.now() - keptMillis),
    most: MESSAGES,
  })
  for (const { accountId, id: messageId } of old)
    while ((await trimParts(db, { accountId, messageId, most: PARTS })) === PARTS)
      if (stopping.aborted) return false
  return old.length === MESSAGES
}
