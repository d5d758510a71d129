/** Starts the webhook workers: fan-out of events, sending, and trimming. */
import type { Store } from '../db/db.ts'
import { type DueKind, WORK } from '../domain/work/work-kinds.ts'
import type { Log } from '../lib/log.ts'
import type { Sealer } from '../lib/secrets.ts'
import { webhookCounter } from '../metrics/webhook-counters.ts'
import type { Config } from '../settings/config.ts'
import { LONGEST_LEASE_MILLIS, USUAL_LIMITS, type WebhookContext } from '../webhooks/context.ts'
import { createWebhookRunner, fanOutDue, trimDue } from '../webhooks/steps.ts'
import { wakeWhenDue } from '../workers/due-work.ts'
import { startLoop } from '../workers/loop.ts'
import { createWorkerBasics } from './worker-basics.ts'

export interface WebhookWorkersOptions {
  config: Config
  store: Store
  sealer: Sealer
  log: Log
  limits?: Partial<WebhookContext['limits']>
}

const HOUR = 3_600_000

export function startWebhookWorkers({ config, store, sealer, log, limits }: WebhookWorkersOptions) {
  const { worker, warn, report } = createWorkerBasics(log)
  const stopping = new AbortController()
  const context: WebhookContext = {
    db: store,
    worker,
    sealer,
    leaseMillis: Math.min(LONGEST_LEASE_MILLIS, config.work.leaseSeconds * 1000),
    limits: { ...USUAL_LIMITS, allow: config.fetch.allow, ...limits },
    keepDays: config.webhooks.keepDays,
    counted: outcome => webhookCounter.inc({ outcome }),
    log: warn,
    report: error => report(error, 'webhooks'),
    stopping: stopping.signal,
  }
  const runner = createWebhookRunner(context)
  const due = (...kinds: DueKind[]) => wakeWhenDue(store, kinds, report)
  const loops = [
    startLoop({
      name: 'events',
      step: () => fanOutDue(context),
      idleMillis: 250,
      waking: due('event'),
      report,
    }),
    startLoop({
      name: 'webhooks',
      step: runner.step,
      idleMillis: 100,
      waking: due(WORK.webhook),
      report,
    }),
    startLoop({
      name: 'trimming of events',
      step: () => trimDue(context),
      idleMillis: HOUR,
      report,
    }),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops.map(loop => loop.stop()))
      await runner.finish()
    },
  }
}
