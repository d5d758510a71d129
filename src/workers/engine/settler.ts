/**
 * Writes outcomes by group commit: those that arrive while a statement is in flight are written by
 * the next one. None is dropped: while the store is unavailable the statement is retried, and the
 * waiting caller keeps its place in the window, which is backpressure.
 */
import { setTimeout as pause } from 'node:timers/promises'

export interface Settler<Outcome> {
  /** Resolves when it is durable, or was given up. */
  settle(outcome: Outcome): Promise<void>
  /** Resolves when the claim is deleted, after all of its items were settled. */
  done(claimId: string): Promise<void>
  /** Resolves when no outcome is waiting to be written. */
  finish(): Promise<void>
}

export interface SettlerOptions<Outcome> {
  /** Makes the statement for a batch. It is retried until it succeeds, so it must be idempotent. */
  statement(outcomes: Outcome[], doneClaims: string[]): () => Promise<unknown>
  /** Rows per statement. */
  most?: number
  /** Milliseconds that a statement waits for more outcomes. */
  gatherMillis?: number
  /**
   * Called after each failure; false: the lease is lost, and its new holder writes these outcomes.
   */
  mayRetry?(): boolean
  report(error: unknown): void
}

interface Waiting<Outcome> {
  outcome: Outcome | undefined
  claimId: string | undefined
  resolve(): void
}

const MOST = 200
const RETRY_MILLIS = 1000

export function createSettler<Outcome>(options: SettlerOptions<Outcome>): Settler<Outcome> {
  const { statement, most = MOST, gatherMillis, mayRetry, report } = options
  const waiting: Waiting<Outcome>[] = []
  let flushing: Promise<void> | undefined

  const add = (outcome: Outcome | undefined, claimId: string | undefined) =>
    new Promise<void>(resolve => {
      waiting.push({ outcome, claimId, resolve })
      flushing ??= flush()
    })

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      await (gatherMillis === undefined ? null : pause(gatherMillis))
      const batch = waiting.splice(0, most)
      await write(batch)
      for (const { resolve } of batch) resolve()
    }
    flushing = undefined
  }

  async function write(batch: Waiting<Outcome>[]): Promise<void> {
    const outcomes = batch.flatMap(({ outcome }) => outcome ?? [])
    const doneClaims = batch.flatMap(({ claimId }) => claimId ?? [])
    let run: (() => Promise<unknown>) | undefined
    for (;;) {
      try {
        run ??= statement(outcomes, doneClaims)
        await run()
        return
      } catch (error) {
        report(error)
        if (mayRetry?.() === false) return
        await pause(RETRY_MILLIS)
      }
    }
  }

  return {
    settle: outcome => add(outcome, undefined),
    done: claimId => add(undefined, claimId),
    async finish() {
      while (flushing) await flushing
    },
  }
}
