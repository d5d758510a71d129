/** Subscribers by the JSON API. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { type ApiSetup, apiSetup, emailsOf, type ListOfPeople, listOfPeople } from './api-setup.ts'

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

test('subscribers are added, shown with their facts, changed and erased', async () => {
  const { call, running, accountId } = setup
  const made = await add({ name: 'Ada', fields: { DD1: 'Lund', DD3: 'x' } })
  assert.deepEqual(
    [made.name, made.fields, made.listIds],
    ['Ada', { DD1: 'Lund', DD3: 'x' }, [listId]],
  )
  assert.deepEqual([made.optedOut, made.undeliverable, made.optOut], [null, null, null])
  const at = `/subscribers/${made.id}`
  const read = await call('GET', at)
  assert.equal(read.body.subscriptions[0].name, 'Customers')
  const changes = { email: 'Ada@New.example', phone: '0701', fields: { DD1: '', DD2: 'y' } }
  const changed = await call('PATCH', at, changes, { 'If-Match': read.headers.get('etag')! })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const { email, name, phone, fields } = changed.body
  assert.deepEqual([email, name, phone], ['Ada@New.example', 'Ada', '0701'])
  assert.deepEqual(fields, { DD2: 'y', DD3: 'x' })
  const late = await call('PATCH', at, { name: 'B' }, { 'If-Match': read.headers.get('etag')! })
  assert.equal(late.status, 412)
  const history = (await call('GET', `/audit?kind=subscriber&id=${made.id}`)).body.items
  assert.deepEqual(history[0].after, { changed: 'email, phone, DD1, DD2' })
  // An edit is searched at once, without the worker.
  assert.deepEqual(emailsOf((await call('GET', '/subscribers?q=new.ex')).body.items), [email])
  assert.equal((await call('GET', `${at}/export`)).body.email, email)
  assert.equal((await call('DELETE', at)).body.keptOut, false)
  assert.equal((await call('GET', at)).status, 404)
  assert.deepEqual((await call('GET', '/subscribers?q=new.ex')).body.items, [])
  const { rows } = await running.store.run(
    {
      name: '',
      text: 'select 1 from subscriber_words where account_id = $1 and subscriber_id = $2',
      again: true,
    },
    [accountId, made.id],
  )
  assert.deepEqual(rows, [])
})

test('an add is answered with what is stored: of new people, known ones, and in a batch', async () => {
  const { call } = setup
  const other = (await call('POST', '/lists', { name: 'Also', fromEmail: 'a@example.com' })).body.id
  const people = [
    {},
    { firstName: 'Åsa', lastName: 'Öberg' },
    { name: ' Bo 🌱 ', phone: ' 0701 ', countryCode: '46', format: 'text' },
    { fields: { DD1: 'a', DD4: 'd"\\', DD100: 'z' } },
    { fields: { DD2: '' } },
  ].map((person, i) => ({ ...person, listId, email: `Batch${i}@Bücher.example` }))
  const posted = (person: object) => call('POST', '/subscribers', person)
  const lone = await posted({ listId, email: 'lone@example.com', name: 'Lone' })
  const fresh = [lone, ...(await Promise.all(people.map(posted)))]
  const known = await Promise.all(
    people.map(person => posted({ ...person, name: 'Now', listId: other })),
  )
  assert.deepEqual(known[0]!.body.listIds, [listId, other])
  for (const answer of [lone, ...known]) await asRead(answer)
  for (const { body } of fresh)
    assert.deepEqual([body.listIds, body.subscriptions.length], [[listId], 1])

  // Before anything else happens to them.
  for (const [i, person] of people.entries())
    await asRead(await posted({ ...person, email: `alone${i}@example.com` }))
  const together = people.map((person, i) => posted({ ...person, email: `more${i}@example.com` }))
  for (const answer of await Promise.all(together)) await asRead(answer)

  async function asRead({ status, body }: Awaited<ReturnType<typeof posted>>) {
    assert.equal(status, 201, JSON.stringify(body))
    const { subscribed, why, ...detail } = body
    assert.deepEqual([subscribed, why], [true, null])
    assert.deepEqual(detail, (await call('GET', `/subscribers/${body.id}`)).body)
  }
})

describe('a new address', () => {
  const refused = async (id: number, email: string) => {
    const { status, body } = await setup.call('PATCH', `/subscribers/${id}`, { email })
    return [status, body.reason]
  }
  const out = { reason: '', listText: '', sendingText: '' }

  test('is refused if another subscriber has it, in any spelling, or it is invalid', async () => {
    const [one, other] = [await add({ email: 'ola@bücher.example' }), await add()]
    assert.deepEqual(await refused(other.id, 'OLA@xn--bcher-kva.example'), [400, 'not-valid'])
    assert.deepEqual(await refused(other.id, 'nobody'), [400, 'not-valid'])
    // Of one's own address another spelling is no other address.
    assert.deepEqual(await refused(one.id, 'Ola@Bücher.example'), [200, undefined])
  })

  test('is refused if it has opted out, and so is one of a person who has', async () => {
    const { store } = setup.running
    const [one, other] = [await add(), await add()]
    await optOut(store, setup.accountId, { ...out, email: 'gone@example.com' })
    assert.deepEqual(await refused(one.id, 'Gone@example.com'), [409, 'opted-out'])
    await optOut(store, setup.accountId, { ...out, email: other.email })
    assert.deepEqual(await refused(other.id, 'free@example.com'), [409, 'opted-out'])
    const { status } = await setup.call('PATCH', `/subscribers/${other.id}`, { name: 'Still' })
    assert.equal(status, 200)
    const again = await setup.call('POST', '/subscribers', { listId, email: other.email })
    assert.equal(again.body.reason, 'opted-out')
  })

  test('is not undeliverable because the former one was', async () => {
    const { store } = setup.running
    const one = await add()
    await store.run(
      {
        name: '',
        text:
          "update subscribers set undeliverable_since = now(), undeliverable_reason = 'no such " +
          "mailbox' where account_id = $1 and id = $2",
        again: true,
      },
      [setup.accountId, one.id],
    )
    const at = `/subscribers/${one.id}`
    assert.equal((await setup.call('GET', at)).body.undeliverable.reason, 'no such mailbox')
    const changed = await setup.call('PATCH', at, { email: `moved-${one.email}` })
    assert.equal(changed.body.undeliverable, null)
  })
})

test('lists are joined and left', async () => {
  const { call } = setup
  const { id } = await add()
  const other = (await call('POST', '/lists', { name: 'Two', fromEmail: 'a@example.com' })).body.id
  const at = `/subscribers/${id}/lists/${other}`
  assert.equal((await call('PUT', at)).body.subscribed, true)
  assert.deepEqual((await call('GET', `/subscribers/${id}`)).body.listIds, [listId, other])
  assert.equal((await call('DELETE', at)).status, 204)
  assert.deepEqual((await call('GET', `/subscribers/${id}`)).body.listIds, [listId])
  assert.equal((await call('PUT', `/subscribers/${id}/lists/999`)).body.reason, 'no-such-list')
})

test('what happened to a subscriber is read kind by kind, newest first', async () => {
  const { call, running, accountId } = setup
  const { id } = await add()
  const ask = (text: string, values: unknown[]) =>
    running.store.run({ name: '', text, again: false }, values)
  await ask(
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at,
       planned_at) select $1, n, 1, 1, '{"subject":"News"}', 'finished', now(), now()
     from generate_series(1, 1200) n`,
    [accountId],
  )
  await ask(
    `insert into deliveries (account_id, source_kind, source_id, id, email, state, reply)
     select $1, 1, n, $2, 'a@example.com', 'accepted', '250 ok' from unnest(array[3, 5, 1100]) n`,
    [accountId, id],
  )
  await ask(
    `insert into engagements (account_id, source_kind, source_id, delivery_id, views, clicks)
     values ($1, 1, 5, $2, 2, 1)`,
    [accountId, id],
  )
  await ask(
    `insert into bounces (account_id, id, subscriber_id, email, kind, class, rule, identity,
       received_at) values ($1, 9, $2, 'a@example.com', 'soft', 'full', 'r', 'token', now())`,
    [accountId, id],
  )
  const seen: [number, number, string][] = []
  let pages = 0
  for (let next: string | null = ''; next !== null; pages++) {
    const { body } = await call(
      'GET',
      `/subscribers/${id}/emails?limit=1${next && `&after=${next}`}`,
    )
    for (const { sendingId, views, reply } of body.items) seen.push([sendingId, views, reply])
    next = body.next
  }
  assert.deepEqual(seen, [
    [1100, 0, '250 ok'],
    [5, 2, '250 ok'],
    [3, 0, '250 ok'],
  ])
  assert.ok(pages <= 6, `${pages} pages`)
  const bounces = await call('GET', `/subscribers/${id}/bounces`)
  assert.deepEqual([bounces.body.items[0].class, bounces.body.next], ['full', null])
  await ask(
    `insert into imports (account_id, id, list_id, name, options, state)
     select $1, n, $2, n || '.csv', '{}', 2 from generate_series(1, 25) n`,
    [accountId, listId],
  )
  await ask(
    `insert into import_old_values (account_id, import_id, subscriber_id, name, format,
       country_code, phone, fields, updated_at)
     select $1, n, $2, 'Former', 'html', '', '', '{}', now() from unnest(array[2, 24]) n`,
    [accountId, id],
  )
  const files: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await call('GET', `/subscribers/${id}/imports${next && `?after=${next}`}`)
    for (const { file, before } of body.items) files.push(`${file} ${before.name}`)
    next = body.next
  }
  assert.deepEqual(files, ['24.csv Former', '2.csv Former'])
  for (const kind of ['sms', 'trigger-emails'])
    assert.deepEqual((await call('GET', `/subscribers/${id}/${kind}`)).body.items, [])
})

test('subscribers of another account are not there', async () => {
  const { call, stranger } = setup
  const { id } = await add({ name: 'Secret' })
  const at = `/subscribers/${id}`
  const parts = ['export', 'emails', 'bounces', 'sms', 'engagement']
  for (const path of [at, ...parts.map(part => `${at}/${part}`)])
    assert.equal((await stranger('GET', path)).status, 404, path)
  assert.equal((await stranger('PATCH', at, { name: 'Taken' })).status, 404)
  assert.equal((await stranger('DELETE', at)).status, 404)
  assert.equal((await stranger('PUT', `${at}/lists/${listId}`)).status, 404)
  assert.equal((await stranger('DELETE', `${at}/lists/${listId}`)).status, 404)
  assert.deepEqual((await stranger('GET', '/subscribers?q=someone')).body.items, [])
  assert.equal((await stranger('GET', `/subscribers?listId=${listId}`)).status, 404)
  assert.deepEqual((await stranger('GET', '/subscribers/count')).body, { count: 0, exact: true })
  assert.equal((await call('GET', at)).body.name, 'Secret')
})

test('views are saved for each person, and lose the address that is erased', async () => {
  const { call, stranger } = setup
  const { id, email } = await add()
  const view = { q: email.toUpperCase(), listId, columns: ['email', 'DD1'], order: 'newest' }
  assert.deepEqual((await call('PUT', '/saved-views/New%20ones', view)).body.view, view)
  await call('PUT', '/saved-views/Old', { where: 'name = "Ada"' })
  await call('PUT', '/saved-views/Old', { where: 'name = "Eva"' })
  const names = async (by = call) =>
    (await by('GET', '/saved-views')).body.items.map((one: { name: string }) => one.name)
  assert.deepEqual(await names(), ['New ones', 'Old'])
  assert.deepEqual(await names(stranger), [])
  assert.equal((await call('PUT', '/saved-views/x', { q: 1 })).status, 400)
  assert.equal((await call('DELETE', `/subscribers/${id}`)).status, 200)
  assert.deepEqual(await names(), ['Old'])
  assert.equal((await call('DELETE', '/saved-views/Old')).status, 204)
  assert.equal((await call('DELETE', '/saved-views/Old')).status, 400)
  for (let i = 0; i < 100; i++) await call('PUT', `/saved-views/v${i}`, {})
  assert.equal((await call('PUT', '/saved-views/more', {})).status, 400)
  assert.equal((await call('PUT', '/saved-views/v1', { order: 'oldest' })).status, 200)
})
