/**
 * Workers killed again and again while they send: no one is missed without a row in the ledger, and
 * only emails that it calls uncertain arrive twice.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { envFor, WORKERS } from '../support/send-siege.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { startWorker } from '../support/worker-process.ts'

const RECIPIENTS = Math.round(5000 * Number(process.env.TEST_SCALE ?? 1))
test('kill -9 of workers in the middle of a sending', async () => {
  const { store, ask, accountId, connection, send, drop } = await sendingSetup(RECIPIENTS)
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-kill-'))
  const sink = await startSink({ keep: 0 })
  const env = envFor(connection, dataDir, sink.port)
  let workers = [] as ReturnType<typeof startWorker>[]
  try {
    const sendingId = await send()
    workers = Array.from({ length: WORKERS }, () => startWorker(env))
    let kills = 0
    const deadline = Date.now() + 300_000
    for (;;) {
      const progress = await sendingProgress(store, accountId, sendingId)
      if (progress.state === 'finished') break
      assert.ok(Date.now() < deadline, `it did not finish: ${JSON.stringify(progress)}`)
      await pause(1000)
      if ((progress.counts.accepted ?? 0) > RECIPIENTS * 0.95 || kills >= 25) continue
      const victim = Math.floor(Math.random() * WORKERS)
      await workers[victim]!.kill()
      workers[victim] = startWorker(env)
      kills++
    }
    assert.ok(kills >= 2, `only ${kills} kills happened`)

    const once = new Set(
      (await ask('select email from deliveries where was_uncertain')).map(([email]) => email),
    )
    // Whose email was in the hands of two that were killed: it is not tried a third time.
    const twice = new Set(
      (await ask("select email from deliveries where state = 'uncertain' and attempts = 2")).map(
        ([email]) => email,
      ),
    )
    const missing: string[] = []
    const doubled: string[] = []
    for (let i = 1; i <= RECIPIENTS; i++) {
      const count = sink.counts.get(`p${i}@example.test`) ?? 0
      if (count === 0 && !twice.has(`p${i}@example.test`)) missing.push(`p${i}`)
      if (count > 1 && !once.has(`p${i}@example.test`)) doubled.push(`p${i} ${count} times`)
      assert.ok(count <= 2, `p${i} came ${count} times`)
    }
    assert.deepEqual(doubled, [])
    const states = await ask('select state, count(*) from deliveries group by 1')
    assert.deepEqual(missing, [], JSON.stringify(states))
    assert.ok(twice.size < RECIPIENTS / 20, `${twice.size} were in hand at two kills`)
    assert.deepEqual(
      states
        .map(([state]) => state)
        .sort()
        .filter(state => state !== 'uncertain'),
      ['accepted'],
    )
    assert.equal(
      twice.size,
      Number(states.find(([state]) => state === 'uncertain')?.[1] ?? 0),
      'an uncertain email was tried once only',
    )
    console.log(
      `${RECIPIENTS} emails, ${kills} kills, ${once.size} once uncertain, ` +
        `${[...sink.counts.values()].filter(n => n > 1).length} twice`,
    )
  } finally {
    for (const worker of workers) await worker.kill()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
