/** Notes when programs call an account, to the hour, so that people see whether any does. */
import type { Db } from '../../db/db.ts'
import { noteProgramCall } from './accounts.sql.ts'

const EVERY_MILLIS = 3_600_000

/** The function is called for each call, and returns at once. */
export function createCallNotes(
  db: Db,
  report: (error: unknown) => void,
): (accountId: number) => void {
  const noted = new Map<number, number>()
  return accountId => {
    const now = Date.now()
    if (now - (noted.get(accountId) ?? 0) < EVERY_MILLIS) return
    noted.set(accountId, now)
    noteProgramCall(db, { accountId }).catch(report)
  }
}
