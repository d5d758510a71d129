/** The first import of an account that the planner's statistics do not know yet. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount } from '../../../../src/domain/accounts/add-account.ts'
import { PLAIN_CSV, queueImport } from '../../../../src/domain/imports/queue-import.ts'
import { makeList } from '../../../../src/domain/lists/add-list.ts'
import { isCluster } from '../../../support/cluster.ts'
import { ended, type ImportSetup, importSetup } from '../../../support/imports.ts'
import { until } from '../../../support/until.ts'

const ROWS = 5_000

let setup: ImportSetup
before(async () => {
  setup = await importSetup()
})
after(() => setup.close())

/** Long where they are alike: the index of addresses is higher then than that of ids. */
const ALIKE = 'somebody-with-a-long-address-that-starts-like-all-others-'
const people = (count: number): string =>
  Array.from({ length: count }, (_, n) => `${ALIKE}${n}@example.test;Name ${n};HTML\n`).join('')

async function importOfNewAccount(username: string): Promise<void> {
  const { store } = setup
  const { id } = (await addAccount(store, { username, password: 'a password' }))!
  const listId = await makeList(store, id, {
    ...{ name: 'All', fromName: 'Shop', fromEmail: 'shop@example.test' },
    ...{ description: '', characterSet: '' },
  })
  const source = { document: [Buffer.from(people(ROWS))], name: 'people.csv' }
  const importId = await queueImport(store, id, { listId, source, options: PLAIN_CSV })
  assert.equal((await ended(store, id, importId)).position, ROWS)
}

/** Scans of an index, and rows read by them. */
async function scansOf(index: string): Promise<{ scans: number; rows: number }> {
  const [row] = await setup.ask(
    'select idx_scan, idx_tup_read from pg_stat_user_indexes where indexrelname = $1',
    index,
  )
  return { scans: Number(row![0]), rows: Number(row![1]) }
}

const skip = (await isCluster()) && 'the node counts the scans of its shards'

test('looks up each address by key, not among all rows of the account', { skip }, async () => {
  const { importText, ask } = setup
  await ask('alter table subscribers set (autovacuum_enabled = off)')
  await importText(people(4 * ROWS))
  for (const username of ['one', 'two', 'three']) await importOfNewAccount(username)
  await ask('analyze')
  const key = 'subscribers_account_id_email_key_key'
  const { scans } = await scansOf(key)
  await importOfNewAccount('unknown to the statistics')
  // Sessions tell of their scans some seconds after them.
  await until(async () => (await scansOf(key)).scans >= scans + ROWS)
  const { rows } = await scansOf('subscribers_pkey')
  assert.ok(rows <= ROWS, `${rows} rows read by id`)
})
