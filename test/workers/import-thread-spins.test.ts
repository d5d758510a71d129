/** A thread of imports that spins: it is ended and started again, and does not delay a shutdown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startImportThread } from '../../src/start/import-threads.ts'
import { until } from '../support/until.ts'

const entry = new URL('../support/spinning-import-thread.ts', import.meta.url)
const data = { connection: {}, secretKey: '', config: readConfig({}) }
const threadWith = (told: string[], options: { limitMillis?: number; patienceMillis?: number }) => {
  const log = createLog({
    level: 'warn',
    to: { write: line => void told.push(JSON.parse(line).msg) },
  })
  return startImportThread(data as never, log, { entry, ...options })
}

test('one that gives no sign of life is ended', async () => {
  const told: string[] = []
  const thread = await threadWith(told, { limitMillis: 200 })
  await until(() => told.length >= 2)
  assert.match(told[0]!, /gave no sign of life/)
  assert.match(told[1]!, /is started again/)
  await thread.stop()
})

test('a stop waits for a while, and then ends it', async () => {
  const told: string[] = []
  const thread = await threadWith(told, { patienceMillis: 300 })
  await pause(100)
  await thread.stop()
  assert.match(told.join(), /did not stop in time/)
})
