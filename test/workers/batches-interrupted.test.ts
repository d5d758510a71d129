/** Files of transactions whose worker dies in the middle, or that change meanwhile. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, describe, type TestContext, test } from 'node:test'
import { ClaimLost } from '../../src/domain/files/file-work.ts'
import { claim } from '../../src/domain/transactions/batches/batch-lease.ts'
import { applyPart } from '../../src/domain/transactions/batches/batch-part.ts'
import { judgeRow, newPart } from '../../src/domain/transactions/batches/batch-rows.ts'
import { noteBatchFile } from '../../src/domain/transactions/batches/batches.sql.ts'
import { batchProgress, queueBatch } from '../../src/domain/transactions/batches/batches.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { batchEnded, fileOf } from '../support/batches.ts'
import { type FileServer, fileServer, inTurn, whole } from '../support/file-server.ts'
import { type ImportWorker, startImportWorker } from '../support/imports.ts'
import { sendingSetup } from '../support/sending.ts'
import { messagesOf, people, rejectsOf, serve } from './batches-setup.ts'

let files: FileServer
before(async () => {
  files = await fileServer()
})
after(() => files.close())

/** A project on a store of its own: there is no worker but those that a test starts. */
async function setUp(t: TestContext) {
  const { store, accountId, newsletterId, drop } = await sendingSetup(0)
  const project = await makeProject(store, accountId, {
    name: 'Receipts',
    newsletterId,
    fromName: '',
    fromEmail: 'till@example.test',
    replyTo: '',
    routeId: null,
    marketing: false,
    repeats: '24h',
    retentionDays: null,
    versions: [],
  })
  const account = { service: { store }, account: { id: accountId } }
  const started: ImportWorker[] = []
  t.after(async () => {
    for (const worker of started) await worker.stop()
    await drop()
  })
  const work = async (batchRows?: number) => {
    const worker = await startImportWorker(
      store,
      batchRows === undefined ? {} : { settings: { batchRows } },
    )
    started.push(worker)
    return worker
  }
  return { account, accountId, store, project, work, rows: () => messagesOf(account, project.id) }
}

describe('a batch that is interrupted', () => {
  test('is resumed under another fencing token, and nothing is doubled or lost', async t => {
    const { account, accountId, store, project, work, rows } = await setUp(t)
    const all = people(5000, 'going-on')
    const text = fileOf([...all, { Email: 'bad' }])
    const url = serve(files, text)
    const guid = await queueBatch(store, accountId, {
      projectGuid: project.guid,
      url,
      format: 'html',
    })
    const { id: batchId } = await batchProgress(store, accountId, guid)
    // A worker that has applied a part, and then gives no sign of life.
    const dead = (await claim(store, { accountId, batchId, worker: randomUUID(), leaseMillis: 1 }))!
    const part = newPart()
    const raw = ''
    for (const { Identifier, Email, DD1 } of all.slice(0, 700)) {
      const row = {
        line: 1,
        raw,
        identifier: Identifier!,
        email: Email!,
        name: '',
        format: '',
        sendTime: '',
        fields: [DD1!],
      }
      const judged = judgeRow(row, 'html')
      assert.ok(typeof judged !== 'string')
      part.rows.push(judged)
      part.read++
    }
    const file = {
      length: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    }
    await noteBatchFile(store, {
      accountId,
      batchId,
      worker: dead.run.worker,
      fence: dead.run.fence,
      ...file,
    })
    await applyPart(store, dead.run, part)
    await work(500)
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

  test('fails when the file is another one by then, and says how many are queued', async t => {
    const { accountId, store, project, work, rows } = await setUp(t)
    const url = files.serve(
      '/changed.xml',
      inTurn(whole(fileOf(people(9000, 'before'))), whole(fileOf(people(10, 'after')))),
    )
    const worker = await work(1)
    const guid = await queueBatch(store, accountId, {
      projectGuid: project.guid,
      url,
      format: 'html',
    })
    while ((await batchProgress(store, accountId, guid)).position === 0);
    await worker.stop()
    await work()
    const { state, trouble, queued } = await batchEnded(store, accountId, guid)
    const messages = (await rows()).length
    assert.equal(queued, messages)
    if (messages < 9000) {
      assert.equal(state, 3)
      assert.match(trouble!, new RegExp(`not the one .* ${messages} of its emails are queued`))
    }
  })
})
