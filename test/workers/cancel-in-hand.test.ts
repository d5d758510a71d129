/**
 * A sending is cancelled while the relay has all its emails in hand: what comes back deferred is
 * withdrawn as well.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { cancelSending } from '../../src/domain/sendings/steer-sending.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const PEOPLE = 20

test('an email deferred after its sending was cancelled is withdrawn', async () => {
  const { store, accountId, ask, send, startWorkers, drop } = await sendingSetup(PEOPLE)
  const sink = await startSink({ tricks: [{ at: 'rcpt', do: 'hang' }] })
  const workers = await startWorkers(sink.port)
  try {
    const inState = async (state: string) =>
      Number((await ask('select count(*) from deliveries where state = $1', [state]))[0]![0])
    const sendingId = await send()
    while ((await inState('handed over')) < PEOPLE) await pause(10)
    await cancelSending(store, accountId, sendingId)
    // Those that wait for a connection find a relay that hangs, too.
    await until(async () => {
      sink.hangUp()
      return (await inState('withdrawn')) === PEOPLE
    })
    const { state, counts } = await sendingProgress(store, accountId, sendingId)
    assert.deepEqual([state, counts], ['cancelled', { withdrawn: PEOPLE }])
    assert.deepEqual(await ask('select 1 from work union all select 1 from claims'), [])
  } finally {
    await workers.stop()
    await sink.stop()
    await drop()
  }
})
