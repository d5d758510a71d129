/** The server answers no request before the last step of a start is done. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createHttpServer } from '../../src/http/server.ts'
import { createLog } from '../../src/lib/log.ts'

const log = createLog({ level: 'silent' })

test('a request that comes before the last step of the start waits for it', async () => {
  const steps: string[] = []
  const http = createHttpServer({
    host: '127.0.0.1',
    port: 0,
    log,
    answer(_req, res) {
      steps.push('answered')
      res.end('here')
    },
  })
  let asked: Promise<Response> | undefined
  await http.listen(async ({ port }: AddressInfo) => {
    const came = once(http.server, 'request')
    asked = fetch(`http://127.0.0.1:${port}/`)
    await came
    steps.push('prepared')
  })
  assert.equal(await (await asked!).text(), 'here')
  assert.deepEqual(steps, ['prepared', 'answered'])
  await http.close()
})

test('a stop waits for no load balancer if there was no call', async () => {
  const http = createHttpServer({
    host: '127.0.0.1',
    port: 0,
    log,
    answer: () => assert.fail('nobody is answered'),
  })
  await http.listen()
  // Longer than a test may take.
  await http.close({ delayMillis: 3_600_000 })
})

test('it is cut when that step fails, and the start fails as the step did', async () => {
  const http = createHttpServer({
    host: '127.0.0.1',
    port: 0,
    log,
    answer: () => assert.fail('nobody is answered'),
  })
  let cut: Promise<void> | undefined
  const listening = http.listen(async ({ port }) => {
    const came = once(http.server, 'request')
    cut = assert.rejects(fetch(`http://127.0.0.1:${port}/`))
    await came
    throw new Error('no account')
  })
  await assert.rejects(listening, /^Error: no account$/)
  await cut
  await http.close()
})
