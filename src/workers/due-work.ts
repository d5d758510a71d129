/**
 * One look at the store for all workers of a process: what kinds of work have something due. It is
 * asked every LOOK_MILLIS, and sooner after a hint from within the process; the workers sleep until
 * their kind is named (docs/decisions/0029-one-look-for-due-work.md).
 */
import type { Store } from '../db/db.ts'
import { storeLocal } from '../db/store-local.ts'
import { dueKinds } from '../domain/work/due.sql.ts'
import { onWorkHint } from '../domain/work/hints.ts'
import type { DueKind } from '../domain/work/work-kinds.ts'
import { type Loop, startLoop, type WakeSource } from './loop.ts'

/** What is due waits half as long, in the mean. */
const LOOK_MILLIS = 330

interface Look {
  wakers: Set<{ kinds: readonly DueKind[]; wake(): void }>
  loop: Loop
}

/** One for as long as a worker waits for it. */
const lookOf = storeLocal((): { running?: Look } => ({}))

/** Wakes whenever one of the kinds has something due. */
export function wakenWhenDue(
  db: Store,
  kinds: readonly DueKind[],
  report: (error: unknown, name: string) => void,
): WakeSource {
  return wake => {
    const look = lookOf(db).running ?? startLook(db, report)
    const waker = { kinds, wake }
    look.wakers.add(waker)
    return async () => {
      look.wakers.delete(waker)
      if (look.wakers.size > 0) return
      lookOf(db).running = undefined
      await look.loop.stop()
    }
  }
}

function startLook(db: Store, report: (error: unknown, name: string) => void): Look {
  const wakers: Look['wakers'] = new Set()
  const step = async () => {
    const due = new Set((await dueKinds(db, {})).map(({ kind }) => kind))
    for (const { kinds, wake } of wakers) if (kinds.some(kind => due.has(kind))) wake()
    return false
  }
  const waking: WakeSource = wake => onWorkHint(db, wake)
  const look = {
    wakers,
    loop: startLoop({
      name: 'look for due work',
      step,
      idleMillis: 0,
      waking,
      lookMillis: LOOK_MILLIS,
      report,
    }),
  }
  lookOf(db).running = look
  return look
}
