/** Pages of subscribers by the JSON API, downwards and upwards. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keepWords } from '../../src/domain/words/keep-words.ts'
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

const SOON = { ids: 20_000, people: 2_000, marginSeconds: 0 }

test('pages hold each subscriber of a list, a filter or a search once, newest first', async () => {
  const { call, running, accountId } = setup
  const other = (await call('POST', '/lists', { name: 'Paged', fromEmail: 'a@example.com' })).body
    .id
  const emails: string[] = []
  for (let n = 0; n < 3; n++) await add({})
  for (let n = 0; n < 7; n++)
    emails.push((await add({ listId: other, name: `Paged ${n % 2 ? 'Odd' : 'Even'}` })).email)
  while (await keepWords(running.store, accountId, SOON));
  const all = async (query: string) => {
    const seen: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page = await call('GET', `/subscribers?${query}&limit=2${next && `&after=${next}`}`)
      assert.equal(page.status, 200, JSON.stringify(page.body))
      seen.push(...emailsOf(page.body.items))
      next = page.body.next
    }
    return seen
  }
  // From a place far down, and from there upwards.
  const upFrom = async (query: string, skip: number) => {
    const first = (await call('GET', `/subscribers?${query}limit=2&skip=${skip}`)).body
    const seen = emailsOf(first.items)
    for (let at: string | null = first.previous; at !== null; ) {
      const page = (await call('GET', `/subscribers?${query}limit=2&before=${at}`)).body
      assert.equal(typeof page.next, 'string')
      seen.unshift(...emailsOf(page.items))
      at = page.previous
    }
    return seen
  }
  const newest = emails.toReversed()
  for (const skip of [1, 5, 6]) {
    assert.deepEqual(await upFrom(`listId=${other}&`, skip), newest.slice(0, skip + 2))
    assert.deepEqual(await upFrom('', skip), (await all('')).slice(0, skip + 2))
  }
  // Below everybody.
  assert.deepEqual(await upFrom(`listId=${other}&`, 100), newest)
  assert.deepEqual(await upFrom('', 1_000_000), await all(''))
  const odd = newest.filter((_, i) => i % 2 === 1)
  const where = encodeURIComponent('name contains "odd"')
  assert.deepEqual(await all(`listId=${other}`), newest)
  assert.deepEqual((await all('')).slice(0, 7), newest)
  assert.deepEqual(await all(`listId=${other}&where=${where}`), odd)
  assert.deepEqual((await all(`q=paged`)).sort(), emails.toSorted())
  assert.deepEqual((await all(`q=paged+odd&listId=${other}`)).sort(), odd.toSorted())
  assert.deepEqual(await all(`q=paged&listId=${listId}`), [])
  assert.deepEqual((await all(`q=paged&where=${where}`)).sort(), odd.toSorted())
  const count = async (query: string) => (await call('GET', `/subscribers/count?${query}`)).body
  assert.deepEqual(await count(`listId=${other}&where=${where}`), { count: 3, exact: true })
  assert.equal((await count('exact=true')).exact, true)
  assert.equal((await call('GET', '/subscribers?listId=999')).body.reason, 'no-such-list')
  assert.equal((await call('GET', '/subscribers?filterId=999')).body.reason, 'no-such-filter')
  assert.equal((await call('GET', '/subscribers?after=x')).body.field, 'query.after')
  assert.equal((await call('GET', '/subscribers?before=x')).body.field, 'query.before')
  for (const wrong of ['q=paged&skip=2', 'skip=2&where=name+is+empty', 'skip=2&after=WyJpIiw1XQ'])
    assert.equal((await call('GET', `/subscribers?${wrong}`)).body.reason, 'not-valid')
  assert.equal((await call('GET', '/subscribers?q=ab')).body.tooShort, true)
})

test('pages of a filter find who matches, however far apart their ids are', async () => {
  const { call, running, accountId } = setup
  const ids = [40_000_001, 40_000_000, 2_000_000, 200_000, 100_000]
  const ask = (text: string, values: unknown[]) =>
    running.store.run({ name: '', text, again: false }, values)
  await ask(
    `insert into subscribers (account_id, id, email, email_key, name)
     select $1, n, n || '@far.test', n || '@far.test', 'Far away' from unnest($2::bigint[]) n`,
    [accountId, ids],
  )
  await ask(
    `insert into engagements (account_id, source_kind, source_id, delivery_id, views, clicks,
       last_click_at) select $1, 1, 7, n, 1, 1, now() from unnest($2::bigint[]) n`,
    [accountId, [2_000_000, 100_000]],
  )
  const all = async (where: string) => {
    const seen: number[] = []
    for (let next: string | null = ''; next !== null; ) {
      const query: string = `where=${encodeURIComponent(where)}&limit=2${next && `&after=${next}`}`
      const { body } = await call('GET', `/subscribers?${query}`)
      seen.push(...body.items.map(({ id }: { id: number }) => id))
      next = body.next
    }
    return seen
  }
  assert.deepEqual(await all('name = "Far away"'), ids)
  assert.deepEqual(await all('name = "Far away" and clicked within 2 days'), [2_000_000, 100_000])
  const silent = ids.filter(id => id !== 2_000_000 && id !== 100_000)
  assert.deepEqual(await all('name = "Far away" and not clicked'), silent)
  assert.deepEqual(await all('name = "nobody"'), [])
})
