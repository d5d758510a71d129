/** A sending with a rate of its own, below those of routes; the rate changes while it runs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { setSendingRate } from '../../src/domain/sendings/steer-sending.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

test('a sending keeps to its rate, and continues without it', async () => {
  const { store, accountId, send, startWorkers, drop } = await sendingSetup(60)
  const sink = await startSink({ keep: 0 })
  const sendingId = await send()
  // Ten a second: at most a second's worth at once.
  await setSendingRate(store, accountId, sendingId, 600)
  const began = performance.now()
  const workers = await startWorkers(sink.port)
  try {
    while (sink.counts.size < 20) await pause(10)
    const seconds = (performance.now() - began) / 1_000
    assert.ok(sink.counts.size <= 12 + 10 * seconds, `${sink.counts.size} in ${seconds} s`)
    await setSendingRate(store, accountId, sendingId, null)
    const finished = async () =>
      (await sendingProgress(store, accountId, sendingId)).state === 'finished'
    await until(finished)
    assert.equal(sink.counts.size, 60)
  } finally {
    await workers.stop()
    await sink.stop()
    await drop()
  }
})
