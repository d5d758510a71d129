/**
 * Hits on their way to the store: written before they are answered, or, with a delay, in the delay after it. What was written is taken over into
 * the counts a moment later. Who reads a letter gets an answer whatever becomes of the store.
 */
import type { Db } from '../db/db.ts'
import { foldHits, foldSome } from '../domain/tracking/fold-hits.ts'
import type { Hit } from '../domain/tracking/hit.ts'
import { recordHit } from '../domain/tracking/record-hit.ts'

export interface HitBuffer {
  /** Resolves when the hit may be answered. */
  add(hit: Hit): Promise<void>
  /** Everything is written, and taken over. */
  close(): Promise<void>
}

/** How long a person waits at most for a store that is slow: the hit is written behind the answer then. */
const PATIENCE_MILLIS = 2000
/** Between turns of taking over: from the first hit of an account to its counts. */
const FOLD_MILLIS = 250
/** With a delay, more than these wait as if there were none. */
const MOST_WAITING = 10_000

export function createHitBuffer(
  db: Db,
  { delayMillis, report }: { delayMillis: number; report(error: unknown): void },
): HitBuffer {
  const writing = new Set<Promise<void>>()
  const delayed: Hit[] = []
  let timer: NodeJS.Timeout | undefined
  const due = new Map<number, NodeJS.Timeout>()
  const folding = new Map<number, Promise<void>>()
  let closed = false

  function write(hit: Hit): Promise<void> {
    const written = recordHit(db, hit)
      .then(() => foldSoon(hit.accountId), report)
      .finally(() => writing.delete(written))
    writing.add(written)
    return written
  }

  function foldSoon(accountId: number): void {
    if (due.has(accountId) || folding.has(accountId) || closed) return
    due.set(accountId, setTimeout(fold, FOLD_MILLIS, accountId))
  }

  function fold(accountId: number): void {
    due.delete(accountId)
    const folded = foldSome(db, accountId)
      .catch(reported)
      .then(more => {
        folding.delete(accountId)
        // Hits that came meanwhile have not asked for another turn.
        if (more) foldSoon(accountId)
      })
    folding.set(accountId, folded)
  }

  const reported = (error: unknown): boolean => {
    report(error)
    return false
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    for (const hit of delayed.splice(0)) void write(hit)
  }

  return {
    async add(hit) {
      if (delayMillis > 0 && delayed.length < MOST_WAITING && !closed) {
        delayed.push(hit)
        timer ??= setTimeout(flush, delayMillis)
        return
      }
      await new Promise<void>(resolve => {
        const late = setTimeout(resolve, PATIENCE_MILLIS)
        void write(hit).then(() => {
          clearTimeout(late)
          resolve()
        })
      })
    },
    async close() {
      flush()
      while (writing.size > 0) await Promise.all(writing)
      await Promise.all(folding.values())
      closed = true
      const accounts = [...due.keys()]
      for (const timer of due.values()) clearTimeout(timer)
      await Promise.all(accounts.map(accountId => foldHits(db, accountId).catch(report)))
    },
  }
}
