/**
 * DATA_DIR without room: the import waits with a sentence and continues by itself; others are not
 * delayed.
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { importProgress } from '../../src/domain/imports/progress.ts'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { fileServer, whole } from '../support/file-server.ts'
import { ended, importSetup, startImportWorker } from '../support/imports.ts'
import { smallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

test('a scratch folder without room', async (t: TestContext) => {
  const disk = smallDisk(t, 40)
  if (disk === undefined) return
  const files = await fileServer()
  const { store, accountId, listId, ask, worker: usual, close } = await importSetup()
  await usual.stop()
  const scratch = join(disk.dataDir, 'scratch')
  // As it comes, a fetch that failed is tried again after a minute.
  const worker = await startImportWorker(store, {
    env: { DATA_DIR: disk.dataDir },
    settings: { pausesMillis: [60_000] },
  })
  try {
    disk.fill(3_000_000)
    const rowsOf = (count: number, prefix: string) =>
      Array.from(
        { length: count },
        (_, n) => `${prefix}-${n}@x.test;N;html;${'d'.repeat(400)}\n`,
      ).join('')
    const queue = (path: string, text: string) =>
      queueImport(store, accountId, {
        listId,
        source: { url: files.serve(path, whole(text)) },
        options: PLAIN_CSV,
      })
    const large = await queue('/large.csv', rowsOf(15_000, 'large'))
    const fromStore = await queueImport(store, accountId, {
      listId,
      options: PLAIN_CSV,
      source: { document: [Buffer.from(rowsOf(15_000, 'sent'))], name: 'sent.csv' },
    })
    const waits = (importId: number) =>
      until(async () => {
        const progress = (await importProgress(store, accountId, importId))!
        return progress.trouble !== null && progress
      })
    const fetched = await waits(large)
    assert.deepEqual([fetched.state, fetched.position], [0, 0])
    assert.match(
      fetched.trouble!,
      /could not be fetched: the disk of the service is full\. The operator of the service has to free disk space\.$/,
    )
    const sent = await waits(fromStore)
    assert.deepEqual([sent.state, sent.position], [0, 0])
    assert.equal(
      sent.trouble,
      'The disk of the service has no room. It continues when there is room again.',
    )
    // What there was no room for leaves what it took.
    assert.deepEqual(
      readdirSync(scratch, { recursive: true, withFileTypes: true }).filter(entry =>
        entry.isFile(),
      ),
      [],
    )
    const small = await ended(store, accountId, await queue('/small.csv', rowsOf(100, 'small')))
    assert.deepEqual([small.state, small.inserted], [2, 100])

    disk.makeRoom()
    // Half a minute is too long for a test.
    await ask(`update work set due = now() where account_id = $1 and kind = 'import'`, accountId)
    for (const importId of [large, fromStore]) {
      const { state, inserted, trouble } = await ended(store, accountId, importId)
      assert.deepEqual([state, inserted, trouble], [2, 15_000, null])
    }
    assert.deepEqual(worker.reported, [])
  } finally {
    await worker.stop()
    await close()
    await files.close()
    disk.remove()
  }
})
