/**
 * An A/B test: samples, a winner by people's opens and clicks, and exactly one email for each
 * person.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { resultsOf } from '../../src/domain/reports/sendings/ab-results.ts'
import { chooseWinner, decideWinner } from '../../src/domain/reports/sendings/choose-winner.ts'
import { liveProgress } from '../../src/domain/sendings/live/live-progress.ts'
import { makeSending, type SplitOrder } from '../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { samplesOf } from '../../src/domain/sendings/sendings.sql.ts'
import {
  cancelSending,
  pauseSending,
  resumeSending,
  setSendingRate,
  undoSending,
} from '../../src/domain/sendings/steer-sending.ts'
import type { Hit } from '../../src/domain/tracking/hit.ts'
import { newBatch, recordBatch } from '../../src/domain/tracking/record-hit.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

type Setup = Awaited<ReturnType<typeof sendingSetup>>

const HOUR = 3_600_000
const SUBJECTS = ['Look at this', 'News from the garden']

async function withSetup(people: number, work: (setup: Setup) => Promise<void>): Promise<void> {
  const setup = await sendingSetup(people)
  try {
    await work(setup)
  } finally {
    await setup.drop()
  }
}

const testOf = (
  { store, accountId, newsletterId, listId }: Setup,
  split: Partial<SplitOrder> = {},
  moreLists: number[] = [],
) =>
  makeSending(store, accountId, {
    newsletterId,
    listId,
    moreLists,
    dueAt: new Date(),
    zone: '+01:00',
    split: {
      share: 40,
      by: 'clicks',
      waitMinutes: 60,
      variants: SUBJECTS.map(subject => ({ subject })),
      ...split,
    },
  })

/** As if the wait were over. */
async function waitOver({ ask }: Setup, sendingId: number): Promise<void> {
  await ask('update sendings set due_at = now() where id = $1', [sendingId])
  await ask("update work set due = now() where kind = 'plan' and source_id = $1", [sendingId])
}

let lastHit = 0

async function clicks(
  { store, accountId }: Setup,
  sendingId: number,
  ids: number[],
  verdict: Hit['verdict'],
): Promise<void> {
  const hits = ids.map(
    (deliveryId): Hit => ({
      accountId,
      id: ++lastHit,
      kind: 'click',
      source: 'sending',
      sourceId: sendingId,
      deliveryId,
      link: 1,
      at: Date.now(),
      verdict,
      reason: 'test',
      agent: 'browser',
      network: '',
    }),
  )
  await recordBatch(store, newBatch(accountId, hits))
}

async function accepted({ ask, store, accountId }: Setup, sendingId: number): Promise<number[]> {
  await planSending(store, accountId, sendingId, HOUR)
  await ask(
    "update deliveries set state = 'accepted', next_try_at = null, changed_at = now() " +
      'where source_id = $1',
    [sendingId],
  )
  await ask("update sendings set state = 'finished' where id = $1", [sendingId])
  const rows = await ask('select id from deliveries where source_id = $1 order by id', [sendingId])
  return rows.map(([id]) => Number(id))
}

describe('an A/B test', { concurrency: 2 }, () => {
  test('sends the winner of people to the rest, in spite of clicks by machines', () =>
    withSetup(300, async setup => {
      const { store, accountId, ask, startWorkers } = setup
      const sink = await startSink({ keep: 300 })
      const list = { name: 'Second', fromName: 'Shop', fromEmail: 'shop@example.test' }
      const plain = { description: '', characterSet: '' }
      const second = await makeList(store, accountId, { ...list, ...plain })
      // Some are on the second list only, some on both.
      await ask('update subscriptions set list_id = $1 where subscriber_id between 200 and 220', [
        second,
      ])
      await ask(
        'insert into subscriptions (account_id, subscriber_id, list_id) select $1, i, $2 ' +
          'from generate_series(221, 230) i',
        [accountId, second],
      )
      const workers = await startWorkers(sink.port)
      const sendingId = await testOf(setup, {}, [second])
      const samples = await samplesOf(store, { accountId, sendingId })
      const states = async () =>
        (await ask('select state from sendings order by id')).map(([state]) => state)
      await until(async () => (await states()).join() === 'scheduled,finished,finished')
      const people = await Promise.all(
        samples.map(async ({ id }) =>
          (await ask('select id from deliveries where source_id = $1', [id])).map(row =>
            Number(row[0]),
          ),
        ),
      )
      assert.ok(people.every(({ length }) => length > 30 && length < 90))
      assert.equal(sink.counts.size, people.flat().length)
      await clicks(setup, samples[0]!.id, people[0]!.slice(0, 30), 'scanner')
      await clicks(setup, samples[1]!.id, people[1]!.slice(0, 5), 'person')
      const waiting = await liveProgress(store, accountId, sendingId)
      assert.match(waiting.standstill ?? '', /A\/B test/)
      assert.deepEqual([waiting.all, waiting.split?.winner], [people.flat().length, undefined])
      await waitOver(setup, sendingId)
      await until(async () => (await states()).join() === 'finished,finished,finished')
      await workers.stop()
      assert.equal(sink.counts.size, 300)
      assert.ok([...sink.counts.values()].every(count => count === 1))
      const subjects = sink.messages.map(({ bytes }) => /^Subject: (.*)\r$/m.exec(`${bytes}`)?.[1])
      assert.equal(subjects.filter(one => one === SUBJECTS[0]).length, people[0]!.length)
      const result = await resultsOf(store, accountId, samples, { by: 'clicks' })
      assert.deepEqual([result.best, result.clear], [1, true])
      assert.equal(result.variants[0]!.people, 0)
      await sink.stop()
    }))

  test('waits for samples and for hits to be judged; a tie goes to the first; once only', () =>
    withSetup(100, async setup => {
      const { store, accountId, ask } = setup
      const sendingId = await testOf(setup, { share: 100 })
      const [first, second] = await samplesOf(store, { accountId, sendingId })
      await waitOver(setup, sendingId)
      assert.equal(await decideWinner(store, accountId, sendingId), false, 'no sample has begun')
      assert.equal(await planSending(store, accountId, sendingId, HOUR), undefined)
      await assert.rejects(chooseWinner(store, accountId, sendingId, 1), /not begun/)
      const one = await accepted(setup, first!.id)
      await planSending(store, accountId, second!.id, HOUR)
      assert.equal(await decideWinner(store, accountId, sendingId), false, 'emails wait')
      const two = await accepted(setup, second!.id)
      assert.deepEqual(
        [...one, ...two].sort((a, b) => a - b),
        Array.from({ length: 100 }, (_, i) => i + 1),
      )
      await ask(
        `insert into hit_suspicions (account_id, source_kind, source_id, delivery_id, reason,
           from_at, until_at, agent, network, due)
         values ($1, 1, $2, 1, 'sweep', now(), now(), '', '', now())`,
        [accountId, second!.id],
      )
      assert.equal(await decideWinner(store, accountId, sendingId), false, 'hits wait')
      await ask('delete from hit_suspicions')
      assert.equal(await decideWinner(store, accountId, sendingId), true)
      const { split } = await liveProgress(store, accountId, sendingId)
      assert.equal(split?.winner, 0)
      await assert.rejects(chooseWinner(store, accountId, sendingId, 1), /chosen already/)
      // All had an email of a sample: nobody is left, and nobody gets a second one.
      const rest = await planSending(store, accountId, sendingId, HOUR)
      assert.deepEqual([rest?.candidates, rest?.planned], [0, 0])
    }))

  test('counts the measured, and where they are too few nobody wins', () =>
    withSetup(100, async setup => {
      const { store, accountId, ask } = setup
      const sendingId = await testOf(setup, { share: 50 })
      const samples = await samplesOf(store, { accountId, sendingId })
      const people = await Promise.all(samples.map(({ id }) => accepted(setup, id)))
      const unmeasured = (sendingId: number, ids: number[]) =>
        ask(
          'update deliveries set opens_unmeasured = true, clicks_unmeasured = true ' +
            'where source_id = $1 and id = any ($2::bigint[])',
          [sendingId, ids],
        )
      const results = () => resultsOf(store, accountId, samples, { by: 'clicks' })
      await unmeasured(samples[1]!.id, people[1]!.slice(4))
      await clicks(setup, samples[0]!.id, people[0]!.slice(0, 2), 'person')
      await clicks(setup, samples[1]!.id, people[1]!.slice(0, 2), 'person')
      const [first, second] = (await results()).variants
      assert.deepEqual([first!.measured, second!.measured], [people[0]!.length, 4])
      assert.equal(second!.delivered, people[1]!.length)
      assert.deepEqual([(await results()).tooFew, second!.score], [false, 0.5])
      assert.equal((await results()).best, 1)
      await unmeasured(samples[1]!.id, people[1]!.slice(1))
      assert.deepEqual([(await results()).tooFew, (await results()).clear], [true, false])
      await waitOver(setup, sendingId)
      assert.equal(await decideWinner(store, accountId, sendingId), true)
      const { split } = await liveProgress(store, accountId, sendingId)
      assert.deepEqual([split?.winner, split?.undecided], [0, 'too few measured'])
    }))

  test('is paused, resumed, slowed, cancelled and undone as a whole; a person may choose', () =>
    withSetup(60, async setup => {
      const { store, accountId, ask } = setup
      const sendingId = await testOf(setup)
      const samples = await samplesOf(store, { accountId, sendingId })
      const states = async () =>
        (await ask('select state from sendings order by id')).map(([state]) => state).join()
      await pauseSending(store, accountId, sendingId)
      assert.equal(await states(), 'paused,paused,paused')
      await resumeSending(store, accountId, sendingId)
      assert.equal(await states(), 'scheduled,scheduled,scheduled')
      await setSendingRate(store, accountId, sendingId, 60)
      const rates = await ask('select per_minute from sendings order by id')
      assert.deepEqual(rates.flat().map(Number), [60, 30, 30])
      for (const { id } of samples) await accepted(setup, id)
      await assert.rejects(undoSending(store, accountId, sendingId), /It has begun/)
      await chooseWinner(store, accountId, sendingId, 1)
      assert.ok((await planSending(store, accountId, sendingId, HOUR))!.planned > 20)
      const [row] = await ask("select message->>'subject' from sendings where id = $1", [sendingId])
      assert.equal(row![0], SUBJECTS[1])
      await cancelSending(store, accountId, sendingId)
      const all = await ask('select count(*), count(distinct id) from deliveries')
      assert.deepEqual(all[0]!.map(Number), [60, 60])
      const other = await testOf(setup)
      await undoSending(store, accountId, other)
      const [undone] = await ask("select count(*) from sendings where state = 'cancelled'")
      assert.equal(Number(undone![0]), 4)
    }))

  test('refuses variants that are the same, empty, too many, or written wrongly', () =>
    withSetup(1, async setup => {
      const refused = (split: Partial<SplitOrder>, says: RegExp) =>
        assert.rejects(testOf(setup, split), says)
      await refused({ variants: [{ subject: 'A' }, { subject: 'A' }] }, /the same/)
      await refused({ variants: [{ subject: 'A' }] }, /2 to 5/)
      await refused({ variants: [{ subject: 'A' }, { subject: ' ' }] }, /subject/)
      await refused({ variants: [{ subject: 'A' }, { subject: '{{ nobody }}' }] }, /nobody/)
      await refused({ variants: [{ subject: 'A' }, { fromEmail: 'x' }] }, /address/)
      await refused({ variants: [{ subject: 'A' }, { newsletterId: 99 }] }, /newsletter 99/)
      await refused({ share: 0 }, /share/)
      await refused({ waitMinutes: 0 }, /minute/)
    }))
})
