/**
 * The whole service of app.ts on a free port and a store of its own, with settings as a test likes
 * them.
 */
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type App, createApp } from '../../src/app.ts'
import type { Store } from '../../src/db/db.ts'
import { type Keys, openKeys } from '../../src/domain/keys/keys.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSealer, type Sealer } from '../../src/lib/secrets.ts'
import { type Config, readConfig } from '../../src/settings/config.ts'
import { temporaryStore } from './database.ts'

export interface RunningApp {
  app: App
  origin: string
  store: Store
  keys: Keys
  /** The secret that seals the keys. */
  sealer: Sealer
  config: Config
  /** The log, one object a line. */
  lines: string[]
  close(): Promise<void>
}

/** A checkout has a built console or has none: tests have none unless they name its folder. */
export async function startApp(
  env: Record<string, string> = {},
  { consoleFolder = join(import.meta.dirname, 'no-console') }: { consoleFolder?: string } = {},
): Promise<RunningApp> {
  const { store, drop } = await temporaryStore()
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'debug', ...env })
  const lines: string[] = []
  const sealer = createSealer('the secret key of the tests')
  const keys = await openKeys(store, sealer)
  const app = createApp({
    config,
    store,
    sealer,
    keys,
    consoleFolder,
    log: createLog({
      level: config.process.logLevel,
      to: { write: line => void lines.push(line) },
    }),
  })
  const { port } = (await app.listen()) as AddressInfo
  let closed: Promise<void> | undefined
  return {
    app,
    origin: `http://127.0.0.1:${port}`,
    store,
    keys,
    sealer,
    config,
    lines,
    close() {
      closed ??= app.close({ patienceMillis: 1000 }).then(keys.close).then(drop)
      return closed
    },
  }
}
