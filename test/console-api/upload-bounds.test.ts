/** Uploads by the JSON API: how many bytes and files of an account are kept, and which go first. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeRoomForUpload, withinRoom } from '../../src/domain/imports/make-room.ts'
import { trimImports } from '../../src/domain/imports/trim-imports.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup({ IMPORT_MAX_BYTES: '1 MB' })
  await setup.call('POST', '/lists', { name: 'Kunder', fromEmail: 'news@example.com' })
})
after(() => setup.running.close())

test('uploads of an account are bounded in bytes; files of finished imports make room', async () => {
  const { running, accountId } = setup
  const { store } = running
  const ask = (text: string) => store.run({ name: '', text, again: false }, [accountId])
  // A megabyte of zeros, packed by the store: as much as the limit in little room.
  await ask(
    `insert into imports (account_id, id, list_id, name, options, state)
       select $1, 7000 + n, min(id), 'f.csv', '{}', case when n < 3 then 2 else 0 end
       from lists, generate_series(1, 4) n where account_id = $1 group by n`,
  )
  await ask(
    `insert into import_documents (account_id, import_id, part, bytes)
       select $1, 7000 + n, part, decode(repeat('00', 1000000), 'hex')
       from generate_series(1, 4) n, generate_series(1, 20) part`,
  )
  const stored = async () =>
    (
      await ask('select distinct import_id from import_documents where account_id = $1 order by 1')
    ).rows
      .flat()
      .map(Number)
      .filter(id => id >= 7000)
  const room = (bytes: number) => makeRoomForUpload(store, accountId, { maxBytes: 2 ** 31, bytes })
  await room(2 ** 32 - 81_000_000)
  assert.deepEqual(await stored(), [7001, 7002, 7003, 7004])
  await room(2 ** 32 - 61_000_000)
  assert.deepEqual(await stored(), [7002, 7003, 7004])
  await assert.rejects(room(2 ** 32 - 21_000_000), { reason: 'not-now', message: /40\d{6} bytes/ })
  assert.deepEqual(await stored(), [7003, 7004])
  async function* endless() {
    const piece = Buffer.alloc(2 ** 28)
    for (;;) yield piece
  }
  await assert.rejects(
    async () => {
      for await (const piece of withinRoom(store, accountId, endless(), 2 ** 31)) void piece
    },
    { reason: 'not-now' },
  )
  await ask(
    `update imports set created_at = created_at - interval '25 hours'
       where account_id = $1 and id = 7003`,
  )
  while ((await trimImports(store, 30, new AbortController().signal)) > 0);
  assert.deepEqual(await stored(), [7004])
  assert.match((await setup.call('GET', '/imports/7003')).body.trouble, /never started/)
  await ask('delete from import_documents where account_id = $1 and import_id > 7000')
  await ask('delete from imports where account_id = $1 and id > 7000')
})

test('uploads that are not started are bounded, and imports leave entries in the audit log', async () => {
  const { call, running, accountId } = setup
  const { id: listId } = (
    await call('POST', '/lists', { name: 'Tried', fromEmail: 'news@example.com' })
  ).body
  const rows = ['Mail,Name', 'new@try.test,New', 'known@try.test,Other', 'no address,X']
  const upload = (name: string) =>
    call('POST', `/imports?listId=${listId}&name=${name}`, Buffer.from(rows.join('\n')))
  const { id } = (await upload('people.csv')).body
  const columns = { columns: ['email', 'name'], hasHeaders: true }
  assert.equal((await call('GET', `/imports/${id}`)).body.state, 'uploaded')
  await call('POST', `/imports/${id}/start`, columns)
  const { items } = (await call('GET', `/audit?kind=import&id=${id}`)).body
  assert.deepEqual(
    items.map(({ action }: { action: string }) => action),
    ['import.start', 'import.add'],
  )
  // Uploads that nobody starts are given up, the oldest first, and bounded in any case.
  const ask = (text: string) => running.store.run({ name: '', text, again: false }, [accountId])
  await ask(
    `insert into imports (account_id, id, list_id, name, options, created_at)
       select $1, 5000 + n, min(id), 'f.csv', '{}', now() - interval '2 hours'
       from lists, generate_series(1, 30) n where account_id = $1 group by n`,
  )
  await ask(
    `insert into import_documents (account_id, import_id, part, bytes)
       values ($1, 5001, 0, 'x'), ($1, 5030, 0, 'x')`,
  )
  assert.equal((await upload('one.csv')).status, 201)
  assert.match((await call('GET', '/imports/5001')).body.trouble, /never started/)
  assert.equal((await call('GET', '/imports/5030')).body.state, 'uploaded')
  const left = await ask('select import_id from import_documents where account_id = $1 order by 1')
  assert.ok(!left.rows.flat().map(String).includes('5001'))
  await ask(
    `insert into imports (account_id, id, list_id, name, options)
       select $1, 6000 + n, min(id), 'f.csv', '{}' from lists, generate_series(1, 100) n
       where account_id = $1 group by n`,
  )
  const refused = await upload('two.csv')
  assert.deepEqual([refused.status, refused.body.reason], [409, 'not-now'])
})
