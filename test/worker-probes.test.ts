/** A process that only works says how it is, and nothing else. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { answerProbes } from '../src/worker-probes.ts'
import { temporaryStore } from './support/database.ts'

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

test('the probes of a worker', async () => {
  const { store, drop } = await temporaryStore()
  const port = await freePort()
  const stop = await answerProbes({ host: '127.0.0.1', port, store, metricsToken: 'known', dataDir: '.' })
  try {
    const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
    assert.equal((await get('/healthz')).status, 200)
    assert.equal((await get('/readyz')).status, 200)
    assert.equal((await get('/metrics')).status, 401)
    assert.match(await (await get('/metrics', { Authorization: 'Bearer known' })).text(), /pennypost_/)
    assert.equal((await get('/externalapiservice.asmx')).status, 404)
  } finally {
    await stop()
    await drop()
  }
})
