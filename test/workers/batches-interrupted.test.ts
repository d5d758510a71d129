/** Files of transactions whose worker dies in the middle, or that change meanwhile. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { ClaimLost } from '../../src/domain/imports/apply-batch.ts'
import { claim } from '../../src/domain/transactions/batch-lease.ts'
import { applyPart } from '../../src/domain/transactions/batch-part.ts'
import { judgeRow, newPart } from '../../src/domain/transactions/batch-rows.ts'
import { noteBatchFile } from '../../src/domain/transactions/batches.sql.ts'
import { batchProgress, queueBatch } from '../../src/domain/transactions/batches.ts'
import type { ProjectFacts } from '../../src/domain/transactions/projects.ts'
import { batchEnded, fileOf } from '../support/batches.ts'
import { type FileServer, fileServer, inTurn, whole } from '../support/file-server.ts'
import { type ImportWorker, startImportWorker } from '../support/imports.ts'
import { service } from '../support/service.ts'

import { batchSetup, people, rejectsOf, serve } from './batches-setup.ts'

let files: FileServer
let worker: ImportWorker
before(async () => {
  files = await fileServer()
  worker = await startImportWorker((await service()).store)
})
after(async () => {
  await worker.stop()
  await files.close()
})
afterEach(() => assert.deepEqual(worker.reported, []))

const setUp = (more: Partial<ProjectFacts> = {}) => batchSetup(files, more)

describe('a batch that is interrupted', () => {
  test('goes on where it was, under another fence, and nothing is doubled or lost', async () => {
    const { account, accountId, store, project, rows } = await setUp()
    const all = people(5000, 'going-on')
    const text = fileOf([...all, { Email: 'bad' }])
    const url = serve(files, text)
    await worker.stop()
    const guid = await queueBatch(store, accountId, { projectGuid: project.guid, url, format: 'html' })
    const { id: batchId } = await batchProgress(store, accountId, guid)
    // A worker that has applied a part, and then gives no sign of life.
    const dead = (await claim(store, { accountId, batchId, worker: randomUUID(), leaseMillis: 1 }))!
    const part = newPart()
    const raw = ''
    for (const { Identifier, Email, DD1 } of all.slice(0, 700)) {
      const row = { line: 1, raw, identifier: Identifier!, email: Email!, name: '', format: '', sendTime: '', fields: [DD1!] }
      const judged = judgeRow(row, 'html')
      assert.ok(typeof judged !== 'string')
      part.rows.push(judged)
      part.read++
    }
    const file = { length: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
    await noteBatchFile(store, { accountId, batchId, worker: dead.run.worker, fence: dead.run.fence, ...file })
    await applyPart(store, dead.run, part)
    worker = await startImportWorker(store, { settings: { batchRows: 500 } })
    const { state, queued, rejected, position } = await batchEnded(store, accountId, guid)
    assert.deepEqual([state, queued, rejected, position], [2, 5000, 1, 5001])
    const identifiers = (await rows()).map(([identifier]) => identifier)
    assert.deepEqual(
      identifiers,
      all.map(({ Identifier }) => Identifier),
    )
    // Whoever was believed dead changes nothing any more.
    await assert.rejects(applyPart(store, dead.run, part), ClaimLost)
    assert.deepEqual(await rejectsOf(account, batchId), [[5003, 'address']])
    assert.equal((await rows()).length, 5000)
  })

  test('fails when the file is another one by then, and says how many are queued', async () => {
    const { accountId, store, project, rows } = await setUp()
    const url = files.serve('/changed.xml', inTurn(whole(fileOf(people(9000, 'before'))), whole(fileOf(people(10, 'after')))))
    await worker.stop()
    worker = await startImportWorker(store, { settings: { batchRows: 1 } })
    const guid = await queueBatch(store, accountId, { projectGuid: project.guid, url, format: 'html' })
    while ((await batchProgress(store, accountId, guid)).position === 0);
    await worker.stop()
    worker = await startImportWorker(store)
    const { state, trouble, queued } = await batchEnded(store, accountId, guid)
    const letters = (await rows()).length
    assert.equal(queued, letters)
    if (letters < 9000) {
      assert.equal(state, 3)
      assert.match(trouble!, new RegExp(`not the one .* ${letters} of its letters are queued`))
    }
  })
})
