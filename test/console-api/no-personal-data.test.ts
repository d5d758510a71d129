/**
 * Callers without personal data, on every route of the table: the bytes of no answer hold an
 * address, a name, a number or the value of a field of anybody in the store.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ApiSetup, apiSetup } from './api-setup.ts'
import { fillStore, keyed, seenBy } from './person-everywhere.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

test('personal data leaves the service for no masked caller', async () => {
  const ids = await fillStore(setup)
  const open = await seenBy(await keyed(setup, false), ids)
  const where = [...open.keys()].map(route => route.replace(/^\w+ /, ''))
  for (const path of [
    '/subscribers',
    '/subscribers/:subscriberId',
    '/subscribers/:subscriberId/emails',
    '/subscribers/:subscriberId/bounces',
    '/subscribers/:subscriberId/sms',
    '/opt-outs',
    '/suppressions',
    '/bounces',
    '/bounce-holds',
    '/transactions',
    '/lists/:listId/export',
    '/transactions/:transactionId',
    '/sendings/:sendingId/recipients',
    '/filters/try',
    '/newsletters/:newsletterId/preview',
    '/triggers/:triggerId/passages',
    '/triggers/:triggerId/people',
    '/test-groups',
    '/imports/:importId/inspection',
    '/imports/:importId/rejects',
    '/suppressions/export',
    '/transaction-batches/:batchId/rejects',
    '/subscribers/:subscriberId/export',
    '/webhooks/:webhook/events',
    '/bulk-jobs',
    '/filters/:filterId/matches',
  ])
    assert.ok(where.includes(path), `the test puts nobody into ${path}`)
  assert.deepEqual([...(await seenBy(await keyed(setup, true), ids))], [])
})

test('files of a table are masked as its answers are', async () => {
  const call = await keyed(setup, true)
  for (const format of ['csv', 'json']) {
    const { status, body } = await call('GET', `/subscribers/export?format=${format}`)
    assert.equal(status, 200)
    const text = JSON.stringify(body)
    assert.match(text, /z•••@readers\.test/)
    assert.match(text, /html/)
  }
  const { items } = (await setup.call('GET', '/filters')).body
  const some = await call('GET', `/subscribers/export?format=json&filterId=${items[0].id}`)
  assert.equal(some.body.length, 2)
})
