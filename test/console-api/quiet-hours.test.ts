/** Quiet hours by the JSON API: of the account, of a list, in the plan before a sending. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let listId = 0
let newsletterId = 0
before(async () => {
  setup = await apiSetup()
  const { call } = setup
  const list = { name: 'News', fromEmail: 'news@example.com' }
  listId = (await call('POST', '/lists', list)).body.id
  const given = {
    name: 'Spring',
    subject: 'Hi',
    source: { kind: 'html', html: '<p>Hi</p>' },
    listId,
  }
  newsletterId = (await call('POST', '/newsletters', given)).body.id
  const rows = ['+00:00', '+12:00'].map((zone, i) => ({
    email: `p${i}@readers.test`,
    fields: { DD7: zone },
  }))
  assert.equal((await call('POST', '/subscribers/batch', { listId, rows })).status, 200)
})
after(() => setup.running.close())

const NIGHT = { from: '22:00', until: '08:00', zone: 'Europe/Stockholm' }

/** `22:30` of so many minutes from now, in UTC. */
const clock = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)

test('are those of the account; a list may have its own, or none', async () => {
  const { call } = setup
  const read = async () => (await call('GET', '/quiet-hours')).body
  assert.deepEqual(await read(), { account: null, lists: [] })
  assert.equal((await call('PUT', '/quiet-hours', { ...NIGHT, zoneField: 7 })).status, 204)
  const account = { ...NIGHT, zoneField: 7 }
  assert.deepEqual(await read(), { account, lists: [] })
  const at = `/lists/${listId}/quiet-hours`
  assert.equal((await call('PUT', at, { ...NIGHT, from: '20:15' })).status, 204)
  const own = { id: listId, name: 'News', hours: { ...NIGHT, from: '20:15', zoneField: null } }
  assert.deepEqual(await read(), { account, lists: [own] })
  assert.equal((await call('PUT', at, { anyHour: true })).status, 204)
  assert.deepEqual(await read(), { account, lists: [{ ...own, hours: null }] })
  assert.equal((await call('DELETE', at)).status, 204)
  assert.deepEqual(await read(), { account, lists: [] })
  assert.equal((await call('DELETE', '/quiet-hours')).status, 204)
  assert.deepEqual(await read(), { account: null, lists: [] })
})

test('of a whole day, of no zone, of no time are refused, and change nothing', async () => {
  const { call } = setup
  const at = `/lists/${listId}/quiet-hours`
  const wrong: [object, number][] = [
    [{ ...NIGHT, until: '22:00' }, 400],
    [{ ...NIGHT, from: '00:00', until: '23:30' }, 400],
    [{ ...NIGHT, zone: 'Mars/Olympus' }, 400],
    [{ ...NIGHT, zone: 'x'.repeat(61) }, 400],
    [{ ...NIGHT, from: '24:00' }, 400],
    [{ ...NIGHT, from: '9:00' }, 400],
    [{ ...NIGHT, from: '2'.repeat(10_000) }, 400],
    [{ ...NIGHT, zoneField: 101 }, 400],
    [{ zone: 'UTC' }, 400],
    [{ ...NIGHT, from: 5 }, 400],
  ]
  for (const [body, status] of wrong)
    for (const path of ['/quiet-hours', at])
      assert.equal(
        (await call('PUT', path, body)).status,
        status,
        JSON.stringify(body).slice(0, 99),
      )
  const { body } = await call('PUT', '/quiet-hours', { ...NIGHT, until: '22:00' })
  assert.match(body.detail, /at least an hour of the day/)
  assert.equal((await call('PUT', '/lists/999/quiet-hours', NIGHT)).status, 404)
  assert.equal((await call('DELETE', '/lists/999/quiet-hours')).status, 404)
  assert.deepEqual((await call('GET', '/quiet-hours')).body, { account: null, lists: [] })
})

test('are in the plan of a sending before it, and in the sending', async () => {
  const { call } = setup
  const order = { newsletterId, listIds: [listId] }
  const planned = async (more: object = {}) =>
    (await call('POST', '/audiences', { ...order, ...more })).body.plan
  assert.equal(await planned(), null)
  const hours = { from: clock(-120), until: clock(120), zone: 'UTC', zoneField: 7 }
  await call('PUT', '/quiet-hours', hours)
  const plan = await planned()
  assert.deepEqual(plan.quiet, hours)
  assert.equal(plan.waits, 1)
  assert.deepEqual(
    plan.moments.map(({ people }: { people: number }) => people),
    [1, 1],
  )
  assert.ok(Date.parse(plan.last) - Date.now() > 100 * 60_000)
  assert.equal(await planned({ anyHour: true }), null)
  const inTwo = new Date(Date.now() + 3 * 3_600_000).toISOString()
  assert.equal((await planned({ at: inTwo })).waits, 0)
  // The order refuses it; people are counted all the same.
  assert.equal(await planned({ at: 'soon' }), null)
  const sent = await call('POST', '/sendings', { ...order, holdSeconds: 3_600, anyHour: true })
  const { body } = await call('GET', `/sendings/${sent.body.id}/progress`)
  assert.deepEqual([body.order.anyHour, body.waits], [true, []])
  await call('POST', `/sendings/${sent.body.id}/undo`)
})
