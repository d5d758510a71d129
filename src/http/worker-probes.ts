/** The probes of a process that runs only workers: it answers no calls, but is monitored. */
import { createServer } from 'node:http'
import type { Store } from '../db/db.ts'
import { createMetrics } from '../metrics/registry.ts'
import { createProbes, nodesOfStore, say, troubleOfStore } from './probes.ts'
import { responseClass } from './server.ts'

export interface WorkerProbesOptions {
  host: string
  port: number
  store: Store
  metricsToken: string | undefined
  dataDir: string
}

/** Resolves, when it listens, with the function that stops it. */
export async function answerProbes({
  host,
  port,
  store,
  metricsToken,
  dataDir,
}: WorkerProbesOptions): Promise<() => Promise<void>> {
  let stopping = false
  const metrics = createMetrics({
    store,
    dataDir,
    storeUp: async () => (await troubleOfStore(store)) === undefined,
    nodes: () => nodesOfStore(store),
  })
  const probes = createProbes({ store, metrics, metricsToken, stopping: () => stopping })
  const ServerResponse = responseClass(() => false)
  const server = createServer({ ServerResponse }, (req, res) => {
    const [path = '/'] = (req.url ?? '/').split('?')
    if (!probes.answer(path, req, res))
      say(res, 404, 'This process only works; it answers /healthz, /readyz and /metrics.')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return () => {
    stopping = true
    server.closeAllConnections()
    return new Promise(resolve => server.close(() => resolve()))
  }
}
