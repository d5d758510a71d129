/**
 * The state of the queues, read from the store for a scrape. The result is cached for some seconds;
 * a slow query is aborted, in the store as well.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { lastBackup } from '../db/backup/backups.sql.ts'
import { atomically, type Db } from '../db/db.ts'
import { emailQueues, webhookQueues } from '../domain/work/queue-lengths.ts'
import {
  deadlocksOfStore,
  hitQueue,
  limitStatementTime,
  sendingStates,
  triggerQueues,
  undeliverableCount,
  workQueues,
} from '../domain/work/queues.sql.ts'

const FRESH_MILLIS = 5_000
const PATIENCE_MILLIS = 3_000

async function look(db: Db) {
  return atomically(db, async tx => {
    await limitStatementTime(tx, { millis: PATIENCE_MILLIS })
    return {
      work: await workQueues(tx, {}),
      emails: await emailQueues(tx),
      sendings: await sendingStates(tx, {}),
      triggers: await triggerQueues(tx, {}),
      webhooks: await webhookQueues(tx),
      suppressed: (await undeliverableCount(tx, {})).count,
      hits: await hitQueue(tx, {}),
      deadlocks: (await deadlocksOfStore(tx, {})).count,
      lastBackup: (await lastBackup(tx, {})).seconds,
    }
  })
}

export type StoreLook = Awaited<ReturnType<typeof look>>

/** Returns undefined without an answer in time; never rejects. */
export function createStoreLook(
  db: Db,
  patienceMillis = PATIENCE_MILLIS,
): () => Promise<StoreLook | undefined> {
  let inFlight: Promise<StoreLook | undefined> | undefined
  let seen: { at: number; look: StoreLook } | undefined
  return async () => {
    if (seen && performance.now() - seen.at < FRESH_MILLIS) return seen.look
    // Single flight: a slow query continues, and a second one beside it would only slow it down.
    inFlight ??= look(db)
      .then(
        found => {
          seen = { at: performance.now(), look: found }
          return found
        },
        () => undefined,
      )
      .finally(() => {
        inFlight = undefined
      })
    const done = new AbortController()
    const late = pause(patienceMillis, undefined, { signal: done.signal }).catch(() => undefined)
    try {
      return await Promise.race([inFlight, late])
    } finally {
      done.abort()
    }
  }
}
