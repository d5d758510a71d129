/** A pause that begins after the plan: the email is withdrawn at the hand-over, with the reason. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planSending } from '../../../src/domain/sendings/plan-sending.ts'
import { sendingProgress } from '../../../src/domain/sendings/progress.ts'
import { sendingSetup } from '../../support/sending.ts'
import { startSink } from '../../support/smtp-sink.ts'
import { until } from '../../support/until.ts'

const HOUR = 3_600_000

test('who pauses after the plan gets nothing of what has not left yet, and the rest do', async () => {
  const setup = await sendingSetup(3)
  const sink = await startSink({ keep: 3 })
  try {
    const sendingId = await setup.send()
    const { ask, store, accountId } = setup
    await planSending(store, accountId, sendingId, HOUR)
    await ask("update subscribers set paused_until = now() + interval '30 days' where id = 2")
    const workers = await setup.startWorkers(sink.port)
    await until(async () => {
      const { state } = await sendingProgress(store, accountId, sendingId)
      return state === 'finished'
    })
    await workers.stop()
    const rows = await ask('select id, state, reason from deliveries order by id')
    assert.deepEqual(rows, [
      ['1', 'accepted', null],
      ['2', 'withdrawn', 'paused'],
      ['3', 'accepted', null],
    ])
    assert.equal(sink.messages.length, 2)
  } finally {
    await sink.stop()
    await setup.drop()
  }
})
