/**
 * A disk that fills up under the store in the middle of a sending: with room again it continues by
 * itself, and no recipient is missed.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '../../src/db/migrate.ts'
import { openConfigured } from '../../src/db/open.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { smallDisk } from '../support/small-disk.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'

const PEOPLE = 20_000
const UNCERTAIN_MAX = 50

test('a full disk in the middle of a sending', async (t: TestContext) => {
  const disk = smallDisk(t, 300)
  if (disk === undefined) return
  const { dataDir } = disk
  const open = async () => {
    const { store, connection, close } = await openConfigured({ dataDir })
    await migrate(store)
    return { store, connection: { ...connection }, drop: close }
  }
  const sink = await startSink({ keep: 0 })
  const env = {
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET,
    PUBLIC_URL: 'https://mail.example.test',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    UNCERTAIN_MAX: String(UNCERTAIN_MAX),
    LEASE_SECONDS: '5',
  }
  let worker: ReturnType<typeof startWorker> | undefined
  try {
    const before = await sendingSetup(PEOPLE, await open())
    const { accountId } = before
    const sendingId = await before.send()
    await before.drop()
    const log: { msg: string }[] = []
    worker = startWorker(env, 'pipe')
    createInterface({ input: worker.process.stderr! }).on('line', line =>
      log.push(JSON.parse(line)),
    )

    while (sink.seen.messages < PEOPLE / 20) await pause(20)
    for (let seen = -1; seen !== sink.seen.messages; await pause(3_000)) {
      disk.fill(0)
      seen = sink.seen.messages
    }
    assert.ok(sink.seen.messages < PEOPLE, 'the disk never filled up')
    assert.ok(
      log.some(({ msg }) => /no room: free some space/.test(msg)),
      JSON.stringify(log.map(({ msg }) => msg)),
    )
    disk.makeRoom()

    const { store, drop } = await open()
    const rows = async (text: string) => (await store.run({ name: '', text, again: true }, [])).rows
    for (let state = ''; state !== 'finished'; await pause(250))
      state = (await sendingProgress(store, accountId, sendingId)).state
    const [states, claims] = [
      await rows('select state, count(*) from deliveries group by 1'),
      await rows('select id from claims'),
    ]
    const once = new Set(
      (await rows('select email from deliveries where was_uncertain')).map(([email]) => email),
    )
    await drop()
    assert.deepEqual([states, claims], [[['accepted', String(PEOPLE)]], []])
    assert.ok(once.size <= UNCERTAIN_MAX, `${once.size} were uncertain`)
    const wrong = Array.from({ length: PEOPLE }, (_, i) => `p${i + 1}@example.test`).filter(
      email => {
        const count = sink.counts.get(email) ?? 0
        return count === 0 || (count > 1 && !once.has(email))
      },
    )
    assert.deepEqual(wrong, [])
  } finally {
    await worker?.stop()
    await sink.stop()
    disk.remove()
  }
})

test('a worker stops in order while the disk is full, and the store with it', async (t: TestContext) => {
  const disk = smallDisk(t, 300)
  if (disk === undefined) return
  const { dataDir } = disk
  const worker = startWorker({ DATA_DIR: dataDir, SECRET_KEY: SECRET, LOG_LEVEL: 'info' }, 'pipe')
  try {
    for await (const line of createInterface({ input: worker.process.stderr! }))
      if (line.includes('the service is up')) break
    const server = Number(
      readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
    )
    disk.fill(0)
    await worker.stop()
    assert.equal(worker.process.exitCode, 0)
    // Who adopts it takes a moment to see that it has ended.
    await until(() => !isThere(server))
  } finally {
    await worker.kill()
    disk.remove()
  }
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH')
    return false
  }
}
