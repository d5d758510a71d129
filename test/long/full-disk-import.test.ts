/**
 * A disk that fills up under the store in the middle of an import: the import reports it, continues
 * by itself when there is room again, and each row is there once.
 */
import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '../../src/db/migrate.ts'
import { openConfigured } from '../../src/db/open.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { hasEnded, importProgress } from '../../src/domain/imports/progress.ts'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { fileServer, whole } from '../support/file-server.ts'
import { SECRET } from '../support/sending.ts'
import { smallDisk } from '../support/small-disk.ts'
import { startWorker } from '../support/worker-process.ts'

const ROWS = 100_000
const NO_ROOM = /no room|is full/

const row = (n: number) => `p${n}@x.test;Name ${n};html;${'d'.repeat(100)};${n}`

test('a full disk in the middle of an import', async (t: TestContext) => {
  const disk = smallDisk(t, 400)
  if (disk === undefined) return
  const { dataDir } = disk
  const open = async () => {
    const opened = await openConfigured({ dataDir })
    await migrate(opened.store)
    return opened
  }
  const files = await fileServer()
  let worker: ReturnType<typeof startWorker> | undefined
  try {
    const text = Array.from({ length: ROWS }, (_, n) => `${row(n)}\n`).join('')
    const url = files.serve('/people.csv', whole(text))
    const before = await open()
    const password = 'correct horse battery staple'
    const accountId = (await addAccount(before.store, { username: 'shop', password }))!.id
    const listId = await makeList(before.store, accountId, {
      name: 'All',
      fromName: 'S',
      fromEmail: 's@example.test',
      description: '',
      characterSet: '',
    })
    const source = { url }
    const importId = await queueImport(before.store, accountId, {
      listId,
      source,
      options: PLAIN_CSV,
    })
    const log: string[] = []
    const env = { DATA_DIR: dataDir, SECRET_KEY: SECRET, FETCH_ALLOW: '127.0.0.1' }
    worker = startWorker({ ...env, LEASE_SECONDS: '5' }, 'pipe')
    createInterface({ input: worker.process.stderr! }).on('line', line => log.push(line))
    const progress = async () => (await importProgress(before.store, accountId, importId))!
    while ((await progress()).position < ROWS / 20) await pause(10)
    disk.fill(0)
    const reached = (await progress().catch(() => undefined))?.position
    await before.close()
    while (!log.some(line => NO_ROOM.test(line))) {
      disk.fill(0)
      await pause(250)
    }
    disk.makeRoom()

    const after = await open()
    const ended = async () => (await importProgress(after.store, accountId, importId))!
    while (!hasEnded(await ended())) await pause(250)
    const { state, inserted, rejected } = await ended()
    t.diagnostic(`the disk was filled after ${reached ?? 'some'} rows`)
    assert.deepEqual([state, inserted, rejected], [2, ROWS, 0])
    const people =
      'select count(*), count(distinct s.email_key), count(p.list_id) from subscribers s left ' +
      'join subscriptions p on p.account_id = s.account_id and p.subscriber_id = s.id'
    const { rows } = await after.store.run({ name: '', text: people, again: true }, [])
    assert.deepEqual(rows, [[String(ROWS), String(ROWS), String(ROWS)]])
    await after.close()
  } finally {
    await worker?.stop()
    await files.close()
    disk.remove()
  }
})
