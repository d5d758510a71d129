/**
 * Deletes sent events, in small statements, after the time in which they can be viewed and
 * replayed.
 */
import { atomically, type Db } from '../../db/db.ts'
import { clearWork, dueWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { allWebhooks, removeOrphanedEvents, trimEvents } from './deliver.sql.ts'

const PART = 2_000

/** Deletes a batch for each webhook. Returns how many events there were; 0: done for now. */
export async function trimSomeEvents(db: Db, keepDays: number): Promise<number> {
  let trimmed = 0
  for (const { accountId, id: webhookId } of await allWebhooks(db, {}))
    trimmed += await trimEvents(db, { accountId, webhookId, keepDays, most: PART })
  for (const { accountId, sourceId: webhookId } of await dueWork(db, {
    kind: WORK.webhookLeft,
    most: 100,
  })) {
    const removed = await removeOrphanedEvents(db, { accountId, webhookId, most: PART })
    trimmed += removed
    if (removed < PART)
      await atomically(db, tx =>
        clearWork(tx, { accountId, kind: WORK.webhookLeft, sourceId: webhookId }),
      )
  }
  return trimmed
}
