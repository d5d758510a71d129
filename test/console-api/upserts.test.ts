/** Upserts by address, one and many: values by names of fields, and nobody is put back. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { unsubscribePerson } from '../../src/domain/subscribers/person-consent.ts'
import { until } from '../support/until.ts'
import { type ApiSetup, apiClient, apiSetup, listOfPeople } from './api-setup.ts'

let setup: ApiSetup
let listId = 0
before(async () => {
  setup = await apiSetup()
  listId = (await listOfPeople(setup)).listId
  await setup.call('PATCH', '/fields/3', { name: 'Città' })
})
after(() => setup.running.close())

let people = 0
const fresh = () => `upsert-${++people}@example.com`

const put = (body: object) => setup.call('PUT', '/subscribers/by-address', body)
const batch = (rows: unknown[], more: object = {}) =>
  setup.call('POST', '/subscribers/batch', { rows, ...more })
const read = async (id: number) => (await setup.call('GET', `/subscribers/${id}`)).body

async function left(email: string, more: object = {}): Promise<number> {
  const { body } = await put({ email, listId, ...more })
  const { running, accountId } = setup
  await unsubscribePerson(running.store, accountId, body.id, listId, 'one-click')
  const at = Date.now()
  // A consent is told to the millisecond: one of the same would not be newer.
  await until(() => Date.now() > at)
  return body.id
}

const agreedNow = () => ({ source: 'By telephone', given: new Date().toISOString() })

test('a person is new, then known; empty values stay, fields are named', async () => {
  const email = fresh()
  const made = await put({ email, name: 'Ada', fields: { città: 'Lund', DD1: 'x' } })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { id } = made.body
  assert.deepEqual(made.body, { id, created: true, subscribed: null, why: null })
  const again = await put({ email: email.toUpperCase(), listId, name: '', fields: { DD1: '' } })
  assert.deepEqual(again.body, { id, created: false, subscribed: true, why: null })
  const known = await read(id)
  assert.deepEqual([known.name, known.fields, known.listIds], ['Ada', { DD3: 'Lund' }, [listId]])
})

test('who has unsubscribed is not put back without a newer consent, which is kept', async () => {
  const email = fresh()
  const id = await left(email, { format: 'text' })
  for (const body of [
    { email, listId, name: 'Bea' },
    { email, listId, consent: agreedNow() },
    { email, listId, resubscribe: true, consent: { source: 'x', given: '2020-01-01T00:00:00Z' } },
  ]) {
    const { body: answer } = await put(body)
    assert.deepEqual([answer.created, answer.subscribed], [false, false])
    assert.deepEqual([answer.why.reason, answer.why.source], ['unsubscribed', 'one-click'])
  }
  const kept = await read(id)
  assert.deepEqual([kept.name, kept.format, kept.listIds], ['Bea', 'text', []])
  const consent = agreedNow()
  const back = await put({ email, listId, resubscribe: true, consent })
  assert.deepEqual([back.body.subscribed, back.body.why], [true, null])
  const { subscriptions } = await read(id)
  assert.equal(subscriptions[0].consentSource, consent.source)
  assert.equal(Date.parse(subscriptions[0].consentGiven), Date.parse(consent.given))
})

test('a consent is kept of who is new, too', async () => {
  const { body } = await put({ email: fresh(), listId, consent: agreedNow() })
  assert.equal((await read(body.id)).subscriptions[0].consentSource, 'By telephone')
})

test('what is wrong is refused, and nothing is saved', async () => {
  const email = fresh()
  for (const [status, body] of [
    [400, { email: 'nobody' }],
    [400, { email, resubscribe: true }],
    [400, { email, fields: { Nowhere: 'x' } }],
    [400, { email, fields: { DD1: 'a\u0007' } }],
    [400, { email, colour: 'red' }],
    [404, { email, listId: 999_999 }],
  ] as const)
    assert.equal((await put(body)).status, status, JSON.stringify(body))
  assert.equal((await put({ email })).body.created, true)
})

test('who opted out of everything stays so, and so does who was erased then', async () => {
  const email = fresh()
  const { id } = (await put({ email, listId, name: 'Cleo' })).body
  await setup.call('POST', '/opt-outs', { email })
  const refused = await put({ email, name: 'Other', resubscribe: true, consent: agreedNow() })
  assert.deepEqual([refused.status, refused.body.reason], [409, 'opted-out'])
  assert.equal((await read(id)).name, 'Cleo')
  await setup.call('POST', '/session/confirmation', { password: 'correct horse battery staple' })
  const erased = await setup.call('DELETE', `/subscribers/${id}`)
  assert.equal(erased.status, 200, JSON.stringify(erased.body))
  assert.equal((await put({ email, listId })).body.reason, 'opted-out')
  assert.equal((await put({ email: fresh(), listId })).body.created, true)
  const some = await batch([{ email }, { email: fresh() }])
  assert.deepEqual([some.body.created, some.body.refused], [1, 1])
  assert.equal(some.body.items[0].problem.reason, 'opted-out')
})

test('each row of a batch has its outcome', async () => {
  const [known, gone, first] = [fresh(), fresh(), fresh()]
  const { id } = (await put({ email: known })).body
  const goneId = await left(gone)
  const { status, body } = await batch(
    [
      { email: first, fields: { Città: 'Bari' } },
      { email: known, name: 'Known' },
      { email: gone },
      { email: 'no address' },
      { email: first.toUpperCase() },
      { email: fresh(), listId: 999_999 },
      { email: fresh(), fields: { Nowhere: 'x' } },
      { email: fresh(), format: 'pdf' },
      { email: fresh(), resubscribe: true },
      { name: 'Nobody' },
    ],
    { listId },
  )
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.created, body.known, body.refused], [1, 2, 7])
  assert.deepEqual(
    body.items.map(({ row }: { row: number }) => row),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  )
  const [one, two, three, ...rest] = body.items
  assert.deepEqual([one.saved.created, one.saved.subscribed], [true, true])
  assert.deepEqual([two.saved.id, two.saved.created, two.saved.subscribed], [id, false, true])
  assert.deepEqual([three.saved.id, three.saved.subscribed], [goneId, false])
  assert.equal(three.saved.why.reason, 'unsubscribed')
  for (const { saved, problem } of rest) assert.deepEqual([saved, !problem], [null, false])
  assert.deepEqual(
    rest.map(({ problem }: { problem: { reason: string } }) => problem.reason),
    ['not-valid', 'not-valid', 'no-such-list', 'not-valid', 'not-valid', 'not-valid', 'not-valid'],
  )
  assert.match(rest[1].problem.detail, /Row 1/)
  assert.equal(rest[4].problem.field, 'body.rows.7.format')
  assert.deepEqual((await read(one.saved.id)).fields, { DD3: 'Bari' })
})

test('a thousand rows go in one call, and more are refused', async () => {
  const rows = Array.from({ length: 1_000 }, () => ({ email: fresh(), fields: { DD2: 'x' } }))
  const { body } = await batch(rows, { listId })
  assert.deepEqual([body.created, body.refused], [1_000, 0])
  const again = await batch(rows)
  assert.deepEqual([again.body.created, again.body.known], [0, 1_000])
  assert.equal((await batch([...rows, { email: fresh() }])).status, 400)
  assert.equal((await batch([])).status, 400)
})

test('batches of the same people at once make each of them once', async () => {
  const emails = Array.from({ length: 50 }, fresh)
  const answers = await Promise.all(
    [emails, emails.toReversed(), emails].map((some, i) =>
      batch(
        some.map(email => ({ email, ...(i === 2 && { format: 'text' }) })),
        { listId },
      ),
    ),
  )
  const made = answers.map(({ status, body }) => [status, body.refused])
  assert.deepEqual(made, [
    [200, 0],
    [200, 0],
    [200, 0],
  ])
  assert.equal(
    answers.reduce((sum, { body }) => sum + body.created, 0),
    50,
  )
})

test('the audit log names who joined, by whom', async () => {
  const given = { name: 'a shop', rights: ['read', 'people'] }
  const { token } = (await setup.call('POST', '/api-keys', given)).body
  const byKey = apiClient(setup.running.origin, { Authorization: `Bearer ${token}` })
  const { body } = await byKey('PUT', '/subscribers/by-address', { email: fresh(), listId })
  const { items } = (await setup.call('GET', '/audit')).body
  const entry = items.find((one: { object: { id: string } }) => one.object.id === `${body.id}`)
  assert.deepEqual([entry.action, entry.actor.name], ['subscriber.join', 'a shop'])
})
