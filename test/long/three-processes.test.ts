/**
 * One process for the web and two that work, on one PostgreSQL: no one gets an email twice, people
 * who leave get none, the relay's rate is shared.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openKeys } from '../../src/domain/keys/keys.ts'
import { keepDefaultRoute } from '../../src/domain/routes/routes.sql.ts'
import { livingWorkers } from '../../src/domain/routes/workers.sql.ts'
import { findSending } from '../../src/domain/sendings/sendings.sql.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { messageTokens } from '../../src/mail/links/links.ts'
import { macKey } from '../../src/mail/links/signing.ts'
import { freePort } from '../support/free-port.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { databaseUrl, startWorker, type WorkerProcess } from '../support/worker-process.ts'

const PEOPLE = 3000
const RATE = 200
/**
 * The rate is looked at over so many seconds; each worker may have saved up a second's worth of its
 * share.
 */
const SPAN = 5
const LEAVING = 50

test('one web and two worker processes on one store', async () => {
  const setup = await sendingSetup(PEOPLE)
  const { store, accountId, ask } = setup
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-three-'))
  const sink = await startSink({ keep: 0 })
  const port = await freePort()
  const env = {
    DATABASE_URL: databaseUrl(setup.connection),
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET,
    PUBLIC_URL: 'https://mail.example.test',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
  }
  const processes: WorkerProcess[] = []
  try {
    await keepDefaultRoute(store, {})
    await ask('update routes set rate_per_second = $1::float8 where id = 0', [RATE])
    processes.push(
      startWorker({ ...env, ROLES: 'web', PORT: String(port) }),
      startWorker(env),
      startWorker(env),
    )
    while (!(await reaches(port)) || (await livingWorkers(store, {})).count < 2) await pause(50)
    // Both know of each other when they next look at the routes.
    await pause(2500)

    const sendingId = await setup.send()
    const workers = new Set<string>()
    const samples: [millis: number, messages: number][] = []
    let left: string[] | undefined
    for (let state = ''; state !== 'finished'; await pause(50)) {
      samples.push([performance.now(), sink.seen.messages])
      for (const [worker] of await ask('select distinct worker from claims')) workers.add(worker!)
      if (left === undefined && sink.seen.messages > PEOPLE / 10) left = await someLeave(sendingId)
      state = (await findSending(store, { accountId, sendingId }))?.state ?? ''
    }

    const expected = new Set(Array.from({ length: PEOPLE }, (_, i) => `p${i + 1}@example.test`))
    for (const email of left ?? []) expected.delete(email)
    const twice = [...sink.counts].filter(([, count]) => count > 1)
    assert.deepEqual(twice, [])
    assert.deepEqual(new Set(sink.counts.keys()), expected)
    assert.deepEqual(
      await ask(
        "select state, coalesce(reason, ''), count(*) from deliveries group by 1, 2 order by 1",
      ),
      [
        ['accepted', '', String(PEOPLE - LEAVING)],
        ['withdrawn', 'unsubscribed', String(LEAVING)],
      ],
    )
    assert.equal(workers.size, 2, 'both workers took part')
    const most = mostWithin(samples, SPAN * 1000)
    // Workers that don't share the rate reach twice as many. On a busy machine a worker whose
    // heartbeat is late is not counted for some seconds.
    assert.ok(most <= 1.7 * RATE * SPAN, `${most} emails within ${SPAN} s at ${RATE} a second`)
  } finally {
    await Promise.all(processes.map(one => one.stop()))
    await sink.stop()
    await setup.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }

  /** One click each, at the web process, of people whose turn has not come. */
  async function someLeave(sendingId: number): Promise<string[]> {
    const keys = await openKeys(store, createSealer(SECRET))
    const { id: keyId, secret } = keys.newest()
    const key = macKey(keyId, secret)
    const ids = Array.from({ length: LEAVING }, (_, i) => PEOPLE - 10 * i)
    await Promise.all(
      ids.map(async id => {
        const { unsubscribe } = messageTokens(
          { accountId, of: 'sending', ofId: sendingId, id },
          key,
        )
        const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
        const answer = await fetch(`http://127.0.0.1:${port}/u/${unsubscribe}`, {
          method: 'POST',
          body,
        })
        assert.equal(answer.status, 200)
        await answer.arrayBuffer()
      }),
    )
    keys.close()
    return ids.map(id => `p${id}@example.test`)
  }
})

/** The largest number of emails that came within so many milliseconds. */
function mostWithin(samples: [millis: number, messages: number][], millis: number): number {
  let most = 0
  let first = 0
  for (const [at, messages] of samples) {
    while (samples[first]![0] < at - millis) first++
    most = Math.max(most, messages - samples[first]![1])
  }
  return most
}

const reaches = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
