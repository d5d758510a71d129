/** Filters by the JSON API. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { narrowing } from '../../src/domain/filters/narrowing.ts'
import { conditionOf } from '../../src/domain/filters/save-filter.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let listId = 0
before(async () => {
  setup = await apiSetup()
  const { call } = setup
  const list = { name: 'Customers', fromEmail: 'news@example.com' }
  listId = (await call('POST', '/lists', list)).body.id
  const other = (await call('POST', '/lists', { ...list, name: 'Other' })).body.id
  for (let n = 1; n <= 12; n++)
    await call('POST', '/subscribers', {
      listId: n <= 8 ? listId : other,
      email: `p${n}@${n % 3 ? 'example.com' : 'example.org'}`,
      name: n % 2 ? 'Odd' : 'Even',
      countryCode: n <= 4 ? '46' : '',
    })
})
after(() => setup.running.close())

test('a condition is tried: its count, how much each rule narrows, samples; nothing is saved', async () => {
  const { call } = setup
  const where = 'name = "even" and domain = "example.com" and not country = "46"'
  const { status, body } = await call('POST', '/filters/try', { where })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.of, body.matching], [12, 2])
  const { estimated, rules } = (await call('POST', '/filters/narrowing', { where })).body
  assert.equal(estimated, false)
  assert.deepEqual(
    rules.map(({ alone, left }: { alone: number; left: number }) => [alone, left]),
    [
      [6, 6],
      [8, 4],
      [8, 2],
    ],
  )
  assert.equal(body.rules[1].where, 'domain = "example.com"')
  assert.deepEqual(
    body.samples.map(({ email }: { email: string }) => email),
    ['p8@example.com', 'p10@example.com'],
  )
  const some = (await call('POST', '/filters/try', { where, listId })).body
  assert.deepEqual([some.of, some.matching], [8, 1])
  const onThat = (await call('POST', '/filters/narrowing', { where, listId })).body
  assert.equal(onThat.rules[0].left, 4)
  const alone = (await call('POST', '/filters/try', { where: 'name = "odd" or phone = "1"' })).body
  assert.deepEqual([alone.matching, alone.rules.length], [6, 1])
  const lists = `on list ${listId} and on list ${listId + 1} or on list ${listId}`
  assert.equal((await call('POST', '/filters/try', { where: lists })).body.matching, 8)
  const wrong = await call('POST', '/filters/try', { where: 'name =' })
  assert.deepEqual([wrong.status, wrong.body.reason], [400, 'not-valid'])
  assert.match(wrong.body.detail, /Column 7/)
  assert.equal(
    (await call('POST', '/filters/try', { where, listId: 99 })).body.reason,
    'no-such-list',
  )
  assert.deepEqual((await call('GET', '/filters')).body.items, [])
})

test('rules are counted on a sample of a large account, and on all where it has too few', async () => {
  const { running, accountId } = setup
  const condition = await conditionOf(running.store, accountId, 'name = "Even" and format = "html"')
  const sample = { sample: { spans: 4, each: 1 }, fewest: 4 }
  const { estimated, rules } = await narrowing(running.store, accountId, condition, sample)
  assert.equal(estimated, true)
  // Every third of them, and those alternate.
  assert.deepEqual(
    rules.map(({ alone, left }) => [alone, left]),
    [
      [6, 6],
      [12, 6],
    ],
  )
  const all = { ...sample, fewest: 5 }
  assert.equal((await narrowing(running.store, accountId, condition, all)).estimated, false)
  const one = await conditionOf(running.store, accountId, 'email begins with "p1"')
  const whole = await narrowing(running.store, accountId, one, all)
  assert.deepEqual(whole.rules, [{ condition: one, alone: 4, left: 4 }])
})

test('filters are saved, counted, renamed by one of two, and removed', async () => {
  const { call, running, accountId } = setup
  const made = await call('POST', '/filters', { name: 'Odd ones', where: 'name="Odd"' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.where, 'name = "Odd"')
  const twin = await call('POST', '/filters', { name: 'odd ONES', where: 'name = "x"' })
  assert.equal(twin.body.reason, 'not-valid')
  const at = `/filters/${made.body.id}`
  assert.equal((await call('GET', `${at}/matches`)).body.matching, 6)
  assert.equal((await call('GET', `${at}/matches?listId=${listId}`)).body.of, 8)
  assert.equal((await call('GET', `${at}/narrowing?listId=${listId}`)).body.rules[0].alone, 4)
  const etag = (await call('GET', at)).headers.get('etag')!
  const renamed = await call('PATCH', at, { name: 'Odd people' }, { 'If-Match': etag })
  assert.deepEqual([renamed.body.name, renamed.body.where], ['Odd people', 'name = "Odd"'])
  assert.equal((await call('PATCH', at, { where: 'x' }, { 'If-Match': etag })).status, 412)
  assert.equal((await call('PATCH', at, { where: 'nonsense' })).status, 400)
  const changed = await call('PATCH', at, { where: 'name = "Even"' })
  assert.deepEqual([changed.body.name, changed.body.where], ['Odd people', 'name = "Even"'])
  const block = `<p data-filter="${made.body.id}">Only even</p><p>All</p>`
  const newsletter = {
    name: 'With a block',
    subject: 'News',
    source: { kind: 'html', html: block },
  }
  assert.equal((await call('POST', '/newsletters', newsletter)).status, 201)
  await running.store.run(
    {
      name: '',
      text:
        'insert into triggers (account_id, id, name, list_id, version, state) values ' +
        "($1, 1, 'Asks', $2, 1, 'paused')",
      again: false,
    },
    [accountId, listId],
  )
  await running.store.run(
    {
      name: '',
      text:
        "insert into trigger_versions values ($1, 1, 1, '', jsonb_build_object('steps', " +
        "jsonb_build_array(jsonb_build_object('ask', jsonb_build_object('filterId', $2::int)))))",
      again: false,
    },
    [accountId, made.body.id],
  )
  const uses = (await call('GET', `${at}/uses`)).body.items
  assert.deepEqual(
    uses.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
    [
      ['newsletter', 'With a block'],
      ['trigger', 'Asks'],
    ],
  )
  assert.equal((await call('GET', '/filters')).body.items.length, 1)
  assert.equal((await call('DELETE', at)).status, 204)
  assert.equal((await call('GET', at)).body.reason, 'no-such-filter')
})

test('a saved view of a filter shows whom the filter matches after a change of it', async () => {
  const { call } = setup
  const where = (email: string) => `email = "${email}"`
  const given = { name: 'Of a view', where: where('p1@example.com') }
  const { id: filter } = (await call('POST', '/filters', given)).body
  await call('PUT', '/saved-views/Filtered', { filterId: filter, columns: ['email'] })
  const seen = async () => {
    const [{ view }] = (await call('GET', '/saved-views')).body.items
    return call('GET', `/subscribers?filterId=${view.filterId}`)
  }
  const emails = async () => (await seen()).body.items.map((one: { email: string }) => one.email)
  assert.deepEqual(await emails(), ['p1@example.com'])
  await call('PATCH', `/filters/${filter}`, { name: 'Renamed', where: where('p2@example.com') })
  assert.deepEqual(await emails(), ['p2@example.com'])
  await call('DELETE', `/filters/${filter}`)
  assert.equal((await seen()).body.reason, 'no-such-filter')
})
