/** Subscribers sorted, searched, on a list and filtered at once, page by page. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keepWords } from '../../src/domain/words/keep-words.ts'
import { type ApiSetup, apiSetup, emailsOf, listOfPeople } from './api-setup.ts'

let setup: ApiSetup
const NAMES = ['Sorted Odd', 'Sorted Even', 'Sorted Odd']
const EMAILS = ['m@sort.test', 'z@sort.test', 'a@sort.test', 'k@sort.test', 'b@sort.test']
let listId = 0
before(async () => {
  setup = await apiSetup()
  const { add } = await listOfPeople(setup)
  const { body } = await setup.call('POST', '/lists', { name: 'S', fromEmail: 'a@example.com' })
  listId = body.id
  for (const [n, email] of EMAILS.entries())
    await add({ email, name: NAMES[n % NAMES.length]!, ...(n !== 1 && { listId }) })
  const soon = { ids: 20_000, people: 2_000, marginSeconds: 0 }
  while (await keepWords(setup.running.store, setup.accountId, soon));
})
after(() => setup.running.close())

async function all(query: string): Promise<string[]> {
  const seen: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page = await setup.call('GET', `/subscribers?${query}&limit=2${next && `&after=${next}`}`)
    assert.equal(page.status, 200, JSON.stringify(page.body))
    assert.equal(page.body.previous, null)
    seen.push(...emailsOf(page.body.items))
    next = page.body.next
  }
  return seen
}

const where = (condition: string) => `where=${encodeURIComponent(condition)}`
const SORTED = where('email ends with "@sort.test"')
const byAddress = EMAILS.toSorted()

test('by address, either way, and the oldest first', async () => {
  assert.deepEqual(await all(`${SORTED}&sort=address`), byAddress)
  assert.deepEqual(await all(`${SORTED}&sort=address-down`), byAddress.toReversed())
  assert.deepEqual(await all(`${SORTED}&sort=oldest`), EMAILS)
  const everybody = await all('sort=address')
  assert.deepEqual(everybody, everybody.toSorted())
  assert.equal(new Set(everybody).size, everybody.length)
})

test('on a list, of a search and a filter at once', async () => {
  const onList = byAddress.filter(email => email !== EMAILS[1])
  assert.deepEqual(await all(`listId=${listId}&sort=address`), onList)
  assert.deepEqual(await all('q=sorted&sort=address'), byAddress)
  const odd = (email: string) => NAMES[EMAILS.indexOf(email) % NAMES.length] === 'Sorted Odd'
  assert.deepEqual(
    await all(`q=sorted&listId=${listId}&${where('name contains "odd"')}&sort=address-down`),
    onList.filter(odd).toReversed(),
  )
  assert.deepEqual(await all('q=nobodyhere&sort=oldest'), [])
})

test('of one address: one person or nobody, on a list, sorted and filtered too', async () => {
  const [onList, onNone] = [EMAILS[0]!, EMAILS[1]!]
  assert.deepEqual(await all(`email=${onList}`), [onList])
  assert.deepEqual(await all(`email=%20${onList.toUpperCase()}&sort=name`), [onList])
  assert.deepEqual(await all(`email=${onList}&listId=${listId}&q=sorted`), [onList])
  assert.deepEqual(await all(`email=${onNone}&listId=${listId}`), [])
  assert.deepEqual(await all(`email=${onNone}&${where(`joined list ${listId}`)}`), [])
  assert.deepEqual(await all(`email=${onNone}&${where('name = "Sorted Even"')}`), [onNone])
  for (const nobody of ['m@sort', 'sort.test', '', '%', 'm_sort.test'])
    assert.deepEqual(await all(`email=${encodeURIComponent(nobody)}`), [], nobody)
  const long = `${'x'.repeat(320)}@a.test`
  assert.equal((await setup.call('GET', `/subscribers?email=${long}`)).status, 400)
})

const PEOPLE = ['Österberg', 'anna', 'Zoe', 'Anna', '', 'Émile', 'ida "of" \\ [here]', '', 'Emil']
const ALPHABETIC = [1, 3, 8, 5, 6, 0, 2]

test('by name, either way, on a list and filtered, with who has none at the end', async () => {
  const { body } = await setup.call('POST', '/lists', { name: 'N', fromEmail: 'a@example.com' })
  const emails = PEOPLE.map((_, n) => `n${n}@name.test`)
  const nameless = PEOPLE.flatMap((name, n) => (name === '' ? [n] : []))
  for (const [n, name] of PEOPLE.entries())
    await setup.call('POST', '/subscribers', { listId: body.id, email: emails[n], name })
  const of = (...order: number[]) => order.map(n => emails[n])
  const up = of(...ALPHABETIC, ...nameless)
  const down = of(...ALPHABETIC.toReversed(), ...nameless.toReversed())
  assert.deepEqual(await all(`listId=${body.id}&sort=name`), up)
  assert.deepEqual(await all(`listId=${body.id}&sort=name-down`), down)
  assert.deepEqual(await all(`${where('email ends with "@name.test"')}&sort=name`), up)
  const everybody = await all('sort=name')
  assert.equal(new Set(everybody).size, everybody.length)
})

test('an unknown order, a place of another, and a page upwards are refused', async () => {
  const status = async (query: string) => (await setup.call('GET', `/subscribers?${query}`)).status
  assert.equal(await status('sort=fame'), 400)
  assert.equal(await status('sort=address&skip=2'), 400)
  const { next } = (await setup.call('GET', '/subscribers?sort=address&limit=2')).body
  assert.equal(await status(`sort=oldest&after=${next}`), 400)
  assert.equal(await status(`sort=name&after=${next}`), 400)
  assert.equal(await status(`sort=address&before=${next}`), 400)
})
