/** Who agrees, or declines, between the writing of an email and its hand-over. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setRule } from '../../src/domain/measuring/rule.ts'
import { figuresOf } from '../../src/domain/reports/sendings/figures.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

test('rates are of those who were measured when it was written, and are at the hand-over', async () => {
  const { store, accountId, ask, send, startWorkers, drop } = await sendingSetup(4)
  const sink = await startSink({ keep: 4 })
  try {
    await setRule(store, accountId, { opens: 'none', clicks: 'none' })
    await ask('update subscribers set opens_agreed = true, clicks_agreed = true where id in (1, 2)')
    // When a claim is committed the first one declines, and the third agrees.
    await ask(
      `create function say() returns trigger language plpgsql as $$ begin
         update subscribers set opens_agreed = id = 3, clicks_agreed = id = 3 where id in (1, 3);
         return null; end $$`,
    )
    await ask(
      `create constraint trigger say after insert on claims deferrable initially deferred
       for each row execute function say()`,
    )
    const workers = await startWorkers(sink.port)
    const sendingId = await send()
    await until(
      async () => (await sendingProgress(store, accountId, sendingId)).state === 'finished',
    )
    await workers.stop()
    const isTracked = (person: number) => {
      const to = `<p${person}@example.test>`
      const email = sink.messages.find(({ rcpts }) => rcpts[0]!.includes(to))!
      return email.bytes.toString().replaceAll('=\r\n', '').includes('mail.example.test/t/')
    }
    assert.deepEqual([1, 2, 3, 4].map(isTracked), [true, true, false, false])
    const unmeasured = await ask(
      'select id, opens_unmeasured and clicks_unmeasured from deliveries order by id',
    )
    assert.deepEqual(unmeasured, [
      ['1', 't'],
      ['2', null],
      ['3', 't'],
      ['4', 't'],
    ])
    const { measured } = (await figuresOf(store, accountId, [sendingId], false)).get(sendingId)!
    assert.deepEqual([measured.opens, measured.clicks], [1, 1])
  } finally {
    await sink.stop()
    await drop()
  }
})
