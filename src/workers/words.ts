/**
 * Keeps the words that subscribers are searched by, some seconds behind. Calls go first: while many
 * change subscribers, a fiftieth of the time is taken for it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../db/db.ts'
import { keepWords } from '../domain/subscribers/words/keep-words.ts'
import {
  accountsWithWords,
  changeRate,
  markPeopleChanged,
} from '../domain/subscribers/words/words.sql.ts'
import { dueWorkOfOpen } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { wakeWhenDue } from './due-work.ts'
import { startLoop } from './loop.ts'

const HOUR = 3_600_000
const ACCOUNTS = 20
/** Consecutive steps of one account, so that other accounts get their turn. */
const MOST_TURNS = 50
/** The store is busy with calls if so many subscribers are changed in a second. */
const BUSY = 100
/** The pause after a step, as a multiple of its time. */
const BACKOFF = { busy: 50, idle: 1 }

/** Takes steps for the accounts that are due. Returns whether there may be more. */
export async function keepDueWords(db: Store, stopping?: AbortSignal): Promise<boolean> {
  const due = await dueWorkOfOpen(db, { kind: WORK.words, most: ACCOUNTS })
  for (const { accountId } of due)
    for (let turns = 0; turns < MOST_TURNS && !stopping?.aborted; turns++) {
      const began = performance.now()
      if (!(await keepWords(db, accountId))) break
      const { changes } = await changeRate(db, {})
      const millis = (performance.now() - began) * BACKOFF[changes > BUSY ? 'busy' : 'idle']
      await pause(millis, undefined, stopping && { signal: stopping }).catch(() => {})
    }
  return due.length > 0
}

/** What processes have not reported when they ended is looked for in all accounts. */
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
