/**
 * The service in process, on a free port and a store of its own: one for all tests of a process,
 * started by the first that asks. Tests keep apart by their accounts (account.ts), as customers do.
 */
import { after } from 'node:test'
import type pg from 'pg'
import { createApp } from '../../src/app.ts'
import type { Store } from '../../src/db/db.ts'
import { type Keys, openKeys } from '../../src/domain/keys/keys.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSealer, type Sealer } from '../../src/lib/secrets.ts'
import { readConfig } from '../../src/settings/config.ts'
import { temporaryStore } from './database.ts'

export interface Running {
  /** Up to and including `/externalapiservice.asmx`. */
  url: string
  port: number
  namespace: string
  store: Store
  keys: Keys
  /** The secret that seals the keys. */
  sealer: Sealer
  connection: pg.ClientConfig
  /** What went wrong inside; a test that provokes nothing of the kind leaves it empty. */
  reported: unknown[]
  close(): Promise<void>
}

let running: Promise<Running> | undefined

export function service(): Promise<Running> {
  running ??= start()
  return running
}

after(async () => {
  await (await running)?.close()
})

async function start(): Promise<Running> {
  const { store, connection, drop } = await temporaryStore()
  const reported: unknown[] = []
  const write = (line: string): void => {
    const entry = JSON.parse(line)
    if (entry.level === 'error') reported.push(entry)
  }
  const config = readConfig({ PORT: '0' })
  const sealer = createSealer('the secret key of the tests')
  const keys = await openKeys(store, sealer)
  const app = createApp({
    config,
    store,
    sealer,
    keys,
    log: createLog({ level: 'error', to: { write } }),
  })
  const { port } = await app.listen()
  return {
    url: `http://127.0.0.1:${port}/externalapiservice.asmx`,
    port,
    namespace: config.api.namespace,
    store,
    keys,
    sealer,
    connection,
    reported,
    async close() {
      await app.close({ patienceMillis: 0 })
      keys.close()
      await drop()
    },
  }
}
