/**
 * Reports that subscribers of an account have changed: debounced to once a second, not for each
 * call, and never in the statement of a call. A worker reports changes of processes that died, at
 * its start, and each hour.
 */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { markPeopleChanged } from './words.sql.ts'

const EVERY_MILLIS = 1000
/** More than the margin of a pass, so that one pass sees the change. */
const DUE_SECONDS = 6

/** Changes of accounts that are to be reported. */
const changesOf = storeLocal(() => new Map<number, number>())

/** Call it after the commit. */
export function notePeopleChanged(db: Store, accountId: number, changes = 1): void {
  const waiting = changesOf(db)
  const before = waiting.get(accountId)
  waiting.set(accountId, (before ?? 0) + changes)
  if (before !== undefined) return
  setTimeout(() => {
    const changes = waiting.get(accountId) ?? 0
    waiting.delete(accountId)
    markPeopleChanged(db, { accountId, seconds: DUE_SECONDS, changes }).catch(() => {})
  }, EVERY_MILLIS).unref()
}
