/** A worker's clock is ten minutes behind or ahead of the store's: leases hold all the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const PEOPLE = 20
const OFF_MILLIS = 600_000

for (const [clock, off] of [
  ['behind', -OFF_MILLIS],
  ['ahead', OFF_MILLIS],
] as const)
  test(`emails go out once from a worker whose clock is ${clock}`, async t => {
    const { store, accountId, send, startWorkers, drop } = await sendingSetup(PEOPLE)
    const sink = await startSink()
    const sendingId = await send()
    // By a process whose clock is right; to be judged late or early is not what this is about.
    await planSending(store, accountId, sendingId, OFF_MILLIS)
    const now = Date.now.bind(Date)
    t.mock.method(Date, 'now', () => now() + off)
    const workers = await startWorkers(sink.port)
    try {
      await until(async () => {
        const { state } = await sendingProgress(store, accountId, sendingId)
        return state === 'finished'
      })
      const { counts } = await sendingProgress(store, accountId, sendingId)
      assert.deepEqual(counts, { accepted: PEOPLE })
      assert.equal(sink.counts.size, PEOPLE)
      assert.ok([...sink.counts.values()].every(count => count === 1))
    } finally {
      t.mock.restoreAll()
      await workers.stop()
      await sink.stop()
      await drop()
    }
  })
