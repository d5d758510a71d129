/** Starts the email workers with their dependencies: keys, relays, the sandbox, URLs in emails. */
import { hostname } from 'node:os'
import type { Store } from '../db/db.ts'
import type { Keys } from '../domain/keys/keys.ts'
import type { Log } from '../lib/log.ts'
import type { Sealer } from '../lib/secrets.ts'
import type { TimeOuts } from '../mail/smtp/opening.ts'
import { watchRoutes } from '../metrics/sending-metrics.ts'
import { createSandboxRelay } from '../sandbox/keep.ts'
import type { Config } from '../settings/config.ts'
import { bounceDomainOf, serviceOrigin } from '../settings/service-origin.ts'
import { startFeedWorker } from '../workers/feeds.ts'
import { startWorkers, type Workers } from '../workers/index.ts'
import { startLinkRequestWorker } from '../workers/link-requests.ts'
import { createMailDomains } from '../workers/mail-domains.ts'
import { openRoutes } from '../workers/routes.ts'
import { createSenderWarnings } from '../workers/sender-warnings.ts'
import type { ShapingTimes } from '../workers/shaping.ts'
import { startSignUpWorker } from '../workers/sign-ups.ts'
import { createWorkerBasics } from './worker-basics.ts'

export interface WorkersOptions {
  config: Config
  store: Store
  keys: Keys
  sealer: Sealer
  log: Log
  /** Overrides of the SMTP time-outs of RFC 5321. */
  timeOuts?: Partial<TimeOuts>
  /** Overrides of the pauses of shaping. */
  shapingTimes?: Partial<ShapingTimes>
}

const MINUTE = 60_000

export async function startSendingWorkers({
  config,
  store,
  keys,
  sealer,
  log,
  timeOuts,
  shapingTimes,
}: WorkersOptions): Promise<Workers> {
  // Emails in the sandbox are read on this machine; without a PUBLIC_URL no email is sent to a
  // relay on another machine.
  const publicUrl = serviceOrigin(config.http)
  const bounceDomain = bounceDomainOf(config)
  const basics = createWorkerBasics(log)
  const says = { info: basics.log, warn: basics.warn }
  const routes = await openRoutes({
    db: store,
    sealer,
    smtpUrl: config.sending.smtpUrl,
    publicUrl: config.http.publicUrl,
    sandbox: createSandboxRelay(store),
    timeOuts,
    log: says,
    resolvers: config.dns.resolver,
    shapingTimes,
    report: basics.report,
  })
  const warnOfSender = createSenderWarnings({ routes, log: says })
  const workers = await startWorkers({
    db: store,
    ...basics,
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
    writing: { keys, sealer, publicUrl, bounceDomain, warnOfSender },
  })
  const signUps = startSignUpWorker({
    store,
    keys,
    publicUrl,
    days: config.forms.confirmDays,
    report: basics.report,
    takesMail: config.forms.checkMx
      ? createMailDomains(config.dns.resolver, basics.warn)
      : () => Promise.resolve(true),
  })
  const links = startLinkRequestWorker({ store, publicUrl, report: basics.report })
  const feeds = startFeedWorker({ store, allow: config.fetch.allow, ...basics })
  const unwatch = watchRoutes(routes.states)
  return {
    async stop() {
      unwatch()
      await signUps.stop()
      await links.stop()
      await feeds.stop()
      await workers.stop()
      await routes.close()
    },
  }
}
