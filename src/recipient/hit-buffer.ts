/**
 * Buffers hits on their way to the store: a hit is written before its response, and aggregated
 * later by a worker. Readers of emails get a response even if the store is unavailable.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../db/db.ts'
import type { Hit } from '../domain/tracking/hit.ts'
import { HitsNotWritten, recordHit, takeHitId } from '../domain/tracking/record-hit.ts'
import { createHitBacklog } from './hit-backlog.ts'

export interface HitBuffer {
  /**
   * Resolves when the request may be answered; undefined: immediately. Sets the id of a hit without
   * one.
   */
  add(hit: Hit): Promise<void> | undefined
  /** The store is unavailable: hits are kept in memory. */
  away(): boolean
  /** Hits that were acknowledged and are not stored yet. */
  waiting(): number
  /** Hits that were lost. */
  lost(): number
  /** Waits some seconds until everything is written. */
  close(): Promise<void>
}

/**
 * How long a response waits for a slow store at most; then the hit is written after the response.
 */
const PATIENCE_MILLIS = 2000
/** How long a stop waits for hits being written. */
const CLOSE_MILLIS = 5000
/** Limit of hits in memory while the store is unavailable: some 20 MB. */
const MOST_KEPT = 100_000
/** And how long for hits that an unavailable store has not accepted. */
const CLOSE_MILLIS_AWAY = 2000

/**
 * A response that waits, and since when by the monotonic clock; `answer` is undefined once it is
 * sent.
 */
interface Waiting {
  since: number
  answer: (() => void) | undefined
}

export interface HitBufferOptions {
  report(error: unknown): void
  /** Limit of hits kept while the store is unavailable. */
  most?: number
}

export function createHitBuffer(
  db: Store,
  { report, most = MOST_KEPT }: HitBufferOptions,
): HitBuffer {
  const backlog = createHitBacklog(db, { most, report })
  /** In order of arrival. Answered entries are removed from the front. */
  const waiting: Waiting[] = []
  let patience: NodeJS.Timeout | undefined
  let writing = 0
  let allWritten = () => {}

  /** The response is sent when the hit is written, or has failed. */
  function write(hit: Hit, one: Waiting): void {
    writing++
    const stored = hit.id === 0 ? numberAndRecord(hit) : recordHit(db, hit)
    stored.then(
      () => written(one),
      error => {
        if (error instanceof HitsNotWritten) backlog.keep(error.batch)
        else {
          backlog.lose(1)
          report(error)
        }
        written(one)
      },
    )
  }

  /** If the id does not come in time, the hit gets one later, as in an outage. */
  async function numberAndRecord(hit: Hit): Promise<void> {
    let id = 0
    const taken = takeHitId(db, hit.accountId).then(next => {
      id = next
    }, report)
    await within(PATIENCE_MILLIS, taken)
    hit.id = id
    if (id === 0) backlog.add(hit)
    else await recordHit(db, hit)
  }

  /** Responses do not wait for an unavailable store, nor for hits beyond the limit. */
  function skipsStore(hit: Hit): boolean {
    if (!backlog.away() && writing + backlog.waiting() < most) return false
    if (writing + backlog.waiting() < most) backlog.add(hit)
    else backlog.lose(1)
    return true
  }

  function written(one: Waiting): void {
    if (--writing === 0) allWritten()
    one.answer?.()
    one.answer = undefined
    while (waiting[0] && !waiting[0].answer) waiting.shift()
  }

  /** One timer for all, as the queue is ordered by time. */
  function answerOverdue(): void {
    const now = performance.now()
    while (waiting[0] && now - waiting[0].since >= PATIENCE_MILLIS) {
      const one = waiting.shift()!
      one.answer?.()
      one.answer = undefined
    }
    patience = waiting[0] && setTimeout(answerOverdue, waiting[0].since + PATIENCE_MILLIS - now)
  }

  return {
    away: backlog.away,
    waiting: () => writing + backlog.waiting(),
    lost: backlog.lost,
    add(hit) {
      if (skipsStore(hit)) return undefined
      return new Promise(answer => {
        const one = { since: performance.now(), answer }
        waiting.push(one)
        patience ??= setTimeout(answerOverdue, PATIENCE_MILLIS)
        write(hit, one)
      })
    },
    async close() {
      const allThere = new Promise<void>(resolve => {
        if (writing === 0) resolve()
        else allWritten = resolve
      })
      await within(CLOSE_MILLIS, allThere)
      await backlog.close(backlog.away() ? CLOSE_MILLIS_AWAY : CLOSE_MILLIS)
      if (writing > 0)
        report(
          new Error(
            `the store is unavailable: it is unknown whether ${writing} opens and clicks ` +
              'were written',
          ),
        )
      clearTimeout(patience)
    },
  }
}

async function within(millis: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const late = pause(millis, undefined, { signal: done.signal }).catch(() => {})
  await Promise.race([work, late])
  done.abort()
}
