/** Imports and filters of an account that the planner's statistics do not know yet. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount } from '../../../../src/domain/accounts/add-account.ts'
import { countMatching } from '../../../../src/domain/filters/matching.ts'
import { conditionOf } from '../../../../src/domain/filters/save-filter.ts'
import { PLAIN_CSV, queueImport } from '../../../../src/domain/imports/queue-import.ts'
import { makeList } from '../../../../src/domain/lists/add-list.ts'
import { isCluster } from '../../../support/cluster.ts'
import { ended, type ImportSetup, importSetup } from '../../../support/imports.ts'
import { rowsReadBy } from '../../../support/rows-read.ts'

const ROWS = 5_000

let setup: ImportSetup
before(async () => {
  setup = await importSetup()
})
after(() => setup.close())

/** Long where they are alike: the index of addresses is higher then than that of ids. */
const ALIKE = 'somebody-with-a-long-address-that-starts-like-all-others-'
const people = (count: number, name: string): string =>
  Array.from({ length: count }, (_, n) => `${ALIKE}${n}@example.test;${name} ${n};HTML\n`).join('')

async function newAccount(username: string) {
  const { store } = setup
  const { id } = (await addAccount(store, { username, password: 'a password' }))!
  const listId = await makeList(store, id, {
    name: 'All',
    fromName: 'Shop',
    fromEmail: 'shop@example.test',
    description: '',
    characterSet: '',
  })
  const importAs = async (name: string): Promise<void> => {
    const source = { document: [Buffer.from(people(ROWS, name))], name: 'people.csv' }
    const importId = await queueImport(store, id, { listId, source, options: PLAIN_CSV })
    assert.equal((await ended(store, id, importId)).position, ROWS)
  }
  return { id, listId, importAs }
}

const skip = (await isCluster()) && 'the node counts the scans of its shards'

test('look up each person by key, not among all of the account', { skip }, async () => {
  const { importText, ask } = setup
  await ask('alter table subscribers set (autovacuum_enabled = off)')
  await ask('alter table subscriptions set (autovacuum_enabled = off)')
  await importText(people(4 * ROWS, 'Name'))
  for (const username of ['one', 'two', 'three']) await (await newAccount(username)).importAs('A')
  await ask('analyze')
  const { id, listId, importAs } = await newAccount('unknown to the statistics')
  const first = await rowsReadBy(ask, 'subscribers_pkey', () => importAs('First'))
  assert.ok(first <= ROWS, `${first} rows read by id for new people`)
  // Old values are kept, and then the people are changed.
  const changes = await rowsReadBy(ask, 'subscribers_pkey', () => importAs('Second'))
  assert.ok(changes <= 3 * ROWS, `${changes} rows read by id for changes`)
  const conditions = [await conditionOf(setup.store, id, 'name = "Second 1"')]
  const counted = await rowsReadBy(ask, 'subscriptions%', async () => {
    const { of } = await countMatching(setup.store, id, conditions, { listId })
    assert.equal(of, ROWS)
  })
  assert.ok(counted <= 5 * ROWS, `${counted} subscriptions read to count those of a list`)
})
