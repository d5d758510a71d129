/** The table of loops for what comes in by mail. */
import type { Acted } from '../domain/bounces/act.ts'
import { percent, watchComplaints } from '../domain/bounces/complaint-rate.ts'
import { trimBounceFacts, tryPeopleAgain } from '../domain/bounces/trim.ts'
import type { BounceContext } from './bounce-context.ts'
import { judgeDue } from './bounces.ts'
import { type LoopOptions, startLoop } from './loop.ts'

const MINUTE = 60_000

export function startBounceLoops(context: BounceContext) {
  const { db, keepDays, report } = context
  const table: Omit<LoopOptions, 'report'>[] = [
    { name: 'judging', step: () => judgeDue(context, (accountId, acted) => watch(context, accountId, acted)), idleMillis: 250 },
    {
      name: 'trying people again',
      step: async () => {
        const people = await tryPeopleAgain(db)
        if (people > 0) context.log('people who could not be reached for a time are sent letters again', { people })
        return false
      },
      idleMillis: 10 * MINUTE,
    },
    { name: 'trimming of bounces', step: stopping => trimBounceFacts(db, keepDays, stopping), idleMillis: 10 * MINUTE },
  ]
  const loops = table.map(loop => startLoop({ ...loop, report }))
  return { stop: async () => void (await Promise.all(loops.map(loop => loop.stop()))) }
}

/** After each batch with complaints in it: they are few, and counting letters is not free. */
async function watch(context: BounceContext, accountId: number, { complaints }: Acted): Promise<void> {
  for (const sendingId of new Set(complaints.map(one => one.sendingId))) {
    const standing = await watchComplaints(context.db, accountId, sendingId, context)
    if (!standing.alert && !standing.paused) continue
    const facts = {
      accountId,
      sendingId,
      complaints: standing.complaints,
      accepted: standing.accepted,
      rate: percent(standing.rate),
    }
    context.warn(standing.paused ? 'a sending was paused for complaints' : 'many people complain about a sending', facts)
    context.counted(standing.paused ? 'brake' : 'alert', 1)
  }
}
