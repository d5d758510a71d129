/** The table of loops for incoming mail. */
import type { BounceEffects } from '../domain/bounces/apply-reports.ts'
import { checkComplaintRate, percent } from '../domain/bounces/complaint-rate.ts'
import { expireHolds } from '../domain/bounces/holds/close-hold.ts'
import { holdSuspectBounces } from '../domain/bounces/holds/hold-bounces.ts'
import {
  forgiveLivingDomains,
  type LivingDomains,
  rememberDomains,
} from '../domain/bounces/holds/living-domains.ts'
import { expireHardBounces } from '../domain/bounces/suppression/expire-hard.ts'
import { endSoftSuppression, trimBounceFacts } from '../domain/bounces/trim.ts'
import type { BounceContext } from './bounce-context.ts'
import { judgeDue } from './bounces.ts'
import { wakeWhenDue } from './due-work.ts'
import { type LoopOptions, startLoop } from './loop.ts'

const MINUTE = 60_000
/** How soon many bounces by one reply are noticed: until then their people get no email either. */
const HOLD_MILLIS = 30_000
/** Minimum time between two checks of, and two warnings about, a sending. */
const BETWEEN_CHECKS = 10_000
const BETWEEN_WARNINGS = 60 * MINUTE

export function startBounceLoops(context: BounceContext) {
  const { db, keepDays, report } = context
  const watch = createWatch(context)
  const known = rememberDomains()
  const table: Omit<LoopOptions, 'report'>[] = [
    {
      name: 'judging',
      step: () => judgeDue(context, watch.complained),
      idleMillis: 250,
      waking: wakeWhenDue(db, ['judge'], report),
    },
    { name: 'watching complaints', step: watch.check, idleMillis: 1_000 },
    {
      name: 'holding bounces',
      step: () => holdBounces(context, known),
      idleMillis: HOLD_MILLIS,
    },
    {
      name: 'trying people again',
      step: stopping => tryAgain(context, stopping),
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

async function holdBounces(context: BounceContext, known: LivingDomains): Promise<false> {
  const { db, rules, holdDays, log, warn, counted } = context
  for (const domain of await forgiveLivingDomains(db, known, rules))
    log('a domain that accepted emails lately was called dead: its bounces do not count', {
      ...domain,
    })
  for (const { accountId, id: holdId } of await expireHolds(db, holdDays, rules))
    warn('nobody decided on held bounces in time: they are released', { accountId, holdId })
  for (const hold of await holdSuspectBounces(db, rules)) {
    const todo = `pennypost bounce release ${hold.holdId}, or confirm`
    warn('one reply made many people undeliverable: they are held', { ...hold, todo })
    counted('hold', 1)
  }
  return false
}

/** Returns whether there may be more. */
async function tryAgain(context: BounceContext, stopping: AbortSignal): Promise<boolean> {
  const { db, rules, hardDays, log } = context
  const people = await endSoftSuppression(db)
  if (people > 0) log('addresses that bounced temporarily get emails again', { people })
  if (hardDays === undefined) return false
  const { bounces, more } = await expireHardBounces(db, hardDays, rules, stopping)
  if (bounces > 0) log('old hard bounces no longer count', { bounces })
  return more
}

/**
 * Checks the complaint rate of sendings with new complaints, rate limited: counting the emails of a
 * sending is expensive.
 */
function createWatch(context: BounceContext) {
  const checked = new Map<string, number>()
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
    async check(): Promise<boolean> {
      for (const [key, { accountId, sendingId }] of waiting) {
        if (!due(checked, key, BETWEEN_CHECKS)) continue
        waiting.delete(key)
        const standing = await checkComplaintRate(context.db, accountId, sendingId, context)
        const { complaints, accepted, rate, alert, paused } = standing
        if (!paused && !(alert && due(warned, key, BETWEEN_WARNINGS))) continue
        const facts = { accountId, sendingId, complaints, accepted, rate: percent(rate) }
        context.warn(
          paused ? 'a sending was paused for complaints' : 'a sending has many complaints',
          facts,
        )
        context.counted(paused ? 'brake' : 'alert', 1)
      }
      return false
    },
  }
}
