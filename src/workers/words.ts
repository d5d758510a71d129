/**
 * Keeps the words that subscribers are searched by, some seconds behind. Calls and sendings go
 * first: a quarter of the time is taken for it, a fiftieth while emails are sent, and a hundredth
 * while many calls change subscribers.
 */
import type { Store } from '../db/db.ts'
import { liveClaims } from '../domain/deliveries/deliveries.sql.ts'
import { keepWords } from '../domain/words/keep-words.ts'
import { accountsWithWords, changeRate, markPeopleChanged } from '../domain/words/words.sql.ts'
import { dueWorkOfOpen } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { interruptiblePause } from '../lib/interruptible-pause.ts'
import { wakeWhenDue } from './due-work.ts'
import { startLoop } from './loop.ts'

const HOUR = 3_600_000
const ACCOUNTS = 20
/** Consecutive steps of one account, so that other accounts get their turn. */
const MOST_TURNS = 50
/**
 * The pause after a step, as a multiple of its time: beside emails being sent, and for each change
 * of a subscriber in a second.
 */
const PAUSES = { idle: 3, sending: 50, change: 0.1, most: 100 }

/** The pause that makes room for others now, as a multiple of a step's time. */
export async function backoff(db: Store, whileSending = PAUSES.sending): Promise<number> {
  const { changes } = await changeRate(db, {})
  const { count } = await liveClaims(db, {})
  const pause = count > 0 ? whileSending : PAUSES.idle
  return Math.max(pause, Math.min(PAUSES.most, changes * PAUSES.change))
}

/** Takes steps for the accounts that are due. Returns whether there may be more. */
export async function keepDueWords(db: Store, stopping?: AbortSignal): Promise<boolean> {
  const due = await dueWorkOfOpen(db, { kind: WORK.words, most: ACCOUNTS })
  for (const { accountId } of due)
    for (let turns = 0; turns < MOST_TURNS && !stopping?.aborted; turns++) {
      const began = performance.now()
      if (!(await keepWords(db, accountId))) break
      const millis = (performance.now() - began) * (await backoff(db))
      await interruptiblePause(millis, stopping)
    }
  return due.length > 0
}

/** Changes that processes had not reported when they ended are looked for in all accounts. */
async function markAll(db: Store): Promise<void> {
  for (const { accountId } of await accountsWithWords(db, {}))
    await markPeopleChanged(db, { accountId, seconds: 0, changes: 0 })
}

export function startWordWorker({
  store,
  report,
}: {
  store: Store
  report(error: unknown, name: string): void
}) {
  let markedAt = Number.NEGATIVE_INFINITY
  return startLoop({
    name: 'words of subscribers',
    step: async stopping => {
      if (performance.now() - markedAt >= HOUR) {
        await markAll(store)
        markedAt = performance.now()
      }
      return keepDueWords(store, stopping)
    },
    idleMillis: 1000,
    waking: wakeWhenDue(store, [WORK.words], report),
    pollMillis: HOUR,
    report,
  })
}
