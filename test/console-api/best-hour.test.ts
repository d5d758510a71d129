/** A sending at the best hour of each, by the JSON API: its plan, its order, what it bars. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { withHabits } from '../support/habits.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let listId = 0
let newsletterId = 0
before(async () => {
  setup = await apiSetup()
  const { call } = setup
  const list = { name: 'News', fromEmail: 'news@example.com' }
  listId = (await call('POST', '/lists', list)).body.id
  const source = { kind: 'html', html: '<p>Hi</p>' }
  const given = { name: 'Spring', subject: 'Hi', source, listId }
  newsletterId = (await call('POST', '/newsletters', given)).body.id
  const rows = Array.from({ length: 25 }, (_, i) => ({ email: `p${i}@readers.test` }))
  assert.equal((await call('POST', '/subscribers/batch', { listId, rows })).status, 200)
})
after(() => setup.running.close())

const DAY = 86_400_000

test('says before it who has one, and when the others get it', async () => {
  const { call, running, accountId } = setup
  const planned = async (more: object = {}) =>
    (
      await call('POST', '/audiences', {
        newsletterId,
        listIds: [listId],
        bestHour: true,
        zone: 'UTC',
        ...more,
      })
    ).body.plan
  const nothing = await planned()
  assert.deepEqual(nothing.bestHour, { own: 0, others: 25, hour: null, estimated: false })
  assert.equal(nothing.moments.length, 1)
  const store = running.store
  const hour = (new Date().getUTCHours() + 5) % 24
  const opens = [3, 5, 7].map(days => {
    const day = new Date(Date.now() - days * DAY).toISOString().slice(0, 10)
    return new Date(`${day}T${String(hour).padStart(2, '0')}:30:00Z`)
  })
  const ask = async (text: string, values: unknown[] = []) =>
    (await store.run({ name: '', text, again: true }, values)).rows
  const people = await ask('select id from subscribers where account_id = $1 order by id', [
    accountId,
  ])
  await withHabits(
    { store, accountId, ask, listId },
    new Date(Date.now() - 9 * DAY),
    people.slice(0, 20).map(([id]) => ({ person: Number(id), opens })),
  )
  const plan = await planned()
  assert.deepEqual(plan.bestHour, { own: 20, others: 5, hour, estimated: false })
  assert.deepEqual(
    plan.moments.map(({ at, people }: { at: string; people: number }) => [
      new Date(at).getUTCHours(),
      people,
    ]),
    [[hour, 25]],
  )
  assert.equal((await planned({ bestHour: false })) as unknown, null)
  // A field for the clock of each wants no time.
  assert.equal((await planned({ zoneField: 7 })).bestHour.own, 20)
})

test('is ordered, seen, undone; not with an A/B test or a share each day', async () => {
  const { call } = setup
  const order = { newsletterId, listIds: [listId], bestHour: true, holdSeconds: 3_600 }
  const sent = await call('POST', '/sendings', { ...order, zoneField: 7 })
  assert.equal(sent.status, 201)
  const { body } = await call('GET', `/sendings/${sent.body.id}/progress`)
  assert.deepEqual([body.order.bestHour, body.order.local], [{ field: 7 }, null])
  assert.equal((await call('POST', `/sendings/${sent.body.id}/undo`)).status, 204)
  const split = { variants: [{ subject: 'A' }, { subject: 'B' }] }
  const wrong: object[] = [{ sharePerDay: 10 }, { split }]
  for (const more of wrong) {
    const refused = await call('POST', '/sendings', { ...order, ...more })
    assert.equal(refused.status, 400, JSON.stringify(more))
    assert.match(refused.body.detail, /best hour is a time of its own/)
  }
  for (const bestHour of ['yes', 9, null, 'x'.repeat(10_000)])
    assert.equal((await call('POST', '/sendings', { ...order, bestHour })).status, 400)
  assert.equal((await call('POST', '/sendings', { ...order, zoneField: 101 })).status, 400)
})
