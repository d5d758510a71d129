/**
 * Writes outcomes by group commit: those that arrive while a statement is in flight go together in
 * the next one. None is dropped: while the store is away it is tried again, and whoever waits for
 * it keeps its place in the window, which holds further work back.
 */
import { setTimeout as pause } from 'node:timers/promises'

export interface Settler<Outcome> {
  /** Resolves when it is durable, or was given up. */
  settle(outcome: Outcome): Promise<void>
  /** Resolves when the claim is gone: all that was claimed with it was settled before. */
  done(claimId: string): Promise<void>
  /** Resolves when nothing waits to be written. */
  finish(): Promise<void>
}

export interface SettlerOptions<Outcome> {
  /**
   * Makes the statement for a batch. It is run until it succeeds, so run twice it leaves the same.
   */
  statement(outcomes: Outcome[], doneClaims: string[]): () => Promise<unknown>
  /** Rows of one statement. */
  most?: number
  /** Milliseconds that a statement waits for more, beside what arrives in the same turn. */
  gatherMillis?: number
  /** Asked after each failure; false: the lease is lost, and whoever has it now writes these. */
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
