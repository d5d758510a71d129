/**
 * What a retention setting would free: as many rows as trimming removes, of a large table by a
 * sample whose error holds.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sampledCount } from '../../../src/db/table-sample.ts'
import { tableSizes } from '../../../src/db/table-sizes.ts'
import { RETENTION_SETTINGS } from '../../../src/domain/retention/kept-data.ts'
import { keptBytes, previewRetention } from '../../../src/domain/retention/preview.ts'
import { trimSomeEvents } from '../../../src/domain/webhooks/trim-events.ts'
import { type ApiSetup, apiSetup } from '../../console-api/api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

const ask = (text: string, values: unknown[] = []) =>
  setup.running.store.run({ name: '', text, again: false, overAll: true }, values)

const rowsOf = async (text: string) => Number((await ask(text)).rows[0]![0])

test('each setting is previewed on an empty store, and nothing would be free', async () => {
  const bytes = await keptBytes(setup.running.store)
  for (const setting of RETENTION_SETTINGS) {
    const found = await previewRetention(setup.running.store, setting, 12)
    assert.equal(found.freed!.bytes, 0, setting)
    assert.ok(bytes.get(setting)! > 0, setting)
  }
})

test('a small table is read whole: the rows are those that trimming removes', async () => {
  const { store } = setup.running
  await setup.call('POST', '/webhooks', { name: 'shop', url: 'https://example.com/hook' })
  await ask(
    `insert into webhook_events (account_id, webhook_id, id, kind, at, person, state, attempts)
     select w.account_id, w.id, i, 'erased', now() - i * interval '1 hour', 0,
       case when i % 100 = 0 then 'waiting' else 'sent' end, 1
     from webhooks w, generate_series(1, 1000) i`,
  )
  const found = await previewRetention(store, 'WEBHOOK_KEEP_DAYS', 20)
  // Of hours 480 to 1000 those that do not wait.
  assert.deepEqual([found.rows, found.freed!.rows, found.freed!.error], [1000, 515, 0])
  assert.ok(found.freed!.bytes > 0 && found.freed!.bytes < found.bytes!)
  await trimSomeEvents(store, 20)
  assert.equal(await rowsOf('select count(*) from webhook_events'), 1000 - 515)
  await assert.rejects(previewRetention(store, 'WEBHOOK_KEEP_DAYS', 3), /at least 4/)
})

test('of a large one a sample is read; the truth is within its error', async () => {
  const { store, accountId } = { ...setup.running, accountId: setup.accountId }
  await ask(
    `insert into deliveries (account_id, source_kind, source_id, id, email, state, attempts,
       changed_at)
     select $1, 1, 1 + i / 1000, i, 'p' || i || '@example.test', 'accepted', 1,
       now() - (i / 1000) * interval '1 day'
     from generate_series(1, 150000) i`,
    [accountId],
  )
  const sizes = await store.withClient(client => tableSizes(client))
  const { rowBytes } = sizes!.get('deliveries')!
  assert.ok(rowBytes > 1000 * 8192, 'more than is read')
  const sought = "changed_at < now() - interval '50 days'"
  const among = 'source_kind = 1'
  const order = { table: 'deliveries', rowBytes, among, sought }
  const truth = await rowsOf(`select count(*) from deliveries where ${sought}`)
  let outside = 0
  for (let i = 0; i < 20; i++) {
    const {
      all,
      sought: old,
      error,
    } = (await store.withClient(client => sampledCount(client, order)))!
    assert.ok(error > 0 && error < 0.04, String(error))
    assert.ok(Math.abs(all - 150_000) < 15_000, String(all))
    if (Math.abs(old / all - truth / 150_000) > error) outside++
  }
  // One of twenty is, by its definition; five are one time in some hundreds.
  assert.ok(outside < 5, `${outside} of 20`)
  const forever = await previewRetention(store, 'LEDGER_KEEP_MONTHS', 0)
  assert.deepEqual([forever.freed!.rows, forever.freed!.bytes, forever.freed!.error], [0, 0, 0])
  const year = await previewRetention(store, 'LEDGER_KEEP_MONTHS', 2)
  assert.ok(year.freed!.rows! > 0 && year.freed!.rows! < year.rows!)
})

test('sizes that are not read in time are unknown, and the session goes on', async () => {
  const { store } = setup.running
  await store.withClient(async client => {
    await client.query('begin')
    await client.query('commit')
    assert.equal(await tableSizes(client, 1), undefined)
    assert.ok((await tableSizes(client))!.size > 50)
  })
})

test('owners of accounts do not see it; operators do, by the route', async () => {
  const { call } = setup
  assert.equal((await call('GET', '/installation/retention')).status, 403)
  // The only account operates the installation.
  await ask("update accounts set closed_at = now() where username = 'other'")
  const { body } = await call('GET', '/installation/retention')
  assert.deepEqual(
    body.items.map(({ setting }: { setting: string }) => setting),
    RETENTION_SETTINGS,
  )
  const [ledger] = body.items
  assert.deepEqual([ledger.value, ledger.unit, ledger.source], [0, 'months', 'default'])
  const path = '/installation/retention/AUDIT_KEEP_MONTHS?keep='
  assert.equal((await call('GET', `${path}12`)).body.freed.bytes, 0)
  for (const keep of ['0', '-1', '3651', '1.5', 'x'.repeat(100_000)])
    assert.ok([400, 414, 431].includes((await call('GET', path + keep)).status), keep.slice(0, 9))
  assert.equal((await call('GET', '/installation/retention/SECRET_KEY?keep=1')).status, 400)
})
