/**
 * Hits on their way to the store: written before they are answered, or, with a delay, in the delay after it. What was written is taken over into
 * the counts a moment later. Who reads a letter gets an answer whatever becomes of the store.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../db/db.ts'
import { foldSome } from '../domain/tracking/fold-hits.ts'
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
  /** Everything is written, and taken over; what a peak has left only for some seconds: whoever looks for what was left behind finds the rest. */
  close(): Promise<void>
}

/** How long a person waits at most for a store that is slow: the hit is written behind the answer then. */
const PATIENCE_MILLIS = 2000
/** From the first hit of an account to its counts. */
const FOLD_MILLIS = 250
/** A process is busy when its event loop is so for more than this part of the time. */
const BUSY = 0.5
/** Where one turn of taking over was not enough, a busy process rests so many times as long as it took: answers go first. Another one goes on. */
const BUSY_REST = 20
/** So long a stop waits for what is still to be taken over. */
const CLOSE_MILLIS = 5000
/** In memory, on their way to a store that is away: some 20 MB. */
const MOST_KEPT = 100_000
/** And so long for what a store that is away has not taken. */
const CLOSE_MILLIS_AWAY = 2000
/** With a delay, more than these wait as if there were none. */
const MOST_WAITING = 10_000

/** Who waits for an answer, since when by the clock of the process; who has one waits no more. */
interface Waiting {
  since: number
  answer: (() => void) | undefined
}

export interface HitBufferOptions {
  delayMillis: number
  report(error: unknown): void
  /** Hits to keep while the store is away. */
  most?: number
}

export function createHitBuffer(db: Store, { delayMillis, report, most = MOST_KEPT }: HitBufferOptions): HitBuffer {
  const backlog = createHitBacklog(db, { most, written: accountId => foldSoon(accountId), report })
  const delayed: Hit[] = []
  let timer: NodeJS.Timeout | undefined
  /** In the order they came. Who has an answer goes when all before have one. */
  const waiting: Waiting[] = []
  let patience: NodeJS.Timeout | undefined
  let writing = 0
  let allWritten = () => {}
  const due = new Map<number, NodeJS.Timeout>()
  const folding = new Map<number, Promise<void>>()
  let closed = false

  /** Whoever waits for it has an answer when it is written, or could not be. */
  function write(hit: Hit, one?: Waiting): void {
    writing++
    recordHit(db, hit).then(
      () => {
        foldSoon(hit.accountId)
        written(one)
      },
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

  function written(one: Waiting | undefined): void {
    if (--writing === 0) allWritten()
    if (!one) return
    one.answer?.()
    one.answer = undefined
    while (waiting[0] && !waiting[0].answer) waiting.shift()
  }

  /** One timer for all: the oldest wait longest. */
  function losePatience(): void {
    const now = performance.now()
    while (waiting[0] && now - waiting[0].since >= PATIENCE_MILLIS) {
      const one = waiting.shift()!
      one.answer?.()
      one.answer = undefined
    }
    patience = waiting[0] && setTimeout(losePatience, waiting[0].since + PATIENCE_MILLIS - now)
  }

  function foldSoon(accountId: number, millis = FOLD_MILLIS): void {
    if (due.has(accountId) || folding.has(accountId) || closed) return
    due.set(accountId, setTimeout(fold, millis, accountId))
  }

  function fold(accountId: number): void {
    due.delete(accountId)
    const began = performance.now()
    const used = performance.eventLoopUtilization()
    const folded = foldSome(db, accountId)
      .catch(error => {
        report(error)
        return { taken: 0, more: false }
      })
      .then(({ taken, more }) => {
        folding.delete(accountId)
        const busy = performance.eventLoopUtilization(used).utilization > BUSY
        const rest = busy ? BUSY_REST * (performance.now() - began) : 0
        // Hits that came meanwhile have not asked for another turn.
        if (taken > 0) foldSoon(accountId, more ? rest : FOLD_MILLIS)
      })
    folding.set(accountId, folded)
  }

  async function foldLast(accountId: number): Promise<void> {
    const until = performance.now() + CLOSE_MILLIS
    while ((await foldSome(db, accountId)).more && performance.now() < until);
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    for (const hit of delayed.splice(0)) if (!keepsWithout(hit)) write(hit)
  }

  return {
    away: backlog.away,
    waiting: () => delayed.length + writing + backlog.waiting(),
    lost: backlog.lost,
    add(hit) {
      if (delayMillis > 0 && delayed.length < MOST_WAITING && !closed) {
        delayed.push(hit)
        timer ??= setTimeout(flush, delayMillis)
        return undefined
      }
      if (keepsWithout(hit)) return undefined
      return new Promise(answer => {
        const one = { since: performance.now(), answer }
        waiting.push(one)
        patience ??= setTimeout(losePatience, PATIENCE_MILLIS)
        write(hit, one)
      })
    },
    async close() {
      flush()
      const allThere = new Promise<void>(resolve => {
        if (writing === 0) resolve()
        else allWritten = resolve
      })
      await within(CLOSE_MILLIS, allThere)
      await backlog.close(backlog.away() ? CLOSE_MILLIS_AWAY : CLOSE_MILLIS)
      if (writing > 0) report(new Error(`the store is away: nobody knows whether ${writing} opens and clicks were written`))
      clearTimeout(patience)
      const accounts = [...due.keys()]
      for (const timer of due.values()) clearTimeout(timer)
      if (!backlog.away()) await within(CLOSE_MILLIS, Promise.all(folding.values()))
      closed = true
      if (!backlog.away()) await Promise.all(accounts.map(accountId => foldLast(accountId).catch(report)))
    },
  }
}

async function within(millis: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const late = pause(millis, undefined, { signal: done.signal }).catch(() => {})
  await Promise.race([work, late])
  done.abort()
}
