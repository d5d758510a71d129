/**
 * Starts the SMS workers with their dependencies: the gateway or the sandbox, and the handlers of
 * receipts and replies.
 */
import type { ConnectionOptions } from 'node:tls'
import type { Store } from '../db/db.ts'
import { livingWorkers } from '../domain/routes/workers.sql.ts'
import { recordReply } from '../domain/sms/opt-outs.ts'
import { findGateway, keepGateway } from '../domain/sms/receipts/gateway.sql.ts'
import { createReceiptTaker } from '../domain/sms/receipts/take-receipts.ts'
import { meaningOf } from '../domain/sms/reply-meaning.ts'
import type { Log } from '../lib/log.ts'
import { createRate } from '../lib/rate.ts'
import { gatewayUpGauge, receiptCounter, replyCounter } from '../metrics/sms-counters.ts'
import { createSandboxGateway } from '../sandbox/keep-sms.ts'
import type { Config } from '../settings/config.ts'
import type { Listener, Receipt, Reply } from '../sms/gateway.ts'
import type { SmppTimeOuts } from '../sms/smpp/connect.ts'
import { spellingsOf } from '../sms/smpp/receipt.ts'
import { startSmsLoops } from '../workers/sms.ts'
import { gatewayOf } from './sms-gateway.ts'
import { createWorkerBasics } from './worker-basics.ts'

export interface SmsWorkersOptions {
  config: Config
  store: Store
  log: Log
  timeOuts?: Partial<SmppTimeOuts>
  tls?: ConnectionOptions
  firstPauseMillis?: number
}

const REFRESH_MILLIS = 2_000
/** While no SMS are sent and nothing changes. */
const REFRESH_AT_REST_MILLIS = 30_000
const CLOSE_MILLIS = 10_000

export async function startSmsWorkers({
  config,
  store,
  log,
  ...more
}: SmsWorkersOptions): Promise<{ stop(): Promise<void> }> {
  const basics = createWorkerBasics(log)
  const listener = listenerOf(store, config.sms, log)
  const gateway = gatewayOf(config, { listener, log: basics.log, ...more })
  const sandbox = createSandboxGateway(store)
  const rate = createRate(null)
  /**
   * Another process has a gateway: it sends the SMS, and the sandbox of this process must not take
   * them.
   */
  let elsewhere: string | undefined
  let refreshedAt = 0
  let stateThen: string | undefined
  await refresh()
  const timer = setInterval(
    () =>
      void fresh(changed() ? 0 : REFRESH_AT_REST_MILLIS).catch(error =>
        basics.report(error, 'gateway of SMS'),
      ),
    REFRESH_MILLIS,
  )
  timer.unref()
  const loops = startSmsLoops({
    db: store,
    ...basics,
    leaseMillis: config.work.leaseSeconds * 1000,
    window: Math.min(config.work.uncertainMax, (gateway ?? sandbox).saturation),
    fresh: () => fresh(REFRESH_MILLIS),
    choose: () => gateway ?? (elsewhere === undefined ? sandbox : { none: elsewhere }),
    rate,
  })
  return {
    async stop() {
      clearInterval(timer)
      const stopped = loops.stop()
      // Queued SMS are released immediately; those in flight get some time for a reply.
      await gateway?.close(CLOSE_MILLIS)
      await stopped
      await sandbox.close()
    },
  }

  async function fresh(millis: number): Promise<void> {
    if (Date.now() - refreshedAt >= millis) await refresh()
  }

  /** Whether the gateway came up or went down since its state was last stored. */
  function changed(): boolean {
    return JSON.stringify(gateway?.state()) !== stateThen
  }

  async function refresh(): Promise<void> {
    refreshedAt = Date.now()
    stateThen = JSON.stringify(gateway?.state())
    if (gateway) {
      const { up, trouble } = gateway.state()
      gatewayUpGauge.set(up ? 1 : 0)
      await keepGateway(store, { shown: gateway.shown, trouble: up ? null : trouble })
      const perSecond = gateway.rate
      if (perSecond !== null)
        rate.set(perSecond / Math.max(1, (await livingWorkers(store, {})).count))
      return
    }
    const known = await findGateway(store, {})
    const before = elsewhere
    elsewhere =
      known &&
      `SMS_URL is not set for this process, and SMS have gone by ${known.shown}; if that is ` +
        'of no more use: pennypost sms gateway remove'
    if (elsewhere !== undefined && before === undefined) log.warn({}, elsewhere)
  }
}

/** Handles receipts and replies from a gateway, in a packet or by an HTTP call. */
export function listenerOf(
  store: Store,
  { stopWords, startWords }: Config['sms'],
  log: Log,
): Listener {
  const takeReceipt = createReceiptTaker(store)
  const keywords = { stop: stopWords, start: startWords }
  return {
    async receipt({ gatewayId, name, state, said, numbers }: Receipt) {
      const spellings = gatewayId === undefined ? [] : spellingsOf(gatewayId)
      const known = await takeReceipt({ spellings, name, receipt: state, said, numbers })
      receiptCounter.inc({ outcome: known ? state : 'unknown' })
      if (!known) log.warn({ gatewayId, name, said }, 'a receipt for an SMS that is not known')
    },
    async reply({ from, text }: Reply) {
      const meaning = meaningOf(text, keywords)
      const accounts = await recordReply(store, { number: from, text, meaning })
      replyCounter.inc({ meaning: accounts.length > 0 ? meaning : 'of a stranger' })
      log.info({ meaning, accounts }, 'a reply to an SMS arrived')
    },
  }
}
