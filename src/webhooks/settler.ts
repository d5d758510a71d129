/** Writes what became of events, those that end while a statement is in flight together in the next one. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/db.ts'
import { settleEvents } from '../domain/webhooks/deliver.sql.ts'
import type { SettledEvent } from '../domain/webhooks/outcome.ts'

export interface Settled extends SettledEvent {
  id: number
  tries: number
  answer: string
}

export interface EventSettler {
  settle(one: Settled): void
  /** Resolves when all are written. */
  finish(): Promise<void>
}

const MOST = 500
const RETRY_MILLIS = 1000
const LONGEST_ANSWER = 300

/** What was delivered and can't be written is delivered once more by whoever comes next, so it is tried as long as the lease holds. */
export function createEventSettler(
  db: Db,
  accountId: number,
  webhookId: number,
  { report, held }: { report(error: unknown): void; held(): boolean },
): EventSettler {
  const waiting: Settled[] = []
  let running: Promise<void> | undefined

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      // Those that ended with the last statement end together.
      await pause(2)
      await write(waiting.splice(0, MOST))
    }
    running = undefined
  }

  async function write(batch: Settled[]): Promise<void> {
    for (;;) {
      try {
        await settleEvents(db, {
          accountId,
          webhookId,
          ids: batch.map(({ id }) => id),
          states: batch.map(({ state }) => state),
          dues: batch.map(({ due }) => due as Date),
          tries: batch.map(({ tries }) => tries),
          answers: batch.map(({ answer }) => answer.slice(0, LONGEST_ANSWER)),
        })
        return
      } catch (error) {
        report(error)
        if (!held()) return
        await pause(RETRY_MILLIS)
      }
    }
  }

  return {
    settle(one) {
      waiting.push(one)
      running ??= flush()
    },
    async finish() {
      while (running) await running
    },
  }
}
