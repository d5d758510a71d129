/**
 * Plans a due sending: freezes its audience, or, if it is long overdue, holds it for confirmation.
 */

import { atomically, type Db, type Tx } from '../../db/db.ts'
import { momentOfStore } from '../../lib/instant.ts'
import { detailed, NO_DETAIL } from '../details/details.ts'
import { quietRuleOf } from '../quiet-hours/rules.ts'
import { clearWork, lockWork, markWork, setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { lockNewsletters } from './audience/audience.sql.ts'
import { frozenAudience } from './audience/frozen-audience.ts'
import { readOptions } from './audience/options.ts'
import { sendingsBefore } from './audience/order.ts'
import { planAudience } from './audience/plan-audience.ts'
import { timingOf } from './audience/timing.ts'
import { disableMemoize } from './plan.sql.ts'
import { watchQuiet } from './quiet-sendings.ts'
import { holdSending } from './release-sending.ts'
import { lockSending, samplesOf, setSendingState } from './sendings.sql.ts'

export interface PlanCounts {
  candidates: number
  planned: number
}

/** How soon it is looked again whether an A/B test has a winner. */
const UNDECIDED_MILLIS = 5_000

/**
 * Plans a due sending in one transaction: state, deliveries and queue entry together. Undefined if
 * there is nothing to plan: another worker has planned it, or it waits for confirmation or for the
 * winner of its A/B test.
 * `lateMillis`: how long after its time a sending is still sent without confirmation.
 */
export function planSending(
  db: Db,
  accountId: number,
  sendingId: number,
  lateMillis: number,
  now = new Date(),
): Promise<PlanCounts | undefined> {
  const plan = async (tx: Tx): Promise<PlanCounts | undefined> => {
    const sending = await lockSending(tx, { accountId, sendingId })
    const mark = await lockWork(tx, { accountId, kind: WORK.plan, sourceId: sendingId })
    if (!mark) return undefined
    if (sending?.state !== 'scheduled') {
      await clearWork(tx, { accountId, kind: WORK.plan, sourceId: sendingId })
      return undefined
    }
    const due = momentOfStore(sending.dueAt)
    if (due > now) {
      await setWork(tx, { accountId, kind: WORK.plan, sourceId: sendingId, due })
      return undefined
    }
    const options = readOptions(sending.options)
    const samples = options.split ? await samplesOf(tx, { accountId, sendingId }) : []
    // A sample that were planned later would have people of the rest in it.
    const divided = samples.every(one => one.plannedAt !== null || one.state === 'cancelled')
    if (samples.length > 0 && (options.split?.winner === undefined || !divided)) {
      const due = new Date(Date.now() + UNDECIDED_MILLIS)
      await setWork(tx, { accountId, kind: WORK.plan, sourceId: sendingId, due })
      return undefined
    }
    await clearWork(tx, { accountId, kind: WORK.plan, sourceId: sendingId })
    if (now.getTime() - due.getTime() > lateMillis) {
      await holdSending(tx, accountId, sending, detailed('sending-overdue'))
      return undefined
    }
    await setSendingState(tx, { accountId, sendingId, state: 'sending', ...NO_DETAIL })
    await disableMemoize(tx, {})
    const { audience, blocks } = frozenAudience(sending, samples)
    audience.got = await peopleBefore(tx, accountId, sending, options.unlessGot)
    const quiet = options.anyHour ? undefined : await quietRuleOf(tx, accountId, sending.listId)
    const timed = { zone: sending.zone, due: now }
    const timing = await timingOf(tx, accountId, { ...options, quiet }, timed, audience)
    const { candidates, planned, leftOut } = await planAudience(
      tx,
      { accountId, sendingId },
      audience,
      blocks,
      timing,
    )
    const left = Object.values(JSON.parse(leftOut) as Record<string, number>).reduce(
      (sum, count) => sum + count,
      0,
    )
    if (candidates !== planned + left)
      throw new Error(
        `sending ${sendingId}: ${candidates} candidates, ${planned} planned, ${left} left out`,
      )
    if (quiet) await watchQuiet(tx, accountId, sendingId, quiet)
    await markWork(tx, { accountId, kind: WORK.deliver, sourceId: sendingId, due: new Date() })
    return { candidates, planned }
  }
  return atomically(db, plan, { accountId })
}

/** Read under a lock: two sendings of one newsletter may be due at once. */
async function peopleBefore(
  tx: Tx,
  accountId: number,
  { id, parentId }: { id: number; parentId: number | null },
  newsletterIds: number[] = [],
): Promise<number[]> {
  if (newsletterIds.length === 0) return []
  await lockNewsletters(tx, { accountId, newsletterIds })
  return sendingsBefore(tx, accountId, newsletterIds, parentId ?? id)
}
