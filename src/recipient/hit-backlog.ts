/**
 * Hits that could not be written because the store was unavailable, read-only or out of space: kept
 * in memory up to a limit, and written when the store is back. A failed batch is retried unchanged.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../db/db.ts'
import type { Hit } from '../domain/tracking/hit.ts'
import {
  type HitBatch,
  HitsNotWritten,
  newBatch,
  numbered,
  recordBatch,
} from '../domain/tracking/record-hit.ts'

export interface HitBacklogOptions {
  /** Limit of hits; more are lost. */
  most: number
  report(error: unknown): void
  pauseMillis?: number
}

export interface HitBacklog {
  /** The last write failed: new hits are queued without trying. */
  away(): boolean
  /** Adds a hit that was not tried, or has no id yet. */
  add(hit: Hit): void
  /** Adds a failed batch; idempotent. */
  keep(batch: HitBatch): void
  /** Counts hits that are lost. */
  lose(hits: number): void
  waiting(): number
  lost(): number
  /** Continues for this long; then counts and reports the rest as lost. */
  close(patienceMillis: number): Promise<void>
}

/** Hits per statement. */
const BATCH = 250
const PAUSE_MILLIS = 1000

export function createHitBacklog(
  db: Store,
  { most, report, pauseMillis = PAUSE_MILLIS }: HitBacklogOptions,
): HitBacklog {
  const failed: HitBatch[] = []
  const known = new WeakSet<HitBatch>()
  const untried = new Map<number, Hit[]>()
  let waiting = 0
  let lost = 0
  let away = false
  let closed = false
  let draining: Promise<void> | undefined

  async function drain(): Promise<void> {
    while (waiting > 0 && !closed) {
      try {
        const batch = failed[0] ?? (await nextUntried())
        await recordBatch(db, batch)
        done(batch)
        away = false
      } catch (error) {
        away = true
        if (closed) return
        report(error instanceof HitsNotWritten ? error.cause : error)
        // The batch itself is at fault and would fail forever.
        if (!(error instanceof HitsNotWritten) && failed[0]) lose(done(failed[0]))
        await pause(pauseMillis, undefined, { ref: false })
      }
    }
  }

  /** Makes a batch of the account that has waited longest; it is retried unchanged. */
  async function nextUntried(): Promise<HitBatch> {
    const [accountId, hits] = untried.entries().next().value!
    const batch = newBatch(accountId, await numbered(db, accountId, hits.slice(0, BATCH)))
    hits.splice(0, batch.hits.length)
    untried.delete(accountId)
    if (hits.length > 0) untried.set(accountId, hits)
    failed.push(batch)
    return batch
  }

  function done(batch: HitBatch): number {
    failed.splice(failed.indexOf(batch), 1)
    waiting -= batch.hits.length
    return batch.hits.length
  }

  function lose(hits: number): void {
    lost += hits
  }

  function start(): void {
    draining ??= drain().finally(() => {
      draining = undefined
      if (waiting > 0 && !closed) start()
    })
  }

  return {
    away: () => away,
    add(hit) {
      if (waiting >= most || closed) return lose(1)
      waiting++
      const hits = untried.get(hit.accountId)
      if (hits) hits.push(hit)
      else untried.set(hit.accountId, [hit])
      start()
    },
    keep(batch) {
      if (known.has(batch)) return
      known.add(batch)
      if (waiting + batch.hits.length > most || closed) return lose(batch.hits.length)
      away = true
      waiting += batch.hits.length
      failed.push(batch)
      start()
    },
    lose,
    waiting: () => waiting,
    lost: () => lost,
    async close(patienceMillis) {
      const patience = new AbortController()
      await Promise.race([
        draining,
        pause(patienceMillis, undefined, { signal: patience.signal }).catch(() => {}),
      ])
      patience.abort()
      closed = true
      if (waiting === 0) return
      lose(waiting)
      report(
        new Error(
          `the store is unavailable: ${waiting} opens and clicks were not written and are lost`,
        ),
      )
      waiting = 0
    },
  }
}
