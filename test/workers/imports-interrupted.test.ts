/** Imports that are interrupted: leases and fences, and going on after a stop. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { detailed } from '../../src/domain/details/details.ts'
import { ClaimLost } from '../../src/domain/files/file-work.ts'
import { applyBatch } from '../../src/domain/imports/apply/apply-batch.ts'
import { addRow, newBatch } from '../../src/domain/imports/apply/prepare.ts'
import { noteFile } from '../../src/domain/imports/imports.sql.ts'
import { release } from '../../src/domain/imports/lease.ts'
import { deleteList } from '../../src/domain/lists/add-list.ts'
import { trickle } from '../support/file-server.ts'
import { importQueue, rowsOf } from './imports-setup.ts'

const { setup, files, workerWith, queue, serve, end, progressOf, take } = importQueue()

describe('a stop in the middle', () => {
  test('the import is resumed by another worker with the file fetched again, and counts as if undisturbed', async () => {
    const listId = await setup().newList()
    const text = `${rowsOf(30, 'stop')}${rowsOf(10, 'stop', 25)}nobody\n`
    const importId = await queue(serve(text), listId)
    // The first worker applies two batches and dies.
    const claimed = (await take(importId, 50))!
    const first = text.split('\n').slice(0, 28)
    await setup().ask(
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
      await applyBatch(setup().store, claimed.run, batch)
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
    await applyBatch(setup().store, claimed.run, batch)
    await setup().ask(
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
    await assert.rejects(applyBatch(setup().store, late.run, batch), ClaimLost)
    await release(setup().store, late.run, {
      due: new Date(),
      tries: 9,
      trouble: [detailed('upload-cut')],
    })
    assert.deepEqual(
      (await setup().ask(`select 1 from subscribers where email = 'fence-0@x.test'`)).length,
      0,
    )
    const { tries, trouble, position } = await progressOf(importId)
    assert.deepEqual([tries, trouble, position], [0, null, 0])
    assert.equal(await take(importId), undefined)
    await release(setup().store, next.run, { due: new Date(), tries: 0, trouble: undefined })
    await workerWith()
    assert.equal((await end(importId)).inserted, 5)
  })

  test('a batch that the store has lost again is noticed by the next one, and made again', async () => {
    const text = rowsOf(6, 'lost')
    const importId = await queue(serve(text))
    const { run } = (await take(importId))!
    await setup().ask(
      'update imports set file_length = $2, file_sha256 = $3 where id = $1',
      importId,
      text.length,
      sha256(text),
    )
    const applied = (line: number) => {
      const batch = newBatch()
      addRow(batch, rowOf(text.split('\n')[line - 1]!, line))
      batch.read = 1
      return applyBatch(setup().store, run, batch)
    }
    await applied(1)
    await applied(2)
    // As after a fall of the server, which keeps the first batch and not the second: they do not
    // wait for the disk.
    await setup().ask(
      'update imports set position = 1, parts = 1, inserted = 1, subscribed = 1 where id = $1',
      importId,
    )
    await setup().ask('delete from import_parts where import_id = $1 and part > 1', importId)
    await setup().ask(
      'delete from subscriptions s using subscribers p where ' +
        `(p.account_id, p.id) = (s.account_id, s.subscriber_id) and p.email = 'lost-1@x.test'`,
    )
    await setup().ask(`delete from subscribers where email = 'lost-1@x.test'`)
    await assert.rejects(applied(3), ClaimLost)
    assert.equal((await progressOf(importId)).position, 1)
    await release(setup().store, run, { due: new Date(), tries: 0, trouble: undefined })
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
      await noteFile(setup().store, { ...run, length: 1, sha256: '' })
      // Only fetched, or waiting, when the worker died: that says nothing.
      assert.equal((await take(beside, 1))!.lapses, 0)
      await pause(5)
    }
    await workerWith()
    const { state, trouble } = await end(importId)
    assert.equal(state, 3)
    assert.equal((await end(beside)).state, 2)
    assert.match(trouble!, /begun 3 times and the worker died each time/)
  })

  test('a list that is deleted meanwhile ends the import', async () => {
    const listId = await setup().newList()
    const importId = await queue(
      files().serve('/slow.csv', trickle(Buffer.from(rowsOf(20, 'gone')), 100, 20)),
      listId,
    )
    await workerWith()
    await deleteList(setup().store, setup().accountId, listId)
    const { state, trouble } = await end(importId)
    assert.deepEqual([state, trouble], [3, 'The mailing list was deleted.'])
  })
})

const rowOf = (line: string, number: number) => {
  const [email = '', name = '', format = '', ...fields] = line.split(';')
  return { line: number, raw: line, email, name, format, countryCode: '', phone: '', fields }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
