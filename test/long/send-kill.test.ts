/** Workers killed again and again while they send: nobody is missed but who the ledger says so of, and twice at most those that it calls uncertain. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { startSink, type Trick } from '../support/smtp-sink.ts'
import { databaseUrl, startWorker } from '../support/worker-process.ts'

const RECIPIENTS = Math.round(5000 * Number(process.env.TEST_SCALE ?? 1))
const WORKERS = 3

const envFor = (connection: pg.ClientConfig, dataDir: string, port: number) => ({
  DATABASE_URL: databaseUrl(connection),
  DATA_DIR: dataDir,
  SECRET_KEY: SECRET,
  PUBLIC_URL: 'https://mail.example.test',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  UNCERTAIN_MAX: '50',
  LEASE_SECONDS: '3',
})

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
    const deadline = Date.now() + 120_000
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

    const once = new Set((await ask('select email from deliveries where was_uncertain')).map(([email]) => email))
    // Whose letter was in the hands of two that were killed: it is not tried a third time.
    const twice = new Set(
      (await ask("select email from deliveries where state = 'uncertain' and attempts = 2")).map(([email]) => email),
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
      'an uncertain letter was tried once only',
    )
    console.log(
      `${RECIPIENTS} letters, ${kills} kills, ${once.size} once uncertain, ${[...sink.counts.values()].filter(n => n > 1).length} twice`,
    )
  } finally {
    for (const worker of workers) await worker.kill()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** Everything that a relay can do wrong, a little of each. */
const TRICKS: Trick[] = [
  { at: 'dot', do: 'lose', chance: 0.02 },
  { at: 'data', do: 'cut', chance: 0.02 },
  { at: 'content', do: 'cut', chance: 0.01 },
  { at: 'rcpt', do: 'reply', reply: '450 4.2.0 greylisted', chance: 0.05 },
  { at: 'rcpt', do: 'reply', reply: '550 5.1.1 no such user', chance: 0.05 },
  { at: 'dot', do: 'reply', reply: '552 5.3.4 message too big', chance: 0.02 },
  { at: 'mail', do: 'bye', reply: '421 4.3.2 closing', chance: 0.01 },
  { at: 'dot', do: 'reply', reply: 'what?', chance: 0.01 },
]

test('kill -9 of workers while the relay misbehaves in every way, a little of each', () =>
  killedWhile({ people: 1500, tricks: TRICKS, rounds: 60, kills: 10 }))

/** Each on its own, with two letters of five: what a relay does only now and then is what confuses a sender. */
const sometimes = (at: Trick['at'], how: Trick['do'], reply?: string): Trick[] => [
  { at, do: how, chance: 0.4, ...(reply !== undefined && { reply }) },
]

const ALONE: { name: string; tricks: Trick[]; offers?: string[] }[] = [
  ...(['greeting', 'ehlo', 'mail', 'rcpt', 'data', 'dot'] as const).map(at => ({
    name: `hangs at ${at}`,
    tricks: sometimes(at, 'hang'),
  })),
  { name: 'lies about SIZE', tricks: [], offers: ['PIPELINING', 'SIZE 10'] },
  { name: 'offers a STARTTLS that breaks', tricks: sometimes('starttls', 'cut'), offers: ['PIPELINING', 'STARTTLS'] },
  { name: 'answers garbage', tricks: sometimes('dot', 'reply', 'what?') },
  { name: 'closes after DATA', tricks: sometimes('data', 'cut') },
  { name: 'takes the letter and closes', tricks: sometimes('dot', 'lose') },
  { name: 'answers 421', tricks: sometimes('mail', 'bye', '421 4.3.2 closing') },
  { name: 'answers 450', tricks: sometimes('rcpt', 'reply', '450 4.2.0 greylisted') },
  { name: 'answers 550', tricks: sometimes('rcpt', 'reply', '550 5.1.1 no such user') },
  { name: 'answers 552', tricks: sometimes('dot', 'reply', '552 5.3.4 message too big') },
]

for (const { name, ...relay } of ALONE)
  test(`kill -9 of workers while the relay ${name}`, () => killedWhile({ ...relay, people: 200, rounds: 5, kills: 5 }))

interface Siege {
  people: number
  tricks: Trick[]
  offers?: string[]
  /** Seconds at most. */
  rounds: number
  kills: number
}

async function killedWhile({ people: all, tricks, offers, rounds, kills }: Siege): Promise<void> {
  const people = Math.round(all * Number(process.env.TEST_SCALE ?? 1))
  const { ask, connection, send, drop } = await sendingSetup(people)
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-kill-'))
  const sink = await startSink({ keep: 0, tricks, ...(offers && { offers }) })
  const env = envFor(connection, dataDir, sink.port)
  let workers = [] as ReturnType<typeof startWorker>[]
  const tried = async () =>
    Number((await ask("select count(*) from deliveries where state not in ('planned', 'claimed', 'handed over')"))[0]![0])
  try {
    await send()
    workers = Array.from({ length: WORKERS }, () => startWorker(env))
    const inHand = async () =>
      Number((await ask("select count(*) from deliveries where state in ('claimed', 'handed over')"))[0]![0])
    const most = kills
    for (let round = 0; round < rounds && (await tried()) < people * 0.97; round++) {
      // The first is killed with letters in hand, however few there are.
      if (round > 0) await pause(1000)
      else for (let waits = 0; waits < 500 && (await inHand()) === 0; waits++) await pause(10)
      if (kills === 0 || (rounds > 20 && round % 2 === 1)) continue
      kills--
      const victim = round % WORKERS
      await workers[victim]!.kill()
      workers[victim] = startWorker(env)
    }
    assert.ok(most === 0 || kills < most, 'nobody was killed')
    // What the killed had in hand is taken over when their leases lapse.
    sink.tell([])
    sink.hangUp()
    for (let waits = 0; waits < 100 && (await inHand()) > 0; waits++) await pause(200)
    await Promise.all(workers.map(worker => worker.stop()))

    const rows = await ask('select email, state, was_uncertain, coalesce(reply, reason), next_try_at is not null from deliveries')
    assert.equal(rows.length, people)
    for (const [email, state, uncertain, why, waits] of rows) {
      const count = sink.counts.get(email!) ?? 0
      assert.ok(count <= 1 || uncertain === 't', `${email} got it ${count} times and was never uncertain`)
      assert.ok(count <= 2, `${email} got it ${count} times`)
      if (state === 'accepted') assert.ok(count > 0, `${email} is accepted and got nothing`)
      // Whoever has not got it either waits for another try or has a reason.
      else assert.ok(waits === 't' || why !== null, `${email} is ${state} without a reason`)
      if (state === 'bounced' && uncertain === 'f') assert.equal(count, 0, `${email} bounced and got it`)
    }
  } finally {
    for (const worker of workers) await worker.kill()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
