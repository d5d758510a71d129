/**
 * Hits on their way to the store: written before they are answered, and counted by a worker. Who
 * reads an email gets an answer whatever becomes of the store.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../db/db.ts'
import type { Hit } from '../domain/tracking/hit.ts'
import { HitsNotWritten, recordHit } from '../domain/tracking/record-hit.ts'
import { createHitBacklog } from './hit-backlog.ts'

export interface HitBuffer {
  /** Resolves when the hit may be answered; undefined: now. */
  add(hit: Hit): Promise<void> | undefined
  /** The store does not take hits now: what has no id at hand is added without. */
  away(): boolean
  /** Hits that were answered and are not in the store yet. */
  waiting(): number
  /** Hits that never came there. */
  lost(): number
  /** Waits until everything is written, for some seconds. */
  close(): Promise<void>
}

/**
 * How long a person waits at most for a store that is slow: the hit is written behind the answer
 * then.
 */
const PATIENCE_MILLIS = 2000
/** So long a stop waits for hits that are being written. */
const CLOSE_MILLIS = 5000
/** In memory, on their way to a store that is away: some 20 MB. */
const MOST_KEPT = 100_000
/** And so long for what a store that is away has not taken. */
const CLOSE_MILLIS_AWAY = 2000

/** Who waits for an answer, since when by the clock of the process; who has one waits no more. */
interface Waiting {
  since: number
  answer: (() => void) | undefined
}

export interface HitBufferOptions {
  report(error: unknown): void
  /** Hits to keep while the store is away. */
  most?: number
}

export function createHitBuffer(
  db: Store,
  { report, most = MOST_KEPT }: HitBufferOptions,
): HitBuffer {
  const backlog = createHitBacklog(db, { most, report })
  /** In the order they came. Who has an answer goes when all before have one. */
  const waiting: Waiting[] = []
  let patience: NodeJS.Timeout | undefined
  let writing = 0
  let allWritten = () => {}

  /** Whoever waits for it has an answer when it is written, or could not be. */
  function write(hit: Hit, one: Waiting): void {
    writing++
    recordHit(db, hit).then(
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

  /** Nobody waits for a store that is away, and for no more hits than may be kept. */
  function keepsWithout(hit: Hit): boolean {
    if (hit.id !== 0 && !backlog.away() && writing + backlog.waiting() < most) return false
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

  /** One timer for all: the oldest wait longest. */
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
      if (keepsWithout(hit)) return undefined
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
            `the store is away: nobody knows whether ${writing} opens and clicks were written`,
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
