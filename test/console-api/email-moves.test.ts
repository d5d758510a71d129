/** Emails that wait for their time, and are sent at another one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../support/until.ts'
import { apiClient } from './api-setup.ts'
import { type EmailSetup, emailSetup, fresh, from } from './email-setup.ts'

let setup: EmailSetup
before(async () => {
  setup = await emailSetup()
})
after(() => setup.close())

const LATER = '2099-12-24T08:00:00.000Z'

async function planned(more: object = {}) {
  const to = fresh()
  const { status, body } = await setup.send({ to, text: 'Hi', sendAt: LATER, ...more })
  assert.equal(status, 201, JSON.stringify(body))
  return { to, id: body.id as number }
}

const read = async (id: number) => (await setup.call('GET', `/emails/${id}`)).body
const cancel = (id: number) => setup.call('POST', `/emails/${id}/cancel`)
const move = (id: number, sendAt: unknown, headers = {}) =>
  setup.call('PATCH', `/emails/${id}`, { sendAt }, headers)
const statesOf = async (id: number) =>
  (await read(id)).recipients.map(({ state }: { state: string }) => state)

async function keyed(given: object) {
  const made = await setup.call('POST', '/api-keys', { name: 'program', ...given })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return apiClient(setup.running.origin, { Authorization: `Bearer ${made.body.token}` })
}

test('an email that was tried or withdrawn is not moved', async () => {
  const to = fresh()
  const { body } = await setup.send({ to, text: 'Hi' })
  await setup.received(to)
  await until(async () => (await statesOf(body.id))[0] === 'accepted')
  const { id } = await planned()
  assert.equal((await cancel(id)).status, 200)
  for (const late of [await move(body.id, LATER), await move(id, LATER)])
    assert.deepEqual([late.status, late.body.code], [409, 'email-on-its-way'])
  assert.equal(setup.sink.counts.get(to), 1)
})

test('an email is sent at its new time, now too', async () => {
  const { id, to } = await planned()
  const later = await move(id, '2099-12-31T08:00:00+01:00')
  assert.equal(later.status, 200, JSON.stringify(later.body))
  const [{ sendTime, state }] = later.body.recipients
  assert.deepEqual(
    [new Date(sendTime).toISOString(), state],
    ['2099-12-31T07:00:00.000Z', 'planned'],
  )
  assert.equal(setup.sink.counts.get(to), undefined)
  assert.equal((await move(id, '2020-01-01T00:00:00Z')).status, 200)
  await setup.received(to)
  await until(async () => (await statesOf(id))[0] === 'accepted')
  assert.equal(setup.sink.counts.get(to), 1)
})

test('a wrong time and an unknown email are refused', async () => {
  const { id } = await planned()
  for (const sendAt of ['tomorrow', '', 7, 'x'.repeat(1_000), null]) {
    const { status, body } = await move(id, sendAt)
    assert.deepEqual([status, body.field], [400, 'body.sendAt'], JSON.stringify(body))
  }
  assert.equal((await setup.call('PATCH', `/emails/${id}`, {})).status, 400)
  assert.equal((await move(999_999, LATER)).status, 404)
  assert.deepEqual(await statesOf(id), ['planned'])
})

test('a change of an email that was moved meanwhile is refused', async () => {
  const { id } = await planned()
  const tag = (await setup.call('GET', `/emails/${id}`)).headers.get('etag')!
  assert.equal((await move(id, '2099-12-26T08:00:00Z', { 'If-Match': tag })).status, 200)
  const stale = await move(id, '2099-12-27T08:00:00Z', { 'If-Match': tag })
  assert.deepEqual([stale.status, stale.body.reason], [412, 'changed-meanwhile'])
})

test('a key changes emails of its project, with the right to send', async () => {
  const { id } = await planned()
  const newsletter = await setup.call('POST', '/newsletters', { subject: 'N', text: 'x' })
  const project = await setup.call('POST', '/projects', {
    name: 'Receipts',
    newsletterId: newsletter.body.id,
    fromEmail: from.email,
  })
  const bound = await keyed({ rights: ['read', 'send'], project: 'Receipts' })
  const reader = await keyed({ rights: ['read'] })
  const trial = await keyed({ rights: ['read', 'send'], test: true })
  for (const [call, status] of [
    [bound, 403],
    [reader, 403],
    [trial, 403],
  ] as const)
    assert.equal((await call('PATCH', `/emails/${id}`, { sendAt: LATER })).status, status)
  assert.deepEqual(await statesOf(id), ['planned'])
  const own = await planned({ project: 'Receipts' })
  assert.equal((await bound('PATCH', `/emails/${own.id}`, { sendAt: LATER })).status, 200)
  const tried = { from, subject: 's', to: fresh(), text: 't', sendAt: LATER }
  const { body } = await trial('POST', '/emails', tried)
  assert.equal((await trial('PATCH', `/emails/${body.id}`, { sendAt: LATER })).status, 200)
  assert.equal(project.status, 201)
})
