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
  await cancelSending(store, accountId, sendingId)
  await removeNewsletter(store, accountId, newsletterId)
  const removed = { lists: 1, people, newsletters: 0, sendings: 1, messages: 0 }
  assert.deepEqual(await removeSample(store, accountId), removed)
  assert.deepEqual(await ask('select 1 from sendings'), [])
  assert.deepEqual(await ask('select count(*) from newsletters'), [['1']])
})
