/** A process that only works says how it is, and nothing else. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '../../src/db/migrate.ts'
import { openStore } from '../../src/db/open-store.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { answerProbes } from '../../src/http/worker-probes.ts'
import { emptyDatabase } from '../cli/setup.ts'
import { temporaryStore } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { PROGRAM, PROGRAM_ENV } from '../support/program.ts'

test('the probes of a worker', async () => {
  const { store, drop } = await temporaryStore()
  const port = await freePort()
  const stop = await answerProbes({
    host: '127.0.0.1',
    port,
    store,
    metricsToken: 'known',
    dataDir: '.',
  })
  try {
    const get = (path: string, headers = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers })
    assert.equal((await get('/healthz')).status, 200)
    assert.equal((await get('/readyz')).status, 200)
    assert.equal((await get('/metrics')).status, 401)
    assert.match(
      await (await get('/metrics', { Authorization: 'Bearer known' })).text(),
      /pennypost_/,
    )
    assert.equal((await get('/externalapiservice.asmx')).status, 404)
  } finally {
    await stop()
    await drop()
  }
})

test('a worker exposes its own turns, those of the import thread, and the state of the store', async () => {
  const { connection, env, drop } = await emptyDatabase()
  const store = openStore({ connection })
  await migrate(store)
  // The thread of imports starts with the first of them.
  const account = await addAccount(store, { username: 'probes', password: 'a long password' })
  const listId = await makeList(store, account!.id, {
    name: 'All',
    fromName: 'S',
    fromEmail: 's@example.test',
    description: '',
    characterSet: '',
  })
  await queueImport(store, account!.id, {
    listId,
    source: { document: [Buffer.from('ada@example.com;Ada;html;\n')], name: '' },
    options: PLAIN_CSV,
  })
  await store.close()
  const port = await freePort()
  const probes = {
    ROLES: 'worker',
    HEALTH_PORT: String(port),
    SECRET_KEY: 'a secret for the tests, long enough',
  }
  const worker = spawn(process.execPath, [PROGRAM, 'start'], {
    env: { ...PROGRAM_ENV, ...env, ...probes, LOG_LEVEL: 'error' },
    stdio: 'ignore',
  })
  const ended = once(worker, 'exit')
  try {
    const text = () =>
      fetch(`http://127.0.0.1:${port}/metrics`).then(
        answer => answer.text(),
        () => '',
      )
    const wanted = [
      /^pennypost_work_turns_total\{worker="planning",outcome="done"\} [1-9]/m,
      /^pennypost_work_turns_total\{worker="imports",outcome="done"\} [1-9]/m,
      /^pennypost_work_turns_total\{worker="webhooks",outcome="done"\} [1-9]/m,
      /^pennypost_emails_waiting\{kind="transaction"\} 0$/m,
      /^pennypost_route_up\{route="sandbox"\} 1$/m,
      /^pennypost_build_info\{/m,
    ]
    let said = ''
    while (worker.exitCode === null && !wanted.every(one => one.test(said))) {
      await pause(100)
      said = await text()
    }
    assert.equal(worker.exitCode, null)
  } finally {
    worker.kill('SIGKILL')
    await ended
    await drop()
  }
})
