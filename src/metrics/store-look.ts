/**
 * What the store is asked for while somebody scrapes: how its queues stand, whoever works on them.
 * One look serves all who ask within some seconds; one that takes too long is given up, by the
 * store as well.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { atomically, type Db } from '../db/db.ts'
import {
  deadlocksOfStore,
  emailQueues,
  hitQueue,
  limitLook,
  sendingStates,
  triggerQueues,
  webhookQueues,
  workQueues,
} from '../domain/work/queues.sql.ts'

const FRESH_MILLIS = 5_000
const PATIENCE_MILLIS = 3_000

async function look(db: Db) {
  return atomically(db, async tx => {
    await limitLook(tx, { millis: PATIENCE_MILLIS })
    return {
      work: await workQueues(tx, {}),
      emails: await emailQueues(tx, {}),
      sendings: await sendingStates(tx, {}),
      triggers: await triggerQueues(tx, {}),
      webhooks: await webhookQueues(tx, {}),
      hits: await hitQueue(tx, {}),
      deadlocks: (await deadlocksOfStore(tx, {})).count,
    }
  })
}

export type StoreLook = Awaited<ReturnType<typeof look>>

/** Answers undefined where the store gave no answer in time; never rejects. */
export function createStoreLook(
  db: Db,
  patienceMillis = PATIENCE_MILLIS,
): () => Promise<StoreLook | undefined> {
  let inHand: Promise<StoreLook | undefined> | undefined
  let seen: { at: number; look: StoreLook } | undefined
  return async () => {
    if (seen && performance.now() - seen.at < FRESH_MILLIS) return seen.look
    // One that is late goes on by itself: a second one beside it would only make it later.
    inHand ??= look(db)
      .then(
        found => {
          seen = { at: performance.now(), look: found }
          return found
        },
        () => undefined,
      )
      .finally(() => {
        inHand = undefined
      })
    const done = new AbortController()
    const late = pause(patienceMillis, undefined, { signal: done.signal }).catch(() => undefined)
    try {
      return await Promise.race([inHand, late])
    } finally {
      done.abort()
    }
  }
}
