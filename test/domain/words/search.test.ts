/** Search of subscribers: what finds them, in pages. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Store } from '../../../src/db/db.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { searchField } from '../../../src/domain/words/choose-field.ts'
import { type SearchCursor, searchSubscribers } from '../../../src/domain/words/search.ts'
import { temporaryStore } from '../../support/database.ts'
import { searchedAccount } from './search-setup.ts'

let store: Store
let drop: () => Promise<void>
before(async () => {
  ;({ store, drop } = await temporaryStore())
})
after(() => drop())

const newAccount = () => searchedAccount(store)

describe('a query', () => {
  test('finds by the beginnings of words of name, address and phone, all of them, without accents', async () => {
    const { add, index, find } = await newAccount()
    await add('anna.berg@example.com', 'Anna Berg', '070-123 45 67', '46')
    await add('bo@mail.angstrom.example', 'Bo Ångström-Lund', '+46 8 765 43 21')
    await add('cia@example.net', "Cia O'Brien")
    await add('李@example.org', '李小龍')
    await index()
    const anna = ['anna.berg@example.com']
    const bo = ['bo@mail.angstrom.example']
    for (const query of ['ann', 'BERG', 'anna.b', 'anna berg', 'ber ann', 'anna example.com'])
      assert.deepEqual(await find(query), anna, query)
    for (const query of ['anna@example', 'anna.berg@ex', 'berg @exa', '0701234567', '+46 70 123'])
      assert.deepEqual(await find(query), query.startsWith('anna@') ? [] : anna, query)
    for (const query of ['ångs', 'ANGSTROM', 'lund', 'angstrom.ex', '08-765', 'bo lund'])
      assert.deepEqual(await find(query), bo, query)
    assert.deepEqual(await find("o'br"), ['cia@example.net'])
    assert.deepEqual(await find('李'), ['李@example.org'])
    assert.deepEqual(await find('exa'), [
      'anna.berg@example.com',
      'cia@example.net',
      '李@example.org',
    ])
    assert.deepEqual(await find('anna lund'), [])
  })

  test('of less than three letters looks for nothing, and says so', async () => {
    const { accountId, add, index } = await newAccount()
    await add('ab@example.com')
    await index()
    for (const query of ['', 'ab', ' . ', '%%%', 'a b', '12']) {
      const found = await searchSubscribers(store, accountId, { query, limit: 5 })
      assert.equal(found.tooShort, true, query)
      assert.deepEqual(found.items, [])
    }
  })

  test('finds an address at once, and says that words are behind until a pass is over', async () => {
    const { accountId, add, index } = await newAccount()
    await add('dora@example.com', 'Dora Quist')
    const search = (query: string) => searchSubscribers(store, accountId, { query, limit: 5 })
    const early = await search('dora')
    assert.equal(early.items.length, 1)
    assert.equal(early.behind, true)
    assert.deepEqual((await search('quist')).items, [])
    await index()
    const late = await search('quist')
    assert.equal(late.items[0]!.name, 'Dora Quist')
    assert.equal(late.behind, false)
    assert.notEqual(late.indexedUntil, null)
  })

  test('finds words of the data fields that were chosen', async () => {
    const { accountId, ask, add, index, find } = await newAccount()
    const id = await add('vera@example.com', 'Vera')
    const set = "update subscribers set fields = array['Lund south', 'Ystad'] where account_id = $1"
    await ask(`${set} and id = $2`, [accountId, id])
    await index()
    assert.deepEqual(await find('lund'), [])
    await searchField(store, accountId, 1, true)
    await index()
    assert.deepEqual(await find('sout vera'), ['vera@example.com'])
    assert.deepEqual(await find('ystad'), [])
    await searchField(store, accountId, 1, false)
    await index()
    assert.deepEqual(await find('lund'), [])
    for (let field = 1; field <= 10; field++) await searchField(store, accountId, field, true)
    await assert.rejects(searchField(store, accountId, 11, true), Refusal)
  })

  test('never finds subscribers of another account', async () => {
    const [one, other] = [await newAccount(), await newAccount()]
    await one.add('erik@example.com', 'Erik')
    await one.index()
    await other.index()
    assert.deepEqual(await other.find('erik'), [])
  })

  test('is answered in pages that hold each subscriber once', async () => {
    const { accountId, add, index } = await newAccount()
    const emails: string[] = []
    for (let n = 0; n < 23; n++) {
      const email = n % 2 ? `kim.kimsson${n}@example.com` : `p${n}@kim.example`
      emails.push(email)
      await add(email, n % 3 ? 'Kim Kimura' : 'Kimberly')
    }
    await index()
    for (const query of ['kim', 'kim exa', 'kim kimu']) {
      const seen: string[] = []
      let after: SearchCursor | undefined
      do {
        const page = await searchSubscribers(store, accountId, { query, after, limit: 4 })
        assert.ok(page.items.length <= 4)
        seen.push(...page.items.map(({ email }) => email))
        after = page.next
      } while (after)
      assert.equal(new Set(seen).size, seen.length, 'none twice')
      if (query === 'kim') assert.deepEqual(seen.sort(), emails.sort())
    }
  })

  test('may be any text', async () => {
    const { find } = await newAccount()
    for (const query of [
      "'; drop table x",
      '\0\0\0',
      '\ud800abc',
      '@@@@',
      'a@b@c@d',
      '𝔞𝔫𝔫𝔞',
      '%_%',
    ])
      assert.deepEqual(await find(query), [], JSON.stringify(query))
    assert.deepEqual(await find('a\u0301'.repeat(100_000)), [])
    assert.deepEqual(await find('@'.repeat(100_000)), [])
  })
})

test('no index but those of its keys, and of few people, makes an insert dearer', async () => {
  const { rows } = await store.run(
    {
      name: '',
      text: "select indexname from pg_indexes where tablename = 'subscribers' order by 1",
      again: true,
    },
    [],
  )
  assert.deepEqual(
    rows.map(([name]) => name),
    [
      'subscribers_account_id_email_key_key',
      'subscribers_pkey',
      'subscribers_suppressed',
      'subscribers_to_forget',
      'subscribers_tried_again',
    ],
  )
})
