/** The table of loops for what comes in by mail. */
import type { BounceEffects } from '../domain/bounces/act.ts'
import { percent, watchComplaints } from '../domain/bounces/complaint-rate.ts'
import { trimBounceFacts, tryPeopleAgain } from '../domain/bounces/trim.ts'
import type { BounceContext } from './bounce-context.ts'
import { judgeDue } from './bounces.ts'
import { wakenWhenDue } from './due-work.ts'
import { type LoopOptions, startLoop } from './loop.ts'

const MINUTE = 60_000
/** A sending is looked at, and warned of, once in so long. */
const BETWEEN_LOOKS = 10_000
const BETWEEN_WARNINGS = 60 * MINUTE

export function startBounceLoops(context: BounceContext) {
  const { db, keepDays, report } = context
  const watch = createWatch(context)
  const table: Omit<LoopOptions, 'report'>[] = [
    {
      name: 'judging',
      step: () => judgeDue(context, watch.complained),
      idleMillis: 250,
      waking: wakenWhenDue(db, ['judge'], report),
    },
    { name: 'watching complaints', step: watch.look, idleMillis: 1_000 },
    {
      name: 'trying people again',
      step: async () => {
        const people = await tryPeopleAgain(db)
        if (people > 0)
          context.log('people who could not be reached for a time are sent letters again', {
            people,
          })
        return false
      },
      idleMillis: 10 * MINUTE,
    },
    {
      name: 'trimming of bounces',
      step: stopping => trimBounceFacts(db, keepDays, stopping),
      idleMillis: 10 * MINUTE,
    },
  ]
  const loops = table.map(loop => startLoop({ ...loop, report }))
  return { stop: async () => void (await Promise.all(loops.map(loop => loop.stop()))) }
}

/**
 * After batches with complaints in them, once in a while: counting the letters of a sending is not
 * free.
 */
function createWatch(context: BounceContext) {
  const looked = new Map<string, number>()
  const warned = new Map<string, number>()
  const due = (times: Map<string, number>, key: string, millis: number): boolean => {
    if (Date.now() - (times.get(key) ?? 0) < millis) return false
    if (times.size > 10_000) times.clear()
    times.set(key, Date.now())
    return true
  }
  const waiting = new Map<string, { accountId: number; sendingId: number }>()

  return {
    complained(accountId: number, { complaints }: BounceEffects): void {
      for (const { sendingId } of complaints)
        waiting.set(`${accountId}.${sendingId}`, { accountId, sendingId })
    },
    async look(): Promise<boolean> {
      for (const [key, { accountId, sendingId }] of waiting) {
        if (!due(looked, key, BETWEEN_LOOKS)) continue
        waiting.delete(key)
        const standing = await watchComplaints(context.db, accountId, sendingId, context)
        const { complaints, accepted, rate, alert, paused } = standing
        if (!paused && !(alert && due(warned, key, BETWEEN_WARNINGS))) continue
        const facts = { accountId, sendingId, complaints, accepted, rate: percent(rate) }
        context.warn(
          paused ? 'a sending was paused for complaints' : 'many people complain about a sending',
          facts,
        )
        context.counted(paused ? 'brake' : 'alert', 1)
      }
      return false
    },
  }
}
