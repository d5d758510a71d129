/**
 * What ends by itself: evidence that is old, and being left out after soft bounces. In small
 * statements, so that nobody waits.
 */
import type { Db } from '../../db/db.ts'
import { accountsTriedAgain, trimBounces, tryAgain } from './bounces.sql.ts'
import {
  accountsWithOldBounces,
  accountsWithOldMessages,
  trimMessages,
} from './messages/messages.sql.ts'
import { NOBODY, trimNobodys } from './messages/store-message.ts'

const MOST = 500
/** Messages for nobody are kept for so many days, if others are not kept for fewer. */
const DAYS_FOR_NOBODY = 14
const DAY = 86_400_000

/**
 * Takes away messages, and bounces that hold nobody back, that are older than so many days. Says
 * whether there may be more.
 */
export async function trimBounceFacts(
  db: Db,
  days: number,
  stopping: AbortSignal,
): Promise<boolean> {
  const before = new Date(Date.now() - days * DAY)
  await trimNobodys(db)
  const nobodys = new Date(Date.now() - Math.min(days, DAYS_FOR_NOBODY) * DAY)
  let more = (await trimMessages(db, { accountId: NOBODY, before: nobodys, most: MOST })) === MOST
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

/** Those who were left out for soft bounces long enough; answers how many. */
export async function tryPeopleAgain(db: Db): Promise<number> {
  let people = 0
  for (const { accountId } of await accountsTriedAgain(db, {}))
    people += await tryAgain(db, { accountId, most: MOST })
  return people
}
