/** A person who has unsubscribed is not resubscribed by a program, or without a newer consent. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { unsubscribePerson } from '../../src/domain/subscribers/person-consent.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { until } from '../support/until.ts'
import { type ApiSetup, apiClient, apiSetup, type ListOfPeople, listOfPeople } from './api-setup.ts'

let setup: ApiSetup
let listId = 0
let add: ListOfPeople['add']
before(async () => {
  setup = await apiSetup()
  const made = await listOfPeople(setup)
  listId = made.listId
  add = made.add
})
after(() => setup.running.close())

async function gone() {
  const person = await add({ name: 'Ada' })
  const { running, accountId } = setup
  await unsubscribePerson(running.store, accountId, person.id, listId, 'one-click', 'Too many')
  const left = Date.now()
  // A consent is told to the millisecond: one of the same would not be newer.
  await until(() => Date.now() > left)
  return person
}

const read = async (id: number) => (await setup.call('GET', `/subscribers/${id}`)).body

const agreedNow = () => ({ source: 'By telephone', given: new Date().toISOString() })

test('a new person is on the list, and so is one who is there already', async () => {
  const { email } = await add()
  for (const again of [email, 'quite-new@example.com']) {
    const { status, body } = await setup.call('POST', '/subscribers', { listId, email: again })
    assert.deepEqual([status, body.subscribed, body.why], [201, true, null])
  }
})

test('a nightly sync changes values and resubscribes no one', async () => {
  const { id, email } = await gone()
  const synced = { listId, email, name: 'Ada L.', fields: { DD2: 'x' } }
  for (let night = 0; night < 2; night++) {
    const { status, body } = await setup.call('POST', '/subscribers', synced)
    assert.deepEqual([status, body.id, body.subscribed], [201, id, false])
    assert.deepEqual([body.why.reason, body.why.source], ['unsubscribed', 'one-click'])
    assert.equal(body.name, 'Ada L.')
  }
  const kept = await read(id)
  assert.deepEqual(kept.listIds, [])
  assert.equal(kept.subscriptions[0].unsubscribeReason, 'Too many')
})

test('neither does putting a known person on the list', async () => {
  const { id } = await gone()
  const { status, body } = await setup.call('PUT', `/subscribers/${id}/lists/${listId}`)
  assert.deepEqual([status, body.subscribed, body.why.reason], [200, false, 'unsubscribed'])
  assert.deepEqual((await read(id)).listIds, [])
})

for (const way of ['POST', 'PUT'] as const)
  test(`a newer consent does, and is kept: ${way}`, async () => {
    const { id, email } = await gone()
    const consent = agreedNow()
    const body = { resubscribe: true, consent }
    const put = await (way === 'POST'
      ? setup.call('POST', '/subscribers', { listId, email, ...body })
      : setup.call('PUT', `/subscribers/${id}/lists/${listId}`, body))
    assert.deepEqual([put.body.subscribed, put.body.why], [true, null])
    const { listIds, subscriptions } = await read(id)
    assert.deepEqual(listIds, [listId])
    assert.equal(subscriptions[0].consentSource, 'By telephone')
    assert.equal(Date.parse(subscriptions[0].consentGiven), Date.parse(consent.given))
    assert.equal(subscriptions[0].unsubscribed, null)
  })

test('a consent from before the unsubscription does not', async () => {
  const { id } = await gone()
  const consent = { source: 'A form', given: '2020-01-01T00:00:00Z' }
  const body = { resubscribe: true, consent }
  const put = await setup.call('PUT', `/subscribers/${id}/lists/${listId}`, body)
  assert.equal(put.body.subscribed, false)
  assert.equal((await read(id)).subscriptions[0].consentSource, null)
})

test('a consent that is missing, without a source, or of tomorrow is refused', async () => {
  const { id, email } = await gone()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  for (const more of [
    { resubscribe: true },
    { resubscribe: true, consent: { source: ' ', given: agreedNow().given } },
    { resubscribe: true, consent: { source: 'x', given: tomorrow } },
    { resubscribe: true, consent: { source: 'x', given: 'yesterday' } },
    { resubscribe: true, consent: { source: 'x'.repeat(501), given: agreedNow().given } },
  ]) {
    const { status } = await setup.call('POST', '/subscribers', { listId, email, ...more })
    assert.equal(status, 400, JSON.stringify(more))
  }
  assert.deepEqual((await read(id)).listIds, [])
})

test('a consent given without `resubscribe` lifts nothing', async () => {
  const { email } = await gone()
  const body = { listId, email, consent: agreedNow() }
  assert.equal((await setup.call('POST', '/subscribers', body)).body.subscribed, false)
})

test('who leaves while a sync puts them on the list is not on it', async () => {
  const { running, accountId, call } = setup
  for (let round = 0; round < 20; round++) {
    const { id, email } = await add()
    await Promise.all([
      unsubscribePerson(running.store, accountId, id, listId, 'one-click'),
      call('POST', '/subscribers', { listId, email }),
    ])
    assert.deepEqual((await read(id)).listIds, [])
  }
})

test('calls that come together keep their own rules, and each names who made it', async () => {
  const { running, accountId, call } = setup
  const given = { name: 'a shop', rights: ['read', 'people'] }
  const { token } = (await call('POST', '/api-keys', given)).body
  const byKey = apiClient(running.origin, { Authorization: `Bearer ${token}` })
  const left = await Promise.all(Array.from({ length: 12 }, gone))
  const person = (email: string) => ({ email, name: '', countryCode: '', phone: '' })
  const answers = await Promise.all(
    left.map(async ({ id, email }, i) => {
      // By turns a program of the web service, somebody with a session, and a key.
      if (i % 3 === 0) {
        await subscribe(running.store, accountId, listId, { ...person(email), format: 'html' })
        return { id, fresh: 0 }
      }
      const by = i % 3 === 1 ? call : byKey
      assert.equal((await by('POST', '/subscribers', { listId, email })).body.subscribed, false)
      const made = await by('POST', '/subscribers', { listId, email: `together-${i}@example.com` })
      return { id, fresh: made.body.id as number }
    }),
  )
  for (const [i, { id, fresh }] of answers.entries()) {
    assert.deepEqual((await read(id)).listIds, i % 3 === 0 ? [listId] : [], `person ${i}`)
    if (fresh === 0) continue
    const log = (await call('GET', `/audit?kind=subscriber&id=${fresh}`)).body.items
    const joined = log.filter((one: { action: string }) => one.action === 'subscriber.join')
    assert.deepEqual(
      joined.map((one: { actor: { kind: string } }) => one.actor.kind),
      [i % 3 === 1 ? 'account' : 'key'],
      `person ${i}`,
    )
  }
})
