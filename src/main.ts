/**
 * Starts the parts selected by ROLES: store, keys, workers, server, first account; stops them in
 * reverse order.
 */
import type { AddressInfo } from 'node:net'
import { isatty } from 'node:tty'
import { isStoreUnreachable } from './db/again.ts'
import type { Store } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { openConfigured } from './db/open.ts'
import type { StoreConnection } from './db/store-url.ts'
import { openKeys } from './domain/keys/keys.ts'
import { WORK } from './domain/work/work-kinds.ts'
import { type DrainOptions, portToListenAt } from './http/server.ts'
import { type CallLimits, createCallLimits } from './lib/call-limits.ts'
import { createLog, type Log } from './lib/log.ts'
import { createSealer } from './lib/secrets.ts'
import { cantListenAt } from './settings/cant-listen.ts'
import type { Config } from './settings/config.ts'
import { checkWhole } from './settings/whole.ts'
import { introduce, refuseWrongAccount } from './start/first-account.ts'
import type { ImportThread } from './start/import-threads.ts'
import { keyFile, keyFileReaders, secretOfStore } from './start/secret-key.ts'
import { onStopSignal } from './start/stopping/stop-signals.ts'
import { createUndo, type Undo } from './start/stopping/undo.ts'
import { createWorkerBasics, PROCESS_MARK } from './start/worker-basics.ts'
import { wakeWhenDue } from './workers/due-work.ts'

export interface RunningService {
  /** The welcome message. It may contain the only copy of a password. */
  welcome: string
  /** Never rejects. */
  close(drain?: DrainOptions): Promise<void>
}

export interface StartOptions {
  /** The welcome is shown on a terminal; otherwise it goes to a file or a journal. */
  terminal?: boolean
  /** Undoes the start, for a caller that ends it in the middle. */
  undo?: Undo
}

export async function startService(
  given: Config,
  log: Log = createLog({ level: given.process.logLevel, isOutage: isStoreUnreachable }),
  { terminal = false, undo = createUndo(log) }: StartOptions = {},
): Promise<RunningService> {
  refuseWrongAccount(given.account)
  for (const { detail } of checkWhole(given)) log.warn({ part: 'settings' }, detail)
  /** Work that is started once HTTP listens, so that it does not delay the probes. */
  const whenUp: (() => void)[] = []
  try {
    const config = await withPort(given)
    const { store, connection, close, release } = await openConfigured({
      dataDir: config.store.dataDir,
      databaseUrl: config.store.databaseUrl,
      replicaUrl: config.store.replicaUrl,
      connections: config.store.connections,
      // Each is about a wait or an outage. On a terminal lines of level info come later.
      log: line => log.warn({ part: 'store' }, line),
      onLost: error => log.info({ part: 'store', error }, 'a connection to the store was lost'),
      onReplicaUnusable: error =>
        log.warn({ part: 'store', error }, 'the standby is not used for a while'),
    })
    undo.add('the store', close, release)
    await upToDate(store, log)
    const secretKey = await secretOfStore(store, config.store)
    warnOfReaders(config, log)
    const sealer = createSealer(secretKey)
    const keys = await openKeys(store, sealer, {
      report: error => log.warn({ error }, 'keys could not be read'),
    })
    undo.add('keys', keys.close)
    const { startInstallationLoops } = await import('./start/installation-loops.ts')
    const { roles } = config.process
    const heartbeat = { store, roles, ...createWorkerBasics(log) }
    undo.add('the heartbeat', (await startInstallationLoops(heartbeat)).stop)
    const isMonitored = config.process.roles !== 'worker' || config.http.healthPort !== undefined
    // Metrics are counted from the first turn of a worker on.
    if (isMonitored) await import('./metrics/registry.ts')
    if (config.process.roles !== 'web') {
      const { takeOver } = await import('./workers/take-over.ts')
      const { dataDir, databaseUrl } = config.store
      const place = { dataDir, embedded: databaseUrl === undefined, mark: PROCESS_MARK }
      const unlock = await takeOver(store, { ...place, ...createWorkerBasics(log) })
      undo.add('the lock of its workers', unlock)
      // Started before emails are sent and stopped after: an immediate bounce finds the listener.
      const { startAlarms } = await import('./start/alarms/alarm-loop.ts')
      const alarms = startAlarms({ config, store, sealer, ...createWorkerBasics(log) })
      if (alarms) undo.add('alarms', alarms.stop)
      const { startBounceWorkers } = await import('./start/bounce-workers.ts')
      const bounces = await startBounceWorkers({ config, store, keys, sealer, log }).catch(
        cantListenAt(
          { host: config.bounces.host, port: config.bounces.port ?? 0 },
          'BOUNCE_HOST',
          'BOUNCE_PORT',
        ),
      )
      undo.add('incoming mail', bounces.stop)
      whenUp.push(bounces.begin)
      const { startSendingWorkers } = await import('./start/sending-workers.ts')
      const workers = await startSendingWorkers({ config, store, keys, sealer, log })
      undo.add('messages', workers.stop)
      undo.add('imports', await importing({ config, store, connection, secretKey, log }))
      const { startSmsWorkers } = await import('./start/sms-workers.ts')
      undo.add('SMS', (await startSmsWorkers({ config, store, log })).stop)
      const { hitKeepMonths, ledgerKeepMonths, eventKeepDays } = config.tracking
      const { startHitWorkers } = await import('./workers/hits.ts')
      const hits = startHitWorkers({
        store,
        // Who opened is kept no longer than who got it.
        keepMonths: Math.min(hitKeepMonths, ledgerKeepMonths || hitKeepMonths),
        ...createWorkerBasics(log),
      })
      undo.add('hits', hits.stop)
      const { startLedgerWorkers } = await import('./workers/ledger.ts')
      const ledger = { store, keepMonths: ledgerKeepMonths, eventKeepDays }
      undo.add('the ledger', startLedgerWorkers({ ...ledger, ...createWorkerBasics(log) }).stop)
      const { startWordWorker } = await import('./workers/words.ts')
      const { startBulkJobs } = await import('./workers/bulk-jobs.ts')
      const leaseMillis = config.work.leaseSeconds * 1000
      undo.add('bulk jobs', startBulkJobs({ store, leaseMillis, ...createWorkerBasics(log) }).stop)
      undo.add('search', startWordWorker({ store, ...createWorkerBasics(log) }).stop)
      const { startWebhookWorkers } = await import('./start/webhook-workers.ts')
      undo.add('webhooks', startWebhookWorkers({ config, store, sealer, log }).stop)
    }
    const service = { close: undo.all }
    if (config.process.roles === 'worker') {
      const { healthPort } = config.http
      if (healthPort !== undefined)
        undo.add('probes', await probesOfWorker(config, healthPort, store))
      for (const begin of whenUp) begin()
      return { ...service, welcome: '\n  Pennypost is running as a worker.\n' }
    }
    const callLimits = createCallLimits(config.http.apiCallsPerMinute)
    undo.add('emails by SMTP', await taking({ config, store, callLimits, log }))
    const { createApp } = await import('./app.ts')
    const app = createApp({ config, store, sealer, keys, callLimits, log })
    undo.add('calls', app.close)
    let welcome = ''
    // After this, a caller that gets an answer finds the account, and its password is lost to no
    // port that is in use.
    const introduced = async (address: AddressInfo) => {
      welcome = await introduce(store, config, address, { terminal, log })
    }
    await app.listen(introduced).catch(cantListenAt(config.http))
    for (const begin of whenUp) begin()
    return { ...service, welcome }
  } catch (error) {
    await undo.all()
    throw error
  }
}

async function withPort(config: Config): Promise<Config> {
  if (config.process.roles === 'worker') return config
  const { host, port } = config.http
  const found = await portToListenAt(host, port).catch(cantListenAt(config.http))
  return { ...config, http: { ...config.http, port: found } }
}

async function upToDate(store: Store, log: Log): Promise<void> {
  const files: string[] = []
  try {
    await migrate(store, file => files.push(file))
  } finally {
    if (files.length > 0)
      log.info(
        { part: 'store', migrations: files.length, last: files.at(-1) },
        'the schema was brought up to date',
      )
  }
}

function warnOfReaders(config: Config, log: Log): void {
  const readers = keyFileReaders(config.store)
  if (readers)
    log.warn(
      { mode: readers.mode },
      `${readers.who} may read the key of the store: chmod 600 ${keyFile(config.store)}`,
    )
}

interface Importing {
  config: Config
  store: Store
  connection: StoreConnection
  secretKey: string
  log: Log
}

/**
 * The import thread takes a quarter of the processor time of a start. It starts when a file is due,
 * or this late, for its work without files.
 */
const IMPORT_THREAD_DELAY_MS = 60_000

async function importing({
  config,
  store,
  connection,
  secretKey,
  log,
}: Importing): Promise<() => Promise<void>> {
  const { startImportThread } = await import('./start/import-threads.ts')
  const { scratchRoot } = await import('./workers/scratch.ts')
  // A start that could not import fails with a sentence.
  await scratchRoot(config.store.dataDir)
  let thread: ImportThread | undefined
  const begin = () => (thread ??= startImportThread({ connection, secretKey, config }, log))
  const beginning = setTimeout(begin, IMPORT_THREAD_DELAY_MS)
  const { report } = createWorkerBasics(log)
  const sleep = wakeWhenDue(store, [WORK.import, WORK.batch], report)(() => begin().wake())
  return async () => {
    clearTimeout(beginning)
    await sleep()
    await thread?.stop()
  }
}

interface Taking {
  config: Config
  store: Store
  callLimits: CallLimits
  log: Log
}

/** Starts the submission servers, if there are any. */
async function taking(options: Taking): Promise<() => Promise<void>> {
  const { host, port, tlsPort } = options.config.submission
  if (port === undefined && tlsPort === undefined) return async () => {}
  const { startSubmissionServers } = await import('./start/submission/servers.ts')
  const at = { host, port: port ?? tlsPort! }
  const names = ['SUBMISSION_HOST', 'SUBMISSION_PORT or SUBMISSION_TLS_PORT'] as const
  return (await startSubmissionServers(options).catch(cantListenAt(at, ...names))).stop
}

async function probesOfWorker(
  config: Config,
  port: number,
  store: Store,
): Promise<() => Promise<void>> {
  const { answerProbes } = await import('./http/worker-probes.ts')
  const { host, metricsToken } = config.http
  return answerProbes({ host, port, store, metricsToken, dataDir: config.store.dataDir }).catch(
    cantListenAt({ host, port }, 'HOST', 'HEALTH_PORT'),
  )
}

/**
 * Runs the service until it gets a signal to stop. A second signal ends it at once.
 * @param notes on the settings, for the log.
 */
export async function serve(
  config: Config,
  print: (text: string) => void,
  notes: readonly string[],
): Promise<void> {
  const terminal = isatty(1)
  const log = createLog({
    level: config.process.logLevel,
    format: config.process.logFormat,
    isOutage: isStoreUnreachable,
  })
  // On a terminal the welcome comes first: before it only warnings are logged.
  if (terminal && config.process.logLevel === 'info') log.level = 'warn'
  for (const note of notes) log.warn({ part: 'settings' }, note)
  const undo = createUndo(log)
  const stopSignal = onStopSignal({
    log,
    timeoutMillis: config.process.stopTimeout * 1000,
    left: undo.left,
    releaseAtOnce: undo.atOnce,
  })
  const service = await startService(config, log, { terminal, undo })
  print(service.welcome)
  log.level = config.process.logLevel
  log.info('the service is up')
  const signal = await stopSignal
  log.info('the service finishes its work in progress and stops')
  // Ctrl-C comes from a person who waits, not from a balancer.
  const inHurry = signal === 'SIGINT' && isatty(0)
  await service.close({ delayMillis: inHurry ? 0 : config.process.stopDelay * 1000 })
  log.info('the service has stopped')
  // A last query to a store that is away would seem to come from a running service.
  log.level = 'silent'
}
