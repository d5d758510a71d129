/**
 * Trims old bounces and messages, and ends undeliverability after soft bounces. Uses small
 * statements, to hold locks briefly.
 */
import type { Db } from '../../db/db.ts'
import { trimReports } from '../receiver-reports/keep-report.ts'
import { accountsWithExpired, releaseExpired, trimBounces } from './bounces.sql.ts'
import {
  accountsWithOldBounces,
  accountsWithOldMessages,
  trimMessages,
} from './messages/messages.sql.ts'
import { NO_ACCOUNT, trimUnowned } from './messages/store-message.ts'

const MOST = 500
/** Messages without an account are kept for at most this many days. */
const DAYS_WITHOUT_ACCOUNT = 14
const DAY = 86_400_000

/**
 * Deletes messages, and bounces that suppress no one, older than `days`. Returns whether there may
 * be more.
 */
export async function trimBounceFacts(
  db: Db,
  days: number,
  stopping: AbortSignal,
): Promise<boolean> {
  const before = new Date(Date.now() - days * DAY)
  await trimUnowned(db)
  await trimReports(db)
  const unowned = new Date(Date.now() - Math.min(days, DAYS_WITHOUT_ACCOUNT) * DAY)
  let more =
    (await trimMessages(db, { accountId: NO_ACCOUNT, before: unowned, most: MOST })) === MOST
  for (const { accountId } of await accountsWithOldMessages(db, { before })) {
    if (stopping.aborted) return false
    more = (await trimMessages(db, { accountId, before, most: MOST })) === MOST || more
  }
  for (const { accountId } of await accountsWithOldBounces(db, { before })) {
    if (stopping.aborted) return false
    more = (await trimBounces(db, { accountId, before, most: MOST })) === MOST || more
  }
  return more
}

/**
 * Ends undeliverability after soft bounces, or of an import, when its time has passed; returns the
 * number of subscribers.
 */
export async function endSoftSuppression(db: Db): Promise<number> {
  let people = 0
  for (const { accountId } of await accountsWithExpired(db, {}))
    people += await releaseExpired(db, { accountId, most: MOST })
  return people
}
