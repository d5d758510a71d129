/** Starts what ROLES asks for: store, keys, first account, server; and stops it in the opposite order. */
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { WrongSetting } from './config.ts'
import type { Db, Store } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { openConfigured } from './db/open.ts'
import { accountsInOrder } from './domain/accounts/accounts.sql.ts'
import { addFirstAccount } from './domain/accounts/add-account.ts'
import { makeLoginLink } from './domain/accounts/login-link.ts'
import { generatePassword, wrongPassword } from './domain/accounts/passwords.ts'
import { wrongUsername } from './domain/accounts/username.ts'
import { openKeys } from './domain/keys/keys.ts'
import { createLog, type Log } from './lib/log.ts'
import { createSealer, secretKeyIn } from './lib/secrets.ts'
import { inAddress } from './request-facts.ts'
import { welcome } from './welcome.ts'

export interface Service {
  /** What to tell the person who started it. */
  welcome: string
  close(): Promise<void>
}

/** Undoes in the opposite order what was done, whether all of it was or not. */
function undoing() {
  const steps: (() => unknown)[] = []
  return {
    add: (step: () => unknown) => steps.unshift(step),
    async all() {
      for (const step of steps.splice(0)) await step()
    },
  }
}

export async function startService(config: Config, log: Log = createLog({ level: config.logLevel })): Promise<Service> {
  const undo = undoing()
  try {
    const { store, connection, close } = await openConfigured({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      connections: config.databaseConnections,
      log: line => log.info({ part: 'store' }, line),
    })
    undo.add(close)
    await migrate(store, file => log.info({ part: 'store', file }, 'the schema was brought up to date'))
    const sealer = createSealer(config.secretKey ?? secretKeyIn(config.dataDir))
    const keys = await openKeys(store, sealer, { report: error => log.warn({ error }, 'keys could not be looked for') })
    undo.add(keys.close)
    // A worker's first words are read by nobody: the account is for the process that answers calls to make.
    const first = config.roles === 'worker' ? undefined : await firstAccount(store, config)
    if (config.roles !== 'web') {
      // Before a letter leaves: what comes back at once finds somebody there, also while the last letters go out at the end.
      const { startBounceWorkers } = await import('./bounce-workers.ts')
      const bounces = await startBounceWorkers({ config, store, keys, sealer, log }).catch(error => {
        throw cantListen(error, { host: config.bounceHost, port: config.bouncePort ?? 0 }, 'BOUNCE_HOST', 'BOUNCE_PORT')
      })
      undo.add(bounces.stop)
      const { startSendingWorkers } = await import('./sending-workers.ts')
      const workers = await startSendingWorkers({ config, store, keys, sealer, log })
      undo.add(workers.stop)
      undo.add(await importing(config, connection, log))
      const { startSmsWorkers } = await import('./sms-workers.ts')
      undo.add((await startSmsWorkers({ config, store, log })).stop)
      const { startHitWorkers } = await import('./workers/hits.ts')
      const hits = startHitWorkers({
        store,
        keepMonths: config.hitKeepMonths,
        log: (event, facts) => log.info(facts, event),
        report: (error, worker) => log.error({ error, worker }, 'a worker failed and tries again'),
      })
      undo.add(hits.stop)
      const { startWebhookWorkers } = await import('./webhook-workers.ts')
      undo.add(startWebhookWorkers({ config, store, sealer, log }).stop)
    }
    if (config.roles === 'worker') {
      if (config.healthPort !== undefined) undo.add(await probesOfWorker(config, config.healthPort, store))
      return { welcome: '\n  Pennypost is running as a worker.\n', close: undo.all }
    }
    const app = createApp({ config, store, keys, log })
    const address = await app.listen().catch(error => {
      throw cantListen(error, config)
    })
    undo.add(() => app.close())
    return { welcome: await welcomeTo(store, config, address, first), close: undo.all }
  } catch (error) {
    await undo.all()
    throw error
  }
}

async function importing(config: Config, connection: pg.ClientConfig, log: Log): Promise<() => Promise<void>> {
  const { startImportThread } = await import('./import-threads.ts')
  const { fetchAllow, importMaxBytes, fetchConnectTimeout, fetchIdleTimeout, fetchTotalTimeout } = config
  const { scratchDir, dataDir, importLeaseSeconds, importKeepDays, logLevel } = config
  const data = {
    connection,
    secretKey: config.secretKey ?? secretKeyIn(config.dataDir),
    config: {
      ...{ fetchAllow, importMaxBytes, fetchConnectTimeout, fetchIdleTimeout, fetchTotalTimeout },
      ...{ scratchDir, dataDir, importLeaseSeconds, importKeepDays, logLevel },
    },
  }
  return (await startImportThread(data, log)).stop
}

async function probesOfWorker(config: Config, port: number, store: Store): Promise<() => Promise<void>> {
  const { answerProbes } = await import('./worker-probes.ts')
  const { host, metricsToken, dataDir } = config
  return answerProbes({ host, port, store, metricsToken, dataDir }).catch(error => {
    throw cantListen(error, { host, port })
  })
}

/** Runs the service until a signal tells it to stop. A second one is from someone in a hurry. */
export async function serve(config: Config, print: (text: string) => void): Promise<void> {
  const log = createLog({ level: config.logLevel })
  const told = toldToStop()
  const service = await startService(config, log)
  print(service.welcome)
  log.info('the service is up')
  await told
  log.info('the service finishes what is in hand and stops')
  await service.close()
  log.info('the service has stopped')
}

function toldToStop(): Promise<void> {
  return new Promise(resolve => {
    let told = false
    const tell = () => {
      // Whatever is left behind, the next start copes with: it copes with a power cut too.
      if (told) process.exit(130)
      told = true
      resolve()
    }
    process.on('SIGINT', tell).on('SIGTERM', tell)
  })
}

/** On an empty store: the account and, when it was generated, its password. */
async function firstAccount(db: Db, { accountUsername, accountPassword }: Config): Promise<string | undefined> {
  const wrong = wrongUsername(accountUsername) ?? wrongPassword(accountPassword ?? 'generated')
  if (wrong) throw new WrongSetting(`ACCOUNT_USERNAME and ACCOUNT_PASSWORD can't be used for the first account: ${wrong}`)
  const password = accountPassword ?? generatePassword()
  const added = await addFirstAccount(db, { username: accountUsername, password })
  return added && accountPassword === undefined ? password : undefined
}

async function welcomeTo(db: Db, config: Config, address: AddressInfo, password: string | undefined): Promise<string> {
  const everywhere = address.address === '0.0.0.0' || address.address === '::'
  const listening = `http://${everywhere ? 'localhost' : inAddress(address.address)}:${address.port}`
  const origin = config.publicUrl ?? listening
  const account = (await accountsInOrder(db, {})).find(({ closedAt }) => closedAt === null)
  const token = account && (await makeLoginLink(db, account.id))
  return welcome({
    origin,
    listening,
    username: account?.username,
    password,
    loginLink: token && `${origin}/console/login/${token}`,
    store: config.databaseUrl === undefined ? `${config.dataDir} (embedded PostgreSQL)` : 'the PostgreSQL of DATABASE_URL',
  })
}

function cantListen(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
  hostName = 'HOST',
  portName = 'PORT',
): unknown {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is in use by another program: stop it, or set ${portName} to another number.`,
    EACCES: `Port ${port} may not be used by this user: set ${portName} to a number above 1023.`,
    EADDRNOTAVAIL: `${hostName} is ${host}, which is no address of this machine.`,
    ENOTFOUND: `${hostName} is ${host}, which is no address of this machine.`,
  }
  const sentence = sentences[error.code ?? '']
  return sentence === undefined ? error : new WrongSetting(sentence, { cause: error })
}
