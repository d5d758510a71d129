/**
 * The work of a killed process is resumed as soon as another one starts on its data folder, long
 * before its leases expire; a live process keeps its work.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { envFor } from '../support/send-siege.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { startWorker, type WorkerProcess } from '../support/worker-process.ts'

const PEOPLE = 400

test('the claims of a killed process are taken over at the next start', async () => {
  const { ask, connection, send, drop } = await sendingSetup(PEOPLE)
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-take-over-'))
  const sink = await startSink({ keep: 0 })
  // Longer than any run of this test: what waits for it is not done.
  const env = { ...envFor(connection, dataDir, sink.port), LEASE_SECONDS: '3600' }
  const locks = () => readdirSync(dataDir).filter(name => /^worker-.*\.lock$/.test(name))
  const leases = async () => Number((await ask('select count(*) from claims'))[0]![0])
  const unsent = async () =>
    Number(
      (
        await ask(
          "select count(*) from deliveries where state in ('planned', 'claimed', 'handed over')",
        )
      )[0]![0],
    )
  const inHand = async () => {
    while ((await leases()) === 0 || sink.seen.messages === 0) await pause(20)
  }
  const workers: WorkerProcess[] = []
  const start = () => workers[workers.push(startWorker(env)) - 1]!
  try {
    await ask(`insert into routes (id, name, sealed_url, priority, rate_per_second)
      values (0, 'default', '', 50, 1)`)
    await send()
    const first = start()
    await inHand()
    // A second one starts beside the first, which lives.
    const second = start()
    while (locks().length < 2) await pause(20)
    const [ended] = await ask('select count(*) from claims where leased_until < now()')
    assert.equal(Number(ended![0]), 0, 'none of a living process ends')
    await Promise.all([first.kill(), second.kill()])
    assert.equal(locks().length, 2)
    assert.ok((await leases()) > 0)
    await ask('update routes set rate_per_second = null')
    const third = start()
    while ((await unsent()) > 0) await pause(100)
    // Of the few that were on their way nobody knows.
    for (let n = 1; n <= PEOPLE; n++)
      assert.ok((sink.counts.get(`p${n}@example.test`) ?? 0) <= 1, `p${n} came twice`)
    assert.ok(sink.counts.size > PEOPLE * 0.8, `${sink.counts.size} came`)
    await third.stop()
    assert.deepEqual(locks(), [], 'whoever stops leaves none behind')
  } finally {
    for (const worker of workers) await worker.kill()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
