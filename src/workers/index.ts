/** The table of loops, and their start. */
import { KEPT_PROVIDER_DAYS } from '../domain/deliveries/providers/provider-board.ts'
import { forgetOldProviderDays } from '../domain/deliveries/providers/provider-days.sql.ts'
import { forgetProviderDays } from '../domain/routes/provider-limits.sql.ts'
import { forgetWorkers, leave } from '../domain/routes/workers.sql.ts'
import { onNudge } from '../domain/transactions/nudges.ts'
import { type DueKind, WORK } from '../domain/work/work-kinds.ts'
import { forwardReplies } from './bounce-forwards.ts'
import type { WorkerContext } from './context.ts'
import { wakeWhenDue } from './due-work.ts'
import { emailQueue } from './email-lane.ts'
import type { EmailSourceKind } from './email-source.ts'
import { writeEmailWords } from './email-words.ts'
import { createDispatcher } from './engine/dispatcher.ts'
import { createWindow } from './engine/window.ts'
import { type Loop, type LoopOptions, startLoop } from './loop.ts'
import { heartbeat, holdAfterLongStop, recoverLapsed } from './recovery.ts'
import { sendingSource } from './sending-source.ts'
import { planDue, putOffDue } from './sendings.ts'
import { transactionSource } from './transaction-source.ts'
import { triggerSource } from './trigger-source.ts'
import { createTriggerWork } from './triggers.ts'

export interface Workers {
  /** Stops claiming and settles the work in flight. */
  stop(): Promise<void>
}

/** Kinds of sources whose emails share the lanes of sendings. */
const BULK: EmailSourceKind[] = [sendingSource, triggerSource]
/** Maximum number of sendings that a process sends at the same time. */
const LANES = 8
/** Sources with their own lanes, which go first. */
const URGENT: EmailSourceKind[] = [transactionSource]
const URGENT_LANES = 32
/** Pause of a source while no route is usable. */
const NO_ROUTE_MILLIS = 5_000

export async function startWorkers(context: WorkerContext): Promise<Workers> {
  await holdAfterLongStop(context)
  await forgetWorkers(context.db, {})
  await forgetProviderDays(context.db, {})
  await forgetOldProviderDays(context.db, { keptDays: KEPT_PROVIDER_DAYS })
  await heartbeat(context)
  const window = createWindow(context.settings.window)
  const { worker, settings, report } = context
  const shared = {
    worker,
    leaseMillis: settings.leaseMillis,
    noTransportMillis: NO_ROUTE_MILLIS,
    report,
  }
  const queuesOf = (kinds: EmailSourceKind[]) => kinds.map(kind => emailQueue(context, kind))
  const bulk = createDispatcher({
    ...shared,
    queues: queuesOf(BULK),
    window: window.rest,
    lanes: LANES,
  })
  const urgent = createDispatcher({
    ...shared,
    queues: queuesOf(URGENT),
    window: window.urgent,
    lanes: URGENT_LANES,
  })
  const { sourceKind: transactions } = transactionSource
  const stopListening = onNudge(context.db, (accountId, projectId) =>
    urgent.nudge(transactions, accountId, projectId),
  )
  const due = (...kinds: DueKind[]) => wakeWhenDue(context.db, kinds, context.report)
  const table: Omit<LoopOptions, 'report'>[] = [
    { name: 'heartbeat', step: () => heartbeat(context), idleMillis: 5_000 },
    { name: 'planning', step: () => planDue(context), idleMillis: 100, waking: due(WORK.plan) },
    {
      name: 'quiet hours',
      step: () => putOffDue(context),
      idleMillis: 1_000,
      waking: due(WORK.quiet),
    },
    {
      name: 'recovery',
      step: () => recoverLapsed(context, [...BULK, ...URGENT]),
      idleMillis: 5_000,
      waking: due('claim'),
    },
    {
      name: 'triggers',
      step: createTriggerWork(context).step,
      idleMillis: 1_000,
      waking: due('trigger'),
    },
    {
      name: 'replies of people',
      step: () => forwardReplies(context),
      idleMillis: 5_000,
      waking: due('forward'),
    },
    {
      name: 'deliveries',
      step: bulk.step,
      idleMillis: 250,
      waking: due(WORK.deliver, WORK.deliverOfTrigger),
    },
    {
      name: 'words of emails',
      step: stopping => writeEmailWords(context.db, stopping),
      idleMillis: 1_000,
      waking: due('email words'),
    },
    { name: 'transactions', step: urgent.step, idleMillis: 250, waking: due('project') },
  ]
  const loops: Loop[] = table.map(loop => startLoop({ ...loop, report: context.report }))
  return {
    async stop() {
      stopListening()
      await Promise.all(loops.map(loop => loop.stop()))
      await Promise.all([bulk.finish(), urgent.finish()])
      // Releases its share of the routes immediately.
      await leave(context.db, { worker: context.worker })
    },
  }
}
