/** Two services in this process, with stores of their own and one account of the same name. */

import { createApp } from '../../src/app.ts'
import type { Store } from '../../src/db/db.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { openKeys } from '../../src/domain/keys/keys.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { readConfig } from '../../src/settings/config.ts'
import { temporaryStore } from '../support/database.ts'
import { type Client, createClient } from '../support/typed-client/client.ts'
import type { Binding } from '../support/typed-client/request.ts'

export const NAMESPACE = 'http://pennypost.example/externalapi/v3/'
export const USERNAME = 'shop'
export const PASSWORD = 'correct horse battery staple'

export interface TestService {
  store: Store
  accountId: number
  url: URL
  /** Stops listening; the store stays. */
  stop(): Promise<void>
  /** Listens again, on the same port. */
  start(): Promise<void>
  close(): Promise<void>
}

export async function testService(): Promise<TestService> {
  const { store, drop } = await temporaryStore()
  const sealer = createSealer('the secret key of the tests')
  const keys = await openKeys(store, sealer)
  const account = (await addAccount(store, { username: USERNAME, password: PASSWORD }))!
  const listen = async (port: number) => {
    const config = readConfig({ PORT: String(port) })
    const log = createLog({ level: 'silent' })
    const app = createApp({ config, store, sealer, keys, log })
    return { app, port: (await app.listen()).port }
  }
  let running = await listen(0)
  const { port } = running
  return {
    store,
    accountId: account.id,
    url: new URL(`http://127.0.0.1:${port}/externalapiservice.asmx`),
    stop: () => running.app.close({ patienceMillis: 0 }),
    async start() {
      running = await listen(port)
    },
    async close() {
      await running.app.close({ patienceMillis: 0 })
      keys.close()
      await drop()
    },
  }
}

export const clientOf = (url: URL | string, binding: Binding = 'soap11'): Client =>
  createClient({
    url: String(url),
    namespace: NAMESPACE,
    username: USERNAME,
    password: PASSWORD,
    binding,
  })
