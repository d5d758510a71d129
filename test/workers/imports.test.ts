/**
 * The queue of imports: tries and failures, leases and fences, going on after a stop, several
 * workers, fairness.
 */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { ClaimLost } from '../../src/domain/files/file-work.ts'
import { applyBatch } from '../../src/domain/imports/apply/apply-batch.ts'
import { addRow, newBatch } from '../../src/domain/imports/apply/prepare.ts'
import { noteFile } from '../../src/domain/imports/imports.sql.ts'
import { claim, letGo } from '../../src/domain/imports/lease.ts'
import { importProgress } from '../../src/domain/imports/progress.ts'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { deleteList, makeList } from '../../src/domain/lists/add-list.ts'
import {
  type FileServer,
  fileServer,
  inTurn,
  status,
  trickle,
  whole,
} from '../support/file-server.ts'
import {
  ended,
  type ImportSetup,
  type ImportWorker,
  importSetup,
  startImportWorker,
} from '../support/imports.ts'

let setup: ImportSetup
let files: FileServer
before(async () => {
  setup = await importSetup()
  // Each test starts its own workers.
  await setup.worker.stop()
  files = await fileServer()
})
after(async () => {
  await files.close()
  await setup.close()
})

const started: ImportWorker[] = []
const workerWith = async (settings: Parameters<typeof startImportWorker>[1] = {}) => {
  const worker = await startImportWorker(setup.store, settings)
  started.push(worker)
  return worker
}
afterEach(async () => {
  await Promise.all(started.map(worker => worker.stop()))
  const reported = started.splice(0).flatMap(worker => worker.reported)
  assert.deepEqual(reported, [])
})

let served = 0
const rowsOf = (count: number, prefix: string, from = 0) =>
  Array.from(
    { length: count },
    (_, i) => `${prefix}-${from + i}@x.test;N;html;${'d'.repeat(40)}\n`,
  ).join('')

async function queue(
  source: string | Buffer,
  listId = setup.listId,
  accountId = setup.accountId,
): Promise<number> {
  const from =
    typeof source === 'string' ? { url: source } : { document: [source], name: 'people.csv' }
  return queueImport(setup.store, accountId, { listId, source: from, options: PLAIN_CSV })
}
const serve = (text: string) => files.serve(`/queue-${++served}.csv`, whole(text))
const end = (importId: number, accountId = setup.accountId) =>
  ended(setup.store, accountId, importId)
const progressOf = async (importId: number) =>
  (await importProgress(setup.store, setup.accountId, importId))!
const take = (importId: number, leaseMillis = 60_000) =>
  claim(setup.store, { accountId: setup.accountId, importId, worker: randomUUID(), leaseMillis })

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await condition()) return
    await pause(25)
  }
  assert.fail('it did not come about')
}

describe('fetching', () => {
  test('a passing failure puts the import back with the reason, and it is tried again; a final one ends it', async () => {
    await workerWith({ settings: { pausesMillis: [300, 300] } })
    const url = files.serve('/later.csv', inTurn(status(503), whole('later@x.test;N\n')))
    const importId = await queue(url)
    await until(async () => (await progressOf(importId)).trouble !== null)
    const waiting = await progressOf(importId)
    assert.deepEqual([waiting.state, waiting.tries], [0, 1])
    assert.match(waiting.trouble!, /503/)
    const done = await end(importId)
    assert.deepEqual([done.state, done.inserted, done.trouble], [2, 1, null])
    const never = await end(await queue(files.serve('/never.csv', status(503))))
    assert.equal(never.state, 3)
    assert.match(never.trouble!, /503.*tried 3 times/s)
    assert.equal(files.count('/never.csv'), 3)
    const gone = await end(await queue(files.serve('/gone.csv', status(410))))
    assert.deepEqual([gone.state, files.count('/gone.csv')], [3, 1])
  })

  test('user, password and query of the address lie sealed in the store, and are forgotten at the end', async () => {
    const url = serve(rowsOf(1, 'secret')).replace('http://', 'http://me:hidden@')
    const importId = await queue(`${url}?token=hidden`)
    const [waiting] = await setup.ask('select url from imports where id = $1', importId)
    assert.match(waiting![0]!, /^http:\/\/127\.0\.0\.1:\d+\/queue-\d+\.csv v1\.[\w-]+$/)
    assert.doesNotMatch((await progressOf(importId)).url!, /v1|hidden/)
    await workerWith()
    assert.equal((await end(importId)).state, 2)
    const { url: kept } = await progressOf(importId)
    assert.match(kept!, /^http:\/\/127\.0\.0\.1:\d+\/queue-\d+\.csv$/)
  })

  test('nothing is left in the scratch folder', async () => {
    const worker = await workerWith()
    await end(await queue(serve(rowsOf(10, 'scratch'))))
    await end(await queue(Buffer.from(rowsOf(10, 'scratch'))))
    await until(async () =>
      (await readdir(worker.scratch, { recursive: true, withFileTypes: true })).every(
        entry => !entry.isFile(),
      ),
    )
  })
})

describe('a stop in the middle', () => {
  test('the import goes on where it was, with another worker and the file fetched again, and counts as if undisturbed', async () => {
    const listId = await setup.newList()
    const text = `${rowsOf(30, 'stop')}${rowsOf(10, 'stop', 25)}nobody\n`
    const importId = await queue(serve(text), listId)
    // The first worker applies two batches and dies.
    const claimed = (await take(importId, 50))!
    const first = text.split('\n').slice(0, 28)
    await setup.ask(
      'update imports set file_length = $2, file_sha256 = $3 where id = $1',
      importId,
      Buffer.byteLength(text),
      sha256(text),
    )
    for (const from of [0, 14]) {
      const batch = newBatch()
      for (const [i, line] of first.slice(from, from + 14).entries())
        addRow(batch, rowOf(line, from + i + 1))
      batch.read = 14
      await applyBatch(setup.store, claimed.run, batch)
    }
    assert.equal((await progressOf(importId)).position, 28)
    await workerWith({ settings: { batchRows: 5 } })
    const { state, position, inserted, unchanged, repeated, rejected, subscribed } =
      await end(importId)
    assert.deepEqual(
      { state, position, inserted, unchanged, repeated, rejected, subscribed },
      {
        state: 2,
        position: 41,
        inserted: 35,
        unchanged: 0,
        repeated: 5,
        rejected: 1,
        subscribed: 35,
      },
    )
  })

  test('it fails with a sentence when the file is another one now', async () => {
    const importId = await queue(serve(rowsOf(5, 'other')))
    const claimed = (await take(importId, 50))!
    const batch = newBatch()
    addRow(batch, rowOf('other-0@x.test;N', 1))
    batch.read = 1
    await applyBatch(setup.store, claimed.run, batch)
    await setup.ask(
      'update imports set file_length = 5, file_sha256 = $2 where id = $1',
      importId,
      sha256('other'),
    )
    await workerWith()
    const { state, trouble, inserted } = await end(importId)
    assert.deepEqual([state, inserted], [3, 1])
    assert.match(trouble!, /not the one that the import began with/)
  })

  test('a worker that was believed dead can commit nothing, and lets go of nothing', async () => {
    const importId = await queue(serve(rowsOf(5, 'fence')))
    const late = (await take(importId, 20))!
    await pause(40)
    const next = (await take(importId))!
    assert.ok(next.run.fence > late.run.fence)
    const batch = newBatch()
    addRow(batch, rowOf('fence-0@x.test;Late', 1))
    batch.read = 1
    await assert.rejects(applyBatch(setup.store, late.run, batch), ClaimLost)
    await letGo(setup.store, late.run, { due: new Date(), tries: 9, trouble: 'late' })
    assert.deepEqual(
      (await setup.ask(`select 1 from subscribers where email = 'fence-0@x.test'`)).length,
      0,
    )
    const { tries, trouble, position } = await progressOf(importId)
    assert.deepEqual([tries, trouble, position], [0, null, 0])
    assert.equal(await take(importId), undefined)
    await letGo(setup.store, next.run, { due: new Date(), tries: 0, trouble: undefined })
    await workerWith()
    assert.equal((await end(importId)).inserted, 5)
  })

  test('a batch that the store has lost again is noticed by the next one, and made again', async () => {
    const text = rowsOf(6, 'lost')
    const importId = await queue(serve(text))
    const { run } = (await take(importId))!
    await setup.ask(
      'update imports set file_length = $2, file_sha256 = $3 where id = $1',
      importId,
      text.length,
      sha256(text),
    )
    const applied = (line: number) => {
      const batch = newBatch()
      addRow(batch, rowOf(text.split('\n')[line - 1]!, line))
      batch.read = 1
      return applyBatch(setup.store, run, batch)
    }
    await applied(1)
    await applied(2)
    // As after a fall of the server, which keeps the first batch and not the second: they do not
    // wait for the disk.
    await setup.ask(
      'update imports set position = 1, parts = 1, inserted = 1, subscribed = 1 where id = $1',
      importId,
    )
    await setup.ask('delete from import_parts where import_id = $1 and part > 1', importId)
    await setup.ask(
      `delete from subscriptions s using subscribers p where p.id = s.subscriber_id and p.email = 'lost-1@x.test'`,
    )
    await setup.ask(`delete from subscribers where email = 'lost-1@x.test'`)
    await assert.rejects(applied(3), ClaimLost)
    assert.equal((await progressOf(importId)).position, 1)
    await letGo(setup.store, run, { due: new Date(), tries: 0, trouble: undefined })
    await workerWith()
    const ended = await end(importId)
    assert.deepEqual([ended.state, ended.position, ended.inserted, ended.subscribed], [2, 6, 6, 6])
  })

  test('one that kills its workers again and again at the same place is given up', async () => {
    const importId = await queue(serve(rowsOf(5, 'kills')))
    const beside = await queue(serve(rowsOf(5, 'beside')))
    for (let death = 0; death < 3; death++) {
      const { run, lapses } = (await take(importId, 1))!
      assert.equal(lapses, death)
      await noteFile(setup.store, { ...run, length: 1, sha256: '' })
      // Only fetched, or waiting, when the worker died: that says nothing.
      assert.equal((await take(beside, 1))!.lapses, 0)
      await pause(5)
    }
    await workerWith()
    const { state, trouble } = await end(importId)
    assert.equal(state, 3)
    assert.equal((await end(beside)).state, 2)
    assert.match(trouble!, /begun 3 times and never got on/)
  })

  test('a list that is deleted meanwhile ends the import', async () => {
    const listId = await setup.newList()
    const importId = await queue(
      files.serve('/slow.csv', trickle(Buffer.from(rowsOf(20, 'gone')), 100, 20)),
      listId,
    )
    await workerWith()
    await deleteList(setup.store, setup.accountId, listId)
    const { state, trouble } = await end(importId)
    assert.deepEqual([state, trouble], [3, 'The mailing list was deleted.'])
  })
})

describe('several at once', () => {
  test('imports of the same people into one list, by two workers: each person once, nothing stuck', async () => {
    const listId = await setup.newList()
    const lines = rowsOf(3000, 'both').split(/(?<=\n)/)
    const orders = [lines, [...lines].reverse(), [...lines].sort(), lines.slice(1000)]
    await workerWith({ settings: { batchRows: 300 } })
    await workerWith({ settings: { batchRows: 200 } })
    const ids = await Promise.all(orders.map(order => queue(Buffer.from(order.join('')), listId)))
    const all = await Promise.all(ids.map(id => end(id)))
    assert.deepEqual(
      all.map(({ state }) => state),
      [2, 2, 2, 2],
    )
    const sum = (key: 'inserted' | 'subscribed') => all.reduce((total, one) => total + one[key], 0)
    assert.deepEqual([sum('inserted'), sum('subscribed')], [3000, 3000])
    const [[people]] = (await setup.ask(
      `select count(*) from subscriptions s join subscribers p on p.account_id = s.account_id and p.id = s.subscriber_id where s.list_id = $1`,
      listId,
    )) as [[string]]
    assert.equal(people, '3000')
  })

  test('a small import does not wait for large ones, of its own account or others, however many there are', async () => {
    const other = (await addAccount(setup.store, {
      username: 'other',
      password: 'correct horse battery staple',
    }))!
    const list = {
      name: 'All',
      fromName: 'S',
      fromEmail: 's@example.test',
      description: '',
      characterSet: '',
    }
    const theirs = await makeList(setup.store, other.id, list)
    const large = Buffer.from(rowsOf(8000, 'large'))
    const ids: number[] = []
    for (let i = 0; i < 12; i++) ids.push(await queue(large))
    await workerWith({ settings: { batchRows: 200, sliceMillis: 200 } })
    await until(async () => (await progressOf(ids[0]!)).position > 0)
    const small = await queue(Buffer.from('small@x.test;N\n'), theirs, other.id)
    assert.equal((await end(small, other.id)).state, 2)
    const waiting = await Promise.all(ids.map(progressOf))
    assert.ok(
      waiting.some(({ state }) => state < 2),
      'the large ones were done before: nothing was shown',
    )
    for (const id of ids) assert.equal((await end(id)).state, 2)
  })
})

const rowOf = (line: string, number: number) => {
  const [email = '', name = '', format = '', ...fields] = line.split(';')
  return { line: number, raw: line, email, name, format, countryCode: '', phone: '', fields }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
