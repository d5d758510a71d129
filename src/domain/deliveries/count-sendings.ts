/**
 * Counts the outcomes of the emails of sendings that have ended, once. A later outcome of one of
 * these emails invalidates the counts in the same transaction.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { providerDomains } from '../routes/providers.ts'
import {
  clearOutcomes,
  countOutcomes,
  forgetCounts,
  isOpen,
  lockCounts,
  markCounted,
  sendingsOfBounces,
  sendingsToCount,
} from './counts.sql.ts'

/** How long after its end a sending is counted: until then bounces are many. */
export const COUNTED_AFTER_MINUTES = 60

const AT_ONCE = 100

/** Returns how many were counted; those of which an email is still open are left for later. */
export async function countSendings(
  db: Store,
  accountId: number,
  stopping?: AbortSignal,
): Promise<number> {
  const ended = { accountId, afterMinutes: COUNTED_AFTER_MINUTES, most: AT_ONCE }
  let counted = 0
  for (const { sendingId } of await sendingsToCount(db, ended)) {
    if (stopping?.aborted) break
    const isCounted = await atomically(db, tx => countSending(tx, accountId, sendingId), {
      again: true,
      accountId,
    })
    if (isCounted) counted++
  }
  return counted
}

async function countSending(tx: Db, accountId: number, sendingId: number): Promise<boolean> {
  const known = await lockCounts(tx, { accountId, sendingId })
  if (!known || known.countedAt !== null) return false
  return countLocked(tx, accountId, sendingId)
}

/** Of a sending whose counts are locked. False: an email is still open. */
export async function countLocked(tx: Db, accountId: number, sendingId: number): Promise<boolean> {
  if ((await isOpen(tx, { accountId, sendingId })).open) return false
  await clearOutcomes(tx, { accountId, sendingId })
  const known = providerDomains()
  await countOutcomes(tx, {
    accountId,
    sendingId,
    domains: known.map(({ domain }) => domain),
    names: known.map(({ provider }) => provider),
  })
  await markCounted(tx, { accountId, sendingId })
  return true
}

/** After bounces have changed the ledger, in their transaction. */
export async function forgetCountsOfBounces(
  tx: Db,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const sendingIds = (await sendingsOfBounces(tx, { accountId, ids: [...ids] })).map(
    ({ sendingId }) => sendingId,
  )
  if (sendingIds.length > 0) await forgetCounts(tx, { accountId, sendingIds })
}
