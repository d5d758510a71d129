/**
 * Workers killed while an A/B test chooses its winner and sends it: no one gets two emails but
 * those that the ledger calls uncertain, the rest gets the winner, and emails that were withdrawn
 * stay unsent.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { samplesOf } from '../../src/domain/sendings/sendings.sql.ts'
import { undoSending } from '../../src/domain/sendings/steer-sending.ts'
import type { Hit } from '../../src/domain/tracking/hit.ts'
import { newBatch, recordBatch } from '../../src/domain/tracking/record-hit.ts'
import { envFor } from '../support/send-siege.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { startWorker } from '../support/worker-process.ts'

const PEOPLE = Math.round(900 * Number(process.env.TEST_SCALE ?? 1))
const SUBJECTS = ['Machines like this', 'People like this']
const WORKERS = 2

test('kill -9 of workers while the winner of an A/B test is chosen and sent', async () => {
  const setup = await sendingSetup(PEOPLE)
  const { store, ask, accountId, newsletterId, listId, connection, drop } = setup
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-kill-'))
  const sink = await startSink({ keep: 3 * PEOPLE })
  const env = envFor(connection, dataDir, sink.port)
  let workers = [] as ReturnType<typeof startWorker>[]
  const order = { newsletterId, listId, zone: '+01:00' }
  const restart = async (victim: number) => {
    await workers[victim]!.kill()
    workers[victim] = startWorker(env)
  }
  try {
    // Slow enough that a busy machine finds emails in hand to kill for.
    await ask(`insert into routes (id, name, sealed_url, priority, rate_per_second)
      values (0, 'default', '', 50, 100)`)
    const undone = await makeSending(store, accountId, {
      ...order,
      dueAt: new Date(Date.now() + 1_000),
    })
    await undoSending(store, accountId, undone)
    const variants = SUBJECTS.map(subject => ({ subject }))
    const split = { share: 30, by: 'clicks' as const, waitMinutes: 600, variants }
    const sendingId = await makeSending(store, accountId, { ...order, dueAt: new Date(), split })
    const samples = await samplesOf(store, { accountId, sendingId })
    workers = Array.from({ length: WORKERS }, () => startWorker(env))
    const states = async () =>
      (await ask('select state from sendings where id >= $1 order by id', [sendingId])).flat()
    const until = async (wanted: string) => {
      for (let tries = 0; (await states()).join() !== wanted; tries++) {
        assert.ok(tries < 3_000, `${await states()}`)
        await pause(100)
      }
    }
    await until('scheduled,finished,finished')
    let hitId = 0
    for (const { id, variant } of samples) {
      const rows = await ask('select id from deliveries where source_id = $1', [id])
      // All by machines in the one, some by people in the other.
      const hits = rows.slice(0, variant === 0 ? rows.length : 20).map(
        ([deliveryId]): Hit => ({
          accountId,
          id: ++hitId,
          kind: 'click',
          source: 'sending',
          sourceId: id,
          deliveryId: Number(deliveryId),
          link: 1,
          at: Date.now(),
          agent: '',
          network: '',
          verdict: variant === 0 ? 'scanner' : 'person',
          reason: 'test',
        }),
      )
      await recordBatch(store, newBatch(accountId, hits))
    }
    await ask('update sendings set due_at = now() where id = $1', [sendingId])
    await ask("update work set due = now() where kind = 'plan' and source_id = $1", [sendingId])
    // While it is decided and planned, whoever does it.
    await pause(Math.random() * 150)
    await Promise.all(workers.map((_, victim) => restart(victim)))
    const rest = async () =>
      Number(
        (
          await ask("select count(*) from deliveries where source_id = $1 and state = 'accepted'", [
            sendingId,
          ])
        )[0]![0],
      )
    let kills = WORKERS
    for (let round = 0; round < 60 && (await rest()) < PEOPLE * 0.6; round++) {
      if ((await rest()) > 0 && kills < 8) {
        await restart(round % WORKERS)
        kills++
      }
      await pause(400)
    }
    assert.ok(kills > WORKERS, 'nobody was killed while the winner was sent')
    await until('finished,finished,finished')
    await Promise.all(workers.map(worker => worker.stop()))

    const rows = await ask('select source_id, id, email, state, was_uncertain from deliveries')
    assert.equal(rows.length, PEOPLE)
    assert.equal(new Set(rows.map(([, id]) => id)).size, PEOPLE, 'an email to each, of one sending')
    assert.ok(rows.every(([source]) => Number(source) !== undone))
    const subjectOf = new Map<string, Set<string>>()
    for (const { rcpts, bytes } of sink.messages) {
      const email = /<(.*)>/.exec(rcpts[0]!)![1]!
      const subject = /^Subject: (.*)\r$/m.exec(bytes.toString())![1]!
      subjectOf.set(email, (subjectOf.get(email) ?? new Set()).add(subject))
    }
    for (const [source, , email, state, uncertain] of rows) {
      const count = sink.counts.get(email!) ?? 0
      assert.ok(count <= (uncertain === 't' ? 2 : 1), `${email} got it ${count} times`)
      if (state === 'accepted') assert.ok(count > 0, `${email} is accepted and got nothing`)
      const variant = samples.find(({ id }) => id === Number(source))?.variant ?? 1
      if (count > 0) assert.deepEqual([...subjectOf.get(email!)!], [SUBJECTS[variant]])
    }
  } finally {
    for (const worker of workers) await worker.kill()
    await sink.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
