/**
 * One poll of the store for all workers of a process: which kinds of work are due. It runs every
 * POLL_MILLIS, and earlier after a hint from within the process; workers sleep until their kind is
 * due (docs/decisions/0029-one-look-for-due-work.md).
 */
import type { Store } from '../db/db.ts'
import { storeLocal } from '../db/store-local.ts'
import { dueKinds } from '../domain/work/due.sql.ts'
import { onWorkHint } from '../domain/work/hints.ts'
import type { DueKind } from '../domain/work/work-kinds.ts'
import { type Loop, startLoop, type WakeSource } from './loop.ts'

/** Due work waits half as long on average. */
const POLL_MILLIS = 330

interface Poll {
  wakers: Set<{ kinds: readonly DueKind[]; wake(): void }>
  loop: Loop
}

/** Runs while at least one worker is subscribed. */
const pollOf = storeLocal((): { running?: Poll } => ({}))

/** Wakes a loop when one of these kinds of work is due. */
export function wakeWhenDue(
  db: Store,
  kinds: readonly DueKind[],
  report: (error: unknown, name: string) => void,
): WakeSource {
  return wake => {
    const poll = pollOf(db).running ?? startPoll(db, report)
    const waker = { kinds, wake }
    poll.wakers.add(waker)
    return async () => {
      poll.wakers.delete(waker)
      if (poll.wakers.size > 0) return
      pollOf(db).running = undefined
      await poll.loop.stop()
    }
  }
}

function startPoll(db: Store, report: (error: unknown, name: string) => void): Poll {
  const wakers: Poll['wakers'] = new Set()
  const step = async () => {
    const due = new Set((await dueKinds(db, {})).map(({ kind }) => kind))
    for (const { kinds, wake } of wakers) if (kinds.some(kind => due.has(kind))) wake()
    return false
  }
  const waking: WakeSource = wake => onWorkHint(db, wake)
  const poll = {
    wakers,
    loop: startLoop({
      name: 'poll for due work',
      step,
      idleMillis: 0,
      waking,
      pollMillis: POLL_MILLIS,
      report,
    }),
  }
  pollOf(db).running = poll
  return poll
}
