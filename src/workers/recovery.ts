/** The heartbeat of this worker, and recovery of the leases of workers that have died. */
import { atomically } from '../db/db.ts'
import { lapsedClaims, recoverClaim } from '../domain/deliveries/deliveries.sql.ts'
import { lastSeen, writeHeartbeat } from '../domain/routes/workers.sql.ts'
import { sendingsUnderWay, setSendingState } from '../domain/sendings/sendings.sql.ts'
import { holdMessages } from '../domain/sms/hold-messages.ts'
import { setWork } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { momentOfStore } from '../lib/instant.ts'
import type { WorkerContext } from './context.ts'
import type { EmailSourceKind } from './email-source.ts'
import { holdOverdueTriggers } from './triggers.ts'

export const heartbeat = async ({ db, worker, host }: WorkerContext): Promise<boolean> => {
  await writeHeartbeat(db, { worker, host })
  return false
}

/**
 * Takes back what claims of lapsed leases hold: letters that were handed over are uncertain, the
 * others go back into the queue.
 */
export async function recoverLapsed(
  { db, settings, log }: WorkerContext,
  kinds: readonly EmailSourceKind[],
): Promise<boolean> {
  const lapsed = await lapsedClaims(db, {})
  for (const { accountId, id, sourceKind, sourceId } of lapsed) {
    const kind = kinds.find(one => one.sourceKind === sourceKind)
    const { back, uncertain } = await atomically(db, async tx => {
      const recovered = await recoverClaim(tx, {
        accountId,
        claimId: id,
        retryUncertain: settings.retryUncertain,
      })
      await kind?.wake(tx, accountId, sourceId)
      return recovered
    })
    if (back + uncertain > 0)
      log('a worker left letters behind', { accountId, sourceKind, sourceId, back, uncertain })
  }
  return lapsed.length === 100
}

/**
 * Nobody has worked for long, or the store was brought back from a backup: what was under way then
 * is old news by now, and waits for a person's word.
 */
export async function holdAfterLongStop(context: WorkerContext): Promise<void> {
  const { db, worker, settings, log } = context
  const { last } = await lastSeen(db, { worker })
  if (last === null || Date.now() - momentOfStore(last).getTime() < settings.lateMillis) return
  for (const { accountId, id } of await holdMessages(db, momentOfStore(last)))
    log('an SMS waits to be confirmed', { accountId, messageId: id })
  await holdOverdueTriggers(context, momentOfStore(last), settings.lateMillis)
  for (const { accountId, id, state } of await sendingsUnderWay(db, {})) {
    if (state !== 'sending') continue
    const reason = 'Nothing was running for a long time: confirm that it shall still go.'
    await atomically(db, async tx => {
      await setSendingState(tx, { accountId, sendingId: id, state: 'unconfirmed', reason })
      await setWork(tx, { accountId, kind: WORK.deliver, sourceId: id, due: 'infinity' })
    })
    log('a sending waits to be confirmed', { accountId, sendingId: id })
  }
}
