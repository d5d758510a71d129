/** Starts the processing of incoming mail: the listener of BOUNCE_PORT and its loops. */
import type { Store } from '../db/db.ts'
import { createBounceOwners } from '../domain/hosts/bounce-owners.ts'
import type { Keys } from '../domain/keys/keys.ts'
import { keyOfLinks } from '../domain/keys/link-keys.ts'
import { createIntake } from '../inbound/intake.ts'
import { createPeerQuota } from '../inbound/peer-quota.ts'
import { createPolls } from '../inbound/polls.ts'
import { createRecipients } from '../inbound/recipients.ts'
import type { Log } from '../lib/log.ts'
import type { Sealer } from '../lib/secrets.ts'
import { createJudging, type JudgingOptions } from '../mail/bounces/judging.ts'
import { type FetchLimits, USUAL_FETCH_LIMITS } from '../mail/mailbox/mailbox.ts'
import {
  type ListenerLimits,
  type MailListener,
  startListener,
  USUAL_LIMITS,
} from '../mail/smtp-server/listener.ts'
import { judgedCounter, mailCounter } from '../metrics/inbound-counters.ts'
import type { Config } from '../settings/config.ts'
import { bounceDomainOf } from '../settings/service-origin.ts'
import { certificateOf } from '../settings/whole.ts'
import { startBounceLoops } from '../workers/bounce-loops.ts'
import { wakeWhenDue } from '../workers/due-work.ts'
import { startLoop } from '../workers/loop.ts'
import { createWorkerBasics } from './worker-basics.ts'

export interface BounceWorkersOptions {
  config: Config
  store: Store
  keys: Keys
  sealer: Sealer
  log: Log
  /** Overrides of the default limits. */
  limits?: Partial<ListenerLimits>
  fetching?: Partial<FetchLimits>
  judging?: Partial<JudgingOptions>
  patienceMillis?: number
}

export interface BounceWorkers {
  listener: MailListener | undefined
  /** Starts judging messages and fetching from mailboxes. */
  begin(): void
  stop(): Promise<void>
}

/** How long a stop waits for the message being judged. */
const PATIENCE_MILLIS = 10_000

export async function startBounceWorkers({
  config,
  store,
  keys,
  sealer,
  log,
  limits = {},
  fetching = {},
  judging: limitsOfJudging = {},
  patienceMillis = PATIENCE_MILLIS,
}: BounceWorkersOptions): Promise<BounceWorkers> {
  const basics = createWorkerBasics(log)
  const { report } = basics
  const keyOf = keyOfLinks(keys)
  const judging = createJudging(limitsOfJudging)
  const counted = (kind: string, number = 1) => judgedCounter.inc({ kind }, number)
  const count = (outcome: string) => mailCounter.inc({ outcome })
  const quota = createPeerQuota()
  const secure = certificateOf(config.bounces, 'BOUNCE')
  const listener =
    config.bounces.port === undefined
      ? undefined
      : await startListener({
          host: config.bounces.host,
          port: config.bounces.port,
          name: bounceDomainOf(config),
          secure: () => secure,
          limits: { ...USUAL_LIMITS, ...limits },
          check: createRecipients({
            db: store,
            keyOf,
            domain: bounceDomainOf(config),
            ownerOf: createBounceOwners(store),
            days: config.bounces.tokenDays,
            quota,
            count,
          }),
          take: createIntake({ db: store, judging, keyOf, quota, counted }),
          count,
          report: error => log.error({ error }, 'mail could not be taken in'),
        })
  if (listener)
    log.info({ port: listener.port, domain: bounceDomainOf(config) }, 'bounces are taken in')
  const polls = createPolls({
    db: store,
    judging,
    keyOf,
    sealer,
    limits: { ...USUAL_FETCH_LIMITS, ...fetching },
    count,
    log: basics.log,
    report,
  })
  const loops: { stop(): Promise<void> }[] = []
  const waking = wakeWhenDue(store, ['inbox'], report)
  return {
    listener,
    begin() {
      const judgingLoops = startBounceLoops({
        db: store,
        judging,
        keyOf,
        rules: { softLimit: config.bounces.softLimit, softDays: config.bounces.softDays },
        keepDays: config.bounces.keepDays,
        holdDays: config.bounces.holdDays,
        hardDays: config.bounces.hardDays,
        alertRate: config.bounces.complaintAlert,
        brakeRate: config.bounces.complaintBrake,
        counted,
        ...basics,
      })
      loops.push(
        startLoop({ name: 'mailboxes', step: polls.step, idleMillis: 1_000, waking, report }),
        judgingLoops,
      )
    },
    async stop() {
      const patience = setTimeout(() => void judging.close(), patienceMillis)
      await listener?.close()
      const stopped = loops.map(loop => loop.stop())
      await polls.finish()
      await Promise.all(stopped)
      clearTimeout(patience)
      await judging.close()
    },
  }
}
