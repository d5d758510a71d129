/**
 * A change of many subscribers, and its undo, whose workers are killed without warning: at the end
 * each is changed once, and changed back once. Real processes.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { askBulkJob, bulkJob, undoBulkJob } from '../../src/domain/bulk-jobs/ask-job.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { temporaryStore } from '../support/database.ts'
import { databaseUrl, startWorker } from '../support/worker-process.ts'

const PEOPLE = 30_000
const KILLS = 3

test('a bulk job and its undo survive kill -9', async () => {
  const { store, connection, drop } = await temporaryStore()
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-bulk-kill-'))
  const worker = () =>
    startWorker({
      DATABASE_URL: databaseUrl(connection),
      DATA_DIR: dataDir,
      SECRET_KEY: 'the secret key of the tests, long enough',
      LEASE_SECONDS: '2',
    })
  let running: ReturnType<typeof worker> | undefined
  try {
    const username = 'bulk'
    const account = await addAccount(store, { username, password: 'correct horse battery staple' })
    const accountId = account!.id
    const listId = await makeList(store, accountId, {
      name: 'List',
      fromName: 'A',
      fromEmail: 'a@example.test',
      description: '',
      characterSet: '',
    })
    const ask = async (text: string, ...values: unknown[]) =>
      (await store.run({ name: '', text, again: false }, [accountId, ...values])).rows
    await ask(
      `insert into subscribers (account_id, id, email, email_key)
       select $1, n, 'p' || n || '@example.com', 'p' || n || '@example.com'
       from generate_series(1, $2::int) n`,
      PEOPLE,
    )
    const on = async () =>
      Number((await ask('select count(*) from subscriptions where account_id = $1'))[0]![0])
    const jobId = await askBulkJob(store, accountId, { do: 'join', listId: listId }, {})
    const until = async (state: string, place: () => Promise<number>) => {
      for (let kills = 0; ; ) {
        const before = await place()
        running ??= worker()
        while (
          (await place()) === before &&
          (await bulkJob(store, accountId, jobId)).state !== state
        )
          await pause(5)
        if ((await bulkJob(store, accountId, jobId)).state === state) return kills
        if (kills === KILLS) {
          while ((await bulkJob(store, accountId, jobId)).state !== state) await pause(20)
          return kills
        }
        await running.kill()
        running = undefined
        kills++
      }
    }
    const joinKills = await until('finished', on)
    const { looked, changed } = await bulkJob(store, accountId, jobId)
    assert.deepEqual([looked, changed, await on()], [PEOPLE, PEOPLE, PEOPLE])
    await undoBulkJob(store, accountId, jobId)
    const undoKills = await until('undone', on)
    assert.deepEqual([(await bulkJob(store, accountId, jobId)).reverted, await on()], [PEOPLE, 0])
    assert.ok(joinKills + undoKills > 0, 'no worker was killed while it worked')
  } finally {
    await running?.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
