/**
 * A sending on its way: everybody once, consent asked again at the last moment, steered by a
 * person, recovered after a death.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  claimDeliveries,
  handOver,
  lapsedClaims,
  recoverClaim,
  settleDeliveries,
} from '../../src/domain/deliveries/deliveries.sql.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import type { Refusal } from '../../src/domain/refusal.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import {
  cancelSending,
  confirmSending,
  pauseSending,
  resumeSending,
  retrySending,
} from '../../src/domain/sendings/steer-sending.ts'
import { unsubscribePerson } from '../../src/domain/subscribers/person-consent.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

type Setup = Awaited<ReturnType<typeof sendingSetup>>

const HOUR = 3_600_000
const ALL_MEASURED = { opensUnmeasured: [], clicksUnmeasured: [] }

async function withSetup(people: number, work: (setup: Setup) => Promise<void>): Promise<void> {
  const setup = await sendingSetup(people)
  try {
    await work(setup)
  } finally {
    await setup.drop()
  }
}

const outOf = (email: string) => ({ email, reason: 'asked', listText: '', sendingText: '' })

describe('a sending', { concurrency: 3 }, () => {
  test('reaches everybody on the list once, personalised, and is finished', () =>
    withSetup(300, async ({ send, startWorkers, store, accountId }) => {
      const sink = await startSink({ keep: 300 })
      const workers = await startWorkers(sink.port)
      const sendingId = await send()
      await until(
        async () => (await sendingProgress(store, accountId, sendingId)).state === 'finished',
      )
      await workers.stop()
      assert.equal(sink.counts.size, 300)
      assert.ok([...sink.counts.values()].every(count => count === 1))
      const message = sink.messages.find(({ rcpts }) => rcpts[0]!.includes('<p7@example.test>'))!
      assert.match(message.bytes.toString(), /^Subject: News for P7\r$/m)
      assert.match(
        message.bytes.toString(),
        /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m,
      )
      const progress = await sendingProgress(store, accountId, sendingId)
      assert.deepEqual(
        [progress.candidates, progress.planned, progress.counts],
        [300, 300, { accepted: 300 }],
      )
      await sink.stop()
    }))

  test('leaves out the opted out, unsubscribed, undeliverable and complained, and counts them by reason', () =>
    withSetup(10, async ({ send, store, accountId, listId, ask }) => {
      await optOut(store, accountId, outOf('p1@example.test'))
      await unsubscribePerson(store, accountId, 2, listId, 'page')
      await ask('update subscribers set undeliverable_since = now() where id = 3')
      await ask('update subscribers set complained_at = now() where id in (4, 5)')
      const sendingId = await send()
      assert.deepEqual(await planSending(store, accountId, sendingId, HOUR), {
        candidates: 8,
        planned: 5,
      })
      const progress = await sendingProgress(store, accountId, sendingId)
      assert.deepEqual(progress.leftOut, { undeliverable: 1, complained: 2 })
      // Planned by another worker already: nothing is planned twice.
      assert.equal(await planSending(store, accountId, sendingId, HOUR), undefined)
    }))

  test('asks consent, lease and state again before each email', () =>
    withSetup(6, async ({ send, store, accountId, listId }) => {
      const sendingId = await send()
      await planSending(store, accountId, sendingId, HOUR)
      const worker = randomUUID()
      const claimId = randomUUID()
      const source = { accountId, sourceKind: 1 as const, sourceId: sendingId }
      const claiming = { ...source, worker, leaseSeconds: 3_600, most: 10 }
      assert.equal((await claimDeliveries(store, { ...claiming, claimId })).length, 6)
      const second = randomUUID()
      assert.deepEqual(await claimDeliveries(store, { ...claiming, claimId: second }), [])
      await optOut(store, accountId, outOf('p2@example.test'))
      await unsubscribePerson(store, accountId, 3, listId, 'one-click')
      const mark = {
        accountId,
        sendingId,
        listIds: [listId],
        claimId,
        routeId: 0,
        test: false,
        ...ALL_MEASURED,
      }
      // Another worker's claim is not ours to send.
      assert.deepEqual(await handOver(store, { ...mark, worker: randomUUID(), ids: [1] }), [])
      const marked = await handOver(store, { ...mark, worker, ids: [1, 2, 3] })
      assert.deepEqual(Object.fromEntries(marked.map(row => [row.id, row.mayGo])), {
        1: true,
        2: false,
        3: false,
      })
      // An email that was marked is not marked a second time.
      assert.deepEqual(await handOver(store, { ...mark, worker, ids: [1] }), [])
      assert.deepEqual(await pauseSending(store, accountId, sendingId), { onTheirWay: 1 })
      assert.deepEqual(await handOver(store, { ...mark, worker, ids: [4, 5] }), [])
      await resumeSending(store, accountId, sendingId)
      // The pause gave back what was claimed: a new claim takes it, and the old one is refused.
      assert.deepEqual(await handOver(store, { ...mark, worker, ids: [4] }), [])
      assert.equal((await claimDeliveries(store, { ...claiming, claimId: second })).length, 3)
      const going = await handOver(store, { ...mark, claimId: second, worker, ids: [4] })
      assert.equal(going.length, 1)
      assert.deepEqual((await sendingProgress(store, accountId, sendingId)).counts, {
        claimed: 2,
        'handed over': 2,
        withdrawn: 2,
      })
    }))

  test('what a dead worker had handed over is uncertain, what it had not goes back; a late reply of the dead changes nothing', () =>
    withSetup(4, async ({ send, store, accountId, listId, ask }) => {
      const sendingId = await send()
      await planSending(store, accountId, sendingId, HOUR)
      const worker = randomUUID()
      const claimId = randomUUID()
      const source = { accountId, sourceKind: 1 as const, sourceId: sendingId }
      await claimDeliveries(store, {
        ...source,
        claimId,
        worker,
        leaseSeconds: 3_600,
        most: 10,
      })
      await handOver(store, {
        accountId,
        sendingId,
        listIds: [listId],
        claimId,
        worker,
        routeId: 0,
        test: false,
        ...ALL_MEASURED,
        ids: [1, 2],
      })
      assert.deepEqual(await lapsedClaims(store, {}), [])
      await ask("update claims set leased_until = now() - interval '1 second'")
      assert.equal((await lapsedClaims(store, {})).length, 1)
      assert.deepEqual(await recoverClaim(store, { accountId, claimId, retryUncertain: true }), {
        back: 2,
        uncertain: 2,
      })
      // Another worker takes email 1 again; then the first one wakes up with the reply it had got.
      const next = { claimId: randomUUID(), worker: randomUUID() }
      const again = await claimDeliveries(store, {
        ...source,
        ...next,
        leaseSeconds: 3_600,
        most: 10,
      })
      assert.equal(again.length, 4)
      await handOver(store, {
        accountId,
        sendingId,
        listIds: [listId],
        ...next,
        routeId: 0,
        test: false,
        ...ALL_MEASURED,
        ids: [1],
      })
      const late = {
        ids: [1],
        tries: [1],
        states: ['accepted'],
        replies: ['250 ok'],
        reasons: [null],
        nextTries: [null as unknown as Date],
        unspent: [0],
        providers: ['Gmail'],
        providerOutcomes: ['accepted'],
        routeIds: [1],
        providerReplies: [''],
        part: 0,
      }
      const { settled } = await settleDeliveries(store, { ...source, ...late, doneClaims: [] })
      assert.equal(settled, 0)
      assert.deepEqual(await ask('select * from provider_days'), [])
      assert.deepEqual(
        await ask('select id, state, attempts, was_uncertain from deliveries order by id'),
        [
          ['1', 'handed over', '2', 't'],
          ['2', 'claimed', '1', 't'],
          ['3', 'claimed', '0', 'f'],
          ['4', 'claimed', '0', 'f'],
        ],
      )
    }))

  test('is paused, resumed, cancelled, retried and confirmed by a person, and refuses what makes no sense', () =>
    withSetup(20, async ({ send, startWorkers, store, accountId, ask }) => {
      const sink = await startSink({
        tricks: [{ at: 'rcpt', do: 'reply', reply: '550 5.1.1 unknown', about: 'p7@' }],
      })
      const sendingId = await send()
      await pauseSending(store, accountId, sendingId)
      const workers = await startWorkers(sink.port)
      await pause(800)
      assert.equal(sink.counts.size, 0)
      await resumeSending(store, accountId, sendingId)
      await until(
        async () => (await sendingProgress(store, accountId, sendingId)).state === 'finished',
      )
      assert.deepEqual((await sendingProgress(store, accountId, sendingId)).counts, {
        accepted: 19,
        bounced: 1,
      })
      await assert.rejects(
        confirmSending(store, accountId, sendingId),
        (error: Refusal) => error.reason === 'not-now',
      )
      await assert.rejects(
        pauseSending(store, accountId, 999),
        (error: Refusal) => error.reason === 'no-such-sending',
      )
      sink.tell([])
      assert.equal(await retrySending(store, accountId, sendingId, ['bounced']), 1)
      await until(
        async () => (await sendingProgress(store, accountId, sendingId)).counts.accepted === 20,
      )
      assert.equal(sink.counts.get('p7@example.test'), 1)

      await workers.stop()
      const second = await send()
      await ask("update sendings set due_at = now() - interval '5 hours' where id = $1", [second])
      const others = await startWorkers(sink.port)
      await until(
        async () => (await sendingProgress(store, accountId, second)).state === 'unconfirmed',
      )
      assert.match((await sendingProgress(store, accountId, second)).standstill!, /confirm/)
      await cancelSending(store, accountId, second)
      assert.equal((await sendingProgress(store, accountId, second)).state, 'cancelled')
      await others.stop()
      assert.equal(sink.counts.size, 20)
      await sink.stop()
    }))

  test('a person who opts out while it runs gets nothing from that moment', () =>
    withSetup(400, async ({ send, startWorkers, store, accountId, ask }) => {
      const sink = await startSink()
      await ask(
        'insert into routes (id, name, sealed_url, priority, rate_per_second) values (0, ' +
          "'default', '', 50, 150)",
      )
      const workers = await startWorkers(sink.port)
      const sendingId = await send()
      await until(async () => sink.counts.size > 20)
      const left: string[] = []
      for (let i = 400; i > 0 && left.length < 25; i -= 3) {
        const email = `p${i}@example.test`
        await optOut(store, accountId, outOf(email))
        left.push(email)
      }
      // What was already marked as handed over may still arrive; all others get nothing.
      const gone = new Set(
        (await ask("select email from deliveries where state in ('accepted', 'handed over')")).map(
          ([email]) => email,
        ),
      )
      await until(
        async () => (await sendingProgress(store, accountId, sendingId)).state === 'finished',
      )
      await workers.stop()
      const reached = left.filter(email => sink.counts.has(email) && !gone.has(email))
      assert.deepEqual(reached, [])
      const { counts } = await sendingProgress(store, accountId, sendingId)
      assert.ok((counts.withdrawn ?? 0) > 0)
      assert.equal((counts.accepted ?? 0) + (counts.withdrawn ?? 0), 400)
      await sink.stop()
    }))
})
