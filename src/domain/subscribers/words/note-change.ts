/**
 * Reports that subscribers of an account have changed: once a second, not for each call, and never
 * in the statement of a call. What a process that dies has not reported, a worker reports at its
 * start, and each hour.
 */
import type { Store } from '../../../db/db.ts'
import { storeLocal } from '../../../db/store-local.ts'
import { markPeopleChanged } from './words.sql.ts'

const EVERY_MILLIS = 1000
/** More than the margin of a pass, so that one pass sees the change. */
const DUE_SECONDS = 6

const reportedOf = storeLocal(() => new Set<number>())

/** Call it after the commit. */
export function notePeopleChanged(db: Store, accountId: number): void {
  const reported = reportedOf(db)
  if (reported.has(accountId)) return
  reported.add(accountId)
  setTimeout(() => {
    reported.delete(accountId)
    markPeopleChanged(db, { accountId, seconds: DUE_SECONDS }).catch(() => {})
  }, EVERY_MILLIS).unref()
}
