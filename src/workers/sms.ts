/** Sends due SMS, each message in its own lane, and recovers the claims of dead workers. */
import { atomically } from '../db/db.ts'
import { lapsedSmsClaims } from '../domain/sms/receipts/deliveries.sql.ts'
import { recoverSms } from '../domain/sms/receipts/settle.ts'
import { trimOldParts } from '../domain/sms/receipts/trim-parts.ts'
import { markWork } from '../domain/work/work.sql.ts'
import { type DueKind, WORK } from '../domain/work/work-kinds.ts'
import { wakeWhenDue } from './due-work.ts'
import { createDispatcher } from './engine/dispatcher.ts'
import { createWindow } from './engine/window.ts'
import { type Loop, startLoop } from './loop.ts'
import type { SmsContext } from './sms-context.ts'
import { smsQueue } from './sms-source.ts'

/** Maximum number of messages that a process sends at the same time. */
const LANES = 4
/** Pause of a message while the gateway is not usable. */
const NO_GATEWAY_MILLIS = 2_000

export interface SmsLoops {
  /** Stops claiming and settles the work in flight. */
  stop(): Promise<void>
}

export function startSmsLoops(context: SmsContext): SmsLoops {
  const { worker, leaseMillis } = context
  const sms = createDispatcher({
    queues: [smsQueue(context)],
    window: createWindow(context.window).urgent,
    lanes: LANES,
    noTransportMillis: NO_GATEWAY_MILLIS,
    worker,
    leaseMillis,
    report: (error, name) => context.report(error, `${name} of SMS`),
  })
  const due = (...kinds: DueKind[]) => wakeWhenDue(context.db, kinds, context.report)
  const table = [
    { name: 'SMS', step: sms.step, idleMillis: 250, waking: due('sms') },
    {
      name: 'recovery of SMS',
      step: () => recoverLapsedSms(context),
      idleMillis: 5_000,
      waking: due('sms claim'),
    },
    {
      name: 'trimming of SMS',
      step: (stopping: AbortSignal) => trimOldParts(context.db, stopping),
      idleMillis: 3_600_000,
    },
  ]
  const loops: Loop[] = table.map(loop => startLoop({ ...loop, report: context.report }))
  return {
    async stop() {
      await Promise.all(loops.map(loop => loop.stop()))
      await sms.finish()
    },
  }
}

/**
 * Recovers SMS claims of lapsed leases: SMS handed over become uncertain, the rest goes back into
 * the queue.
 */
async function recoverLapsedSms({ db, log }: SmsContext): Promise<boolean> {
  const lapsed = await lapsedSmsClaims(db, {})
  for (const { accountId, id, messageId } of lapsed) {
    const { back, uncertain } = await atomically(db, async tx => {
      const recovered = await recoverSms(tx, accountId, messageId, id)
      await markWork(tx, { accountId, kind: WORK.sms, sourceId: messageId, due: new Date() })
      return recovered
    })
    if (back + uncertain > 0)
      log('a worker left SMS behind', { accountId, messageId, back, uncertain })
  }
  return lapsed.length === 100
}
