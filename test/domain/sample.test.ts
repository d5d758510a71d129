/** The sample is removed whole, also when its newsletter was removed before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeNewsletter } from '../../src/domain/newsletters/remove-newsletter.ts'
import { addSample, removeSample } from '../../src/domain/sample/keep-sample.ts'
import { cancelSending } from '../../src/domain/sendings/steer-sending.ts'
import { sendingSetup } from '../support/sending.ts'

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
