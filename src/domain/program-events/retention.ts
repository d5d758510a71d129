/** Events of programs are removed after a time; what they started goes on. */
import type { Store } from '../../db/db.ts'
import { accountsWithOldEvents, removeOldProgramEvents } from './program-events.sql.ts'

/** In one transaction. */
const PART = 5_000

/** Removes some of the events older than so many days. Returns how many. */
export async function trimProgramEvents(store: Store, keepDays: number): Promise<number> {
  let removed = 0
  for (const { accountId } of await accountsWithOldEvents(store, { keepDays }))
    removed += await removeOldProgramEvents(store, { accountId, keepDays, most: PART })
  return removed
}
