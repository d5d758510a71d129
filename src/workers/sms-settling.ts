/**
 * Writes what became of texts: answers that come while a statement is in flight go together in the next one. None is dropped: while the
 * store is away it is tried again, and the window keeps further texts back.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/db.ts'
import { settleTexts, type TextOutcome } from '../domain/sms/receipts/settle.ts'

export interface TextSettler {
  /** Resolves when it is durable. */
  settle(outcome: TextOutcome): Promise<void>
  /** Resolves when the claim is gone: all its texts were settled before. */
  done(claimId: string): Promise<void>
}

interface Item {
  outcome?: TextOutcome
  claimId?: string
  resolve(): void
}

const MOST = 200
const RETRY_MILLIS = 1000

export function createTextSettler(db: Db, accountId: number, messageId: number, report: (error: unknown) => void): TextSettler {
  const waiting: Item[] = []
  let running = false

  const add = (item: Omit<Item, 'resolve'>) =>
    new Promise<void>(resolve => {
      waiting.push({ ...item, resolve })
      if (!running) void flush()
    })

  async function flush(): Promise<void> {
    running = true
    // What arrives in the same turn goes along.
    await null
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST)
      await write(batch)
      for (const { resolve } of batch) resolve()
    }
    running = false
  }

  async function write(batch: Item[]): Promise<void> {
    const outcomes = batch.flatMap(({ outcome }) => outcome ?? [])
    const doneClaims = batch.flatMap(({ claimId }) => claimId ?? [])
    for (;;) {
      try {
        await settleTexts(db, accountId, messageId, outcomes, doneClaims)
        return
      } catch (error) {
        report(error)
        await pause(RETRY_MILLIS)
      }
    }
  }

  return { settle: outcome => add({ outcome }), done: claimId => add({ claimId }) }
}
