/**
 * The sample has people who may be measured and who may not; it is removed whole, also when its
 * newsletter was removed before.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeNewsletter } from '../../src/domain/newsletters/remove-newsletter.ts'
import { sendingOfReport, wholeFigures } from '../../src/domain/reports/sendings/figures.ts'
import { addSample, removeSample } from '../../src/domain/sample/keep-sample.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { cancelSending } from '../../src/domain/sendings/steer-sending.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

test('the sample is removed without its newsletter', async t => {
  const { store, accountId, ask, drop } = await sendingSetup(0)
  t.after(drop)
  const { newsletterId, sendingId, people } = await addSample(store, accountId)
  const answers = await ask(
    `select opens_agreed, clicks_agreed, count(*) from subscribers group by 1, 2 order by 3`,
  )
  assert.deepEqual(answers, [
    ['t', 't', String(people / 5)],
    ['f', 'f', String((people * 3) / 10)],
    [null, null, String(people / 2)],
  ])
  await cancelSending(store, accountId, sendingId)
  await removeNewsletter(store, accountId, newsletterId)
  const removed = { lists: 1, people, newsletters: 0, sendings: 1, messages: 0 }
  assert.deepEqual(await removeSample(store, accountId), removed)
  assert.deepEqual(await ask('select 1 from measuring_answers'), [])
  assert.deepEqual(await ask('select 1 from sendings'), [])
  assert.deepEqual(await ask('select count(*) from newsletters'), [['1']])
})

test('the report of the sample shows how many were measured', async t => {
  const { store, accountId, startWorkers, drop } = await sendingSetup(0)
  const { sendingId, people } = await addSample(store, accountId)
  const sink = await startSink({ keep: 1 })
  const workers = await startWorkers(sink.port)
  t.after(async () => {
    await workers.stop()
    await sink.stop()
    await drop()
  })
  await until(async () => (await sendingProgress(store, accountId, sendingId)).state === 'finished')
  const sending = await sendingOfReport(store, accountId, sendingId)
  const { delivered, measured } = await wholeFigures(store, accountId, sending)
  assert.equal(delivered, people)
  assert.deepEqual([measured.opens, measured.clicks], [people * 0.7, people * 0.7])
})
