/** A stop ends in time, in any state, and reports unfinished work. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { keepDefaultRoute } from '../../src/domain/routes/routes.sql.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { storeProxy } from '../support/store-proxy.ts'
import { databaseUrl, startWorker } from '../support/worker-process.ts'

/** Longer than any stop may take, on the slowest machine. */
const FOREVER_MILLIS = 120_000

test('SIGTERM ends a worker whose store is away, with emails in hand', async () => {
  const setup = await sendingSetup(3000)
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-stop-'))
  const sink = await startSink({ keep: 0 })
  const proxy = await storeProxy(setup.connection)
  await keepDefaultRoute(setup.store, {})
  await setup.ask('update routes set rate_per_second = $1::float8 where id = 0', [300])
  const worker = startWorker(
    {
      DATABASE_URL: databaseUrl(proxy.connection),
      DATA_DIR: dataDir,
      SECRET_KEY: SECRET,
      PUBLIC_URL: 'https://mail.example.test',
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      STOP_TIMEOUT: '3',
      LOG_LEVEL: 'info',
    },
    'pipe',
  )
  let log = ''
  worker.process.stderr!.setEncoding('utf8').on('data', chunk => {
    log += chunk
  })
  try {
    await setup.send()
    // Workers begin before the start has ended, and a slow machine sends much meanwhile.
    while (sink.seen.messages < 300 || !log.includes('the service is up')) await pause(10)
    await proxy.close()
    const ended = once(worker.process, 'exit')
    worker.process.kill('SIGTERM')
    const [, signal] = await Promise.race([
      ended,
      pause(FOREVER_MILLIS, [1, 'it goes on'], { ref: false }),
    ])
    assert.equal(signal, 'SIGKILL')
    const [said] = log.split('\n').filter(line => line.includes('did not stop in time'))
    const last = ['incoming mail', 'the lock of its workers', 'the heartbeat', 'keys', 'the store']
    assert.deepEqual(JSON.parse(said!).left.slice(-5), last)
  } finally {
    await worker.kill()
    await sink.stop()
    await setup.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('SIGTERM ends a worker in time though one of its threads is deep in native code', async () => {
  const setup = await sendingSetup(1)
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-stop-'))
  const env = {
    DATABASE_URL: databaseUrl(setup.connection),
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET,
    STOP_TIMEOUT: '3',
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import=${new URL('../support/busy-thread.ts', import.meta.url).href}`,
  }
  const worker = startWorker(env, 'pipe')
  let log = ''
  worker.process.stderr!.setEncoding('utf8').on('data', chunk => {
    log += chunk
  })
  try {
    while (!log.includes('the service is up')) await pause(50)
    const ended = once(worker.process, 'exit')
    worker.process.kill('SIGTERM')
    const [, signal] = await Promise.race([
      ended,
      pause(300_000, [1, 'it goes on'], { ref: false }),
    ])
    assert.equal(signal, 'SIGKILL')
    // The thread leaves a slow machine no time for the others.
    assert.match(log, /"left":\[.+\].*did not stop in time/)
  } finally {
    await worker.kill()
    await setup.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a service whose store is away says last that it has stopped', async () => {
  const setup = await sendingSetup(1)
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-stop-'))
  const proxy = await storeProxy(setup.connection)
  const env = {
    DATABASE_URL: databaseUrl(proxy.connection),
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET,
    ROLES: 'all',
    PORT: '0',
    STOP_DELAY: '0',
    STOP_TIMEOUT: '200',
    LOG_LEVEL: 'info',
  }
  const service = startWorker(env, 'pipe')
  let log = ''
  service.process.stderr!.setEncoding('utf8').on('data', chunk => {
    log += chunk
  })
  try {
    while (!log.includes('the service is up')) await pause(50)
    await proxy.close()
    while (!log.includes('the store is unreachable')) await pause(50)
    const ended = once(service.process, 'close')
    service.process.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    const lines = log.trim().split('\n')
    assert.equal(JSON.parse(lines.at(-1)!).msg, 'the service has stopped')
    assert.deepEqual(
      lines.filter(line => line.includes('a pool after calling end')),
      [],
    )
  } finally {
    await service.kill()
    await setup.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
