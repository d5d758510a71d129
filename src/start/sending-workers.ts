/** Starts the workers with what they need of the settings: keys, relays, the sandbox, addresses in letters. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { isOutOfRoom } from '../db/again.ts'
import type { Store } from '../db/db.ts'
import type { Keys } from '../domain/keys/keys.ts'
import type { Log } from '../lib/log.ts'
import type { Sealer } from '../lib/secrets.ts'
import type { TimeOuts } from '../mail/smtp/opening.ts'
import { watchRoutes } from '../metrics/sending-metrics.ts'
import { createSandboxRelay } from '../sandbox/keep.ts'
import type { Config } from '../settings/config.ts'
import { bounceDomainOf, serviceOrigin } from '../settings/service-origin.ts'
import { startWorkers, type Workers } from '../workers/index.ts'
import { openRoutes } from '../workers/routes.ts'

export interface WorkersOptions {
  config: Config
  store: Store
  keys: Keys
  sealer: Sealer
  log: Log
  /** Other time-outs of SMTP than those of RFC 5321. */
  timeOuts?: Partial<TimeOuts>
}

const MINUTE = 60_000
const FAILED = 'a worker failed and tries again'
const NO_ROOM = 'the store has no room: free some space on its disk, and sending goes on by itself'

export async function startSendingWorkers({ config, store, keys, sealer, log, timeOuts }: WorkersOptions): Promise<Workers> {
  // Letters in the sandbox are read on this machine; to a relay on another machine nothing goes without a PUBLIC_URL.
  const publicUrl = serviceOrigin(config.http)
  const bounceDomain = bounceDomainOf(config)
  const report = (error: unknown, name: string) => log.error({ error, worker: name }, isOutOfRoom(error) ? NO_ROOM : FAILED)
  const routes = await openRoutes({
    db: store,
    sealer,
    smtpUrl: config.sending.smtpUrl,
    publicUrl: config.http.publicUrl,
    sandbox: createSandboxRelay(store),
    timeOuts,
    report,
  })
  const workers = await startWorkers({
    db: store,
    worker: randomUUID(),
    host: hostname(),
    settings: {
      window: config.work.uncertainMax,
      leaseMillis: config.work.leaseSeconds * 1000,
      lateMillis: config.sending.confirmAfter * MINUTE,
      retryUncertain: config.sending.retryUncertain,
      bounceDomain,
      bounceRules: { softLimit: config.bounces.softLimit, softDays: config.bounces.softDays },
    },
    routes,
    writing: { keys, sealer, publicUrl, bounceDomain },
    log: (event, facts) => log.info(facts, event),
    report,
  })
  const unwatch = watchRoutes(routes.states)
  return {
    async stop() {
      unwatch()
      await workers.stop()
      await routes.close()
    },
  }
}
