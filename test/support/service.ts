/**
 * The service in process, on a free port and a store of its own: one for all tests of a process, started by the first that asks.
 * Tests keep apart by their accounts (account.ts), as customers do.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type pg from 'pg'
import type { Store } from '../../src/db/db.ts'
import { createSignIn } from '../../src/domain/accounts/sign-in.ts'
import { handlers } from '../../src/operations/index.ts'
import { createDocuments } from '../../src/soap/documents.ts'
import { createEndpoint } from '../../src/soap/endpoint.ts'
import { defaultNamespace } from './client.ts'
import { temporaryStore } from './database.ts'

export interface Running {
  /** Up to and including `/externalapiservice.asmx`. */
  url: string
  port: number
  namespace: string
  store: Store
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
  const namespace = defaultNamespace
  const serviceName = 'ExternalAPIService'
  let calls = 0
  const endpoint = createEndpoint({
    namespace,
    serviceName,
    maxBody: 16 << 20,
    handlers,
    signIn: createSignIn(store),
    callFor: (account, { origin }) => ({
      db: store,
      account,
      links: { login: token => `${origin}/console/login?token=${encodeURIComponent(token)}` },
      log: () => {},
    }),
    factsOf: req => ({ origin: `http://${req.headers.host}`, peer: req.socket.remoteAddress ?? '', id: `call-${++calls}` }),
    observe: () => {},
    report: error => reported.push(error),
    documents: createDocuments({ namespace, serviceName }),
  })
  const server = createServer((req, res) => void endpoint(req, res))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/externalapiservice.asmx`,
    port,
    namespace,
    store,
    connection,
    reported,
    async close() {
      await new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
      })
      await drop()
    },
  }
}
