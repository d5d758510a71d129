/**
 * The thread that imports: when it dies it is restarted and resumes; told to stop it releases its
 * work.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { importProgress } from '../../src/domain/imports/progress.ts'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startImportThread } from '../../src/start/import-threads.ts'
import { temporaryStore } from '../support/database.ts'
import { ended } from '../support/imports.ts'

test('a thread that dies is started again, and its import is resumed to its end', async () => {
  const { store, connection, drop } = await temporaryStore()
  const dataDir = await mkdtemp(join(tmpdir(), 'pennypost-thread-'))
  const failures: string[] = []
  const log = createLog({ level: 'error', to: { write: line => void failures.push(line) } })
  const config = readConfig({ DATA_DIR: dataDir, LEASE_SECONDS: '2', LOG_LEVEL: 'silent' })
  const thread = startImportThread(
    { connection, secretKey: 'the secret key of the tests', config },
    log,
  )
  try {
    const { id: accountId } = (await addAccount(store, {
      username: 'thread',
      password: 'correct horse battery staple',
    }))!
    const list = {
      name: 'All',
      fromName: 'S',
      fromEmail: 's@example.test',
      description: '',
      characterSet: '',
    }
    const listId = await makeList(store, accountId, list)
    const queue = async (text: string) => {
      const id = await queueImport(store, accountId, {
        listId,
        source: { document: [Buffer.from(text)], name: '' },
        options: PLAIN_CSV,
      })
      // As the service does; by itself the thread looks for work once a minute.
      thread.wake()
      return id
    }
    const rows = 40_000
    const importId = await queue(
      Array.from({ length: rows }, (_, i) => `p${i}@x.test;N;html;data\n`).join(''),
    )
    const position = async () => (await importProgress(store, accountId, importId))!.position
    while ((await position()) === 0) await pause(10)
    await thread.kill()
    assert.ok((await position()) < rows, 'it was done before')
    const done = await ended(store, accountId, importId)
    assert.deepEqual([done.state, done.inserted, done.repeated], [2, rows, 0])
    assert.match(failures.join(), /is started again/)
    // Told to stop in the middle of another, it gives that back, and is gone.
    const next = await queue(
      Array.from({ length: rows }, (_, i) => `q${i}@x.test;N;html;data\n`).join(''),
    )
    while ((await importProgress(store, accountId, next))!.state === 0) await pause(5)
    await thread.stop()
    const { state } = (await importProgress(store, accountId, next))!
    const leased = await store.withClient(client =>
      client.query('select 1 from imports where leased_until is not null'),
    )
    assert.ok(state < 2 && leased.rows.length === 0, `state ${state}, ${leased.rows.length} leased`)
    assert.deepEqual(await readdir(join(dataDir, 'scratch')), [])
  } finally {
    await thread.stop()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
