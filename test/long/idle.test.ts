/**
 * A service that has nothing to do leaves the store alone, and still begins at once what another
 * process gives it to do.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { keepDefaultRoute } from '../../src/domain/routes/routes.sql.ts'
import { freePort } from '../support/free-port.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { databaseUrl, startWorker, untilReady } from '../support/worker-process.ts'

const SECONDS = 10
const MOST_PER_SECOND = 5
const COUNT = /^pennypost_store_statement_duration_seconds_count (\d+)$/m

test('an idle service takes less than five transactions a second, and sends what comes', async () => {
  const setup = await sendingSetup(1)
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-idle-'))
  const sink = await startSink({ keep: 0 })
  const port = await freePort()
  await keepDefaultRoute(setup.store, {})
  const service = startWorker({
    ROLES: 'all',
    PORT: String(port),
    DATABASE_URL: databaseUrl(setup.connection),
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET,
    PUBLIC_URL: 'https://mail.example.test',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    STOP_DELAY: '0',
  })
  // As the service counts them: the server's own count has those of autovacuum too.
  const statements = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    const [, count] = COUNT.exec(await response.text())!
    return Number(count)
  }
  try {
    await untilReady(port)
    // What a start does is over soon; the best of some spans is that of an idle service.
    const rates: number[] = []
    while (rates.length < 6 && !rates.some(rate => rate < MOST_PER_SECOND)) {
      const before = await statements()
      await pause(SECONDS * 1000)
      rates.push(((await statements()) - before) / SECONDS)
    }
    assert.ok(Math.min(...rates) < MOST_PER_SECOND, `statements a second: ${rates.join(', ')}`)
    assert.ok(Math.min(...rates) > 0.5, 'it still looks')

    // Everything that wakes anybody is a look at the store: what another process has marked is
    // found there.
    for (let messages = 1; messages <= 3; messages++) {
      await setup.send()
      while (sink.seen.messages < messages) await pause(5)
    }
  } finally {
    await service.stop()
    await sink.stop()
    await setup.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
