/** The heartbeat of this worker, and recovery of the leases of workers that have died. */

import { atomically } from '../db/db.ts'
import { lapsedClaims, recoverClaim } from '../domain/deliveries/deliveries.sql.ts'
import { detailed } from '../domain/details/details.ts'
import { lastSeen, writeHeartbeat } from '../domain/routes/workers.sql.ts'
import { holdSending } from '../domain/sendings/release-sending.ts'
import { lockSending, sendingsUnderWay } from '../domain/sendings/sendings.sql.ts'
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
 * Recovers the claims of lapsed leases: emails handed over become uncertain, the rest goes back
 * into the queue.
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
      log('a worker left emails behind', { accountId, sourceKind, sourceId, back, uncertain })
  }
  return lapsed.length === 100
}

/**
 * No worker has run for a long time, or the store was restored from a backup: sendings then under
 * way are held until a user confirms them.
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
    await atomically(db, async tx => {
      const sending = await lockSending(tx, { accountId, sendingId: id })
      if (!sending) return
      await holdSending(tx, accountId, sending, detailed('nothing-ran'))
      await setWork(tx, { accountId, kind: WORK.deliver, sourceId: id, due: 'infinity' })
    })
    log('a sending waits to be confirmed', { accountId, sendingId: id })
  }
}
