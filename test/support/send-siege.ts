/** Workers killed with kill -9 while they send to a relay that misbehaves. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { SECRET, sendingSetup } from './sending.ts'
import { startSink } from './smtp-sink.ts'
import type { Trick } from './smtp-tricks.ts'
import { databaseUrl, startWorker } from './worker-process.ts'

export const WORKERS = 3

export const envFor = (connection: pg.ClientConfig, dataDir: string, port: number) => ({
  DATABASE_URL: databaseUrl(connection),
  DATA_DIR: dataDir,
  SECRET_KEY: SECRET,
  PUBLIC_URL: 'https://mail.example.test',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  UNCERTAIN_MAX: '50',
  LEASE_SECONDS: '3',
})

export interface Siege {
  people: number
  tricks: Trick[]
  offers?: string[]
  /** Seconds at most. */
  rounds: number
  kills: number
  /** At work at once. */
  atWork?: number
  /** Begins another sending than one to everybody, now. */
  begin?: (setup: Awaited<ReturnType<typeof sendingSetup>>) => Promise<unknown>
}

/** Sends while workers are killed, then compares the ledger with what the relay got. */
export async function killedWhile({
  people: all,
  tricks,
  offers,
  rounds,
  kills,
  atWork = WORKERS,
  begin = ({ send }) => send(),
}: Siege): Promise<void> {
  const people = Math.round(all * Number(process.env.TEST_SCALE ?? 1))
  const setup = await sendingSetup(people)
  const { ask, connection, drop } = setup
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-kill-'))
  const sink = await startSink({ keep: 0, tricks, ...(offers && { offers }) })
  const env = envFor(connection, dataDir, sink.port)
  let workers = [] as ReturnType<typeof startWorker>[]
  const tried = async () =>
    Number(
      (
        await ask(
          "select count(*) from deliveries where state not in ('planned', 'claimed', " +
            "'handed over')",
        )
      )[0]![0],
    )
  try {
    // Slow enough that a busy machine finds emails in hand to kill for.
    await ask(`insert into routes (id, name, sealed_url, priority, rate_per_second)
      values (0, 'default', '', 50, 50)`)
    await begin(setup)
    workers = Array.from({ length: atWork }, () => startWorker(env))
    const inHand = async () =>
      Number(
        (
          await ask("select count(*) from deliveries where state in ('claimed', 'handed over')")
        )[0]![0],
      )
    const most = kills
    for (let round = 0; round < rounds && (await tried()) < people * 0.97; round++) {
      // The first is killed with emails in hand, however few there are.
      if (round > 0) await pause(1000)
      else for (let waits = 0; waits < 6000 && (await inHand()) === 0; waits++) await pause(10)
      if (kills === 0 || (rounds > 20 && round % 2 === 1)) continue
      kills--
      const victim = round % atWork
      await workers[victim]!.kill()
      workers[victim] = startWorker(env)
    }
    assert.ok(most === 0 || kills < most, 'nobody was killed')
    // What the killed had in hand is taken over when their leases lapse.
    sink.tell([])
    sink.hangUp()
    for (let waits = 0; waits < 1500 && (await inHand()) > 0; waits++) await pause(200)
    await Promise.all(workers.map(worker => worker.stop()))

    const rows = await ask(
      'select email, state, was_uncertain, coalesce(reply, reason), next_try_at is not null ' +
        'from deliveries',
    )
    assert.equal(rows.length, people)
    for (const [email, state, uncertain, why, waits] of rows) {
      const count = sink.counts.get(email!) ?? 0
      assert.ok(
        count <= 1 || uncertain === 't',
        `${email} got it ${count} times and was never uncertain`,
      )
      assert.ok(count <= 2, `${email} got it ${count} times`)
      if (state === 'accepted') assert.ok(count > 0, `${email} is accepted and got nothing`)
      // Whoever has not got it either waits for another try or has a reason.
      else assert.ok(waits === 't' || why !== null, `${email} is ${state} without a reason`)
      if (state === 'bounced' && uncertain === 'f')
        assert.equal(count, 0, `${email} bounced and got it`)
    }
  } finally {
    for (const worker of workers) await worker.kill()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
