/** Sendings that have ended are counted once; a late outcome has them counted anew. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applyReports } from '../../../src/domain/bounces/apply-reports.ts'
import { complaintRates } from '../../../src/domain/bounces/bounces.sql.ts'
import { countSendings } from '../../../src/domain/deliveries/count-sendings.ts'
import { figuresOf } from '../../../src/domain/reports/sendings/figures.ts'
import { retrySending } from '../../../src/domain/sendings/steer-sending.ts'
import { countEnded } from '../../../src/workers/ledger.ts'
import { endedSending } from '../../support/ended-sending.ts'

const RULES = { softLimit: 5, softDays: 30 }
const PEOPLE = 12

async function withSending(
  work: (setup: Awaited<ReturnType<typeof endedSending>> & Reading) => Promise<void>,
) {
  const setup = await endedSending(PEOPLE)
  const { store, accountId, sendingId, ask } = setup
  const reading = {
    rates: async () =>
      (await complaintRates(store, { accountId, since: new Date(0) })).map(
        ({ sendingId, routeId, accepted, complaints }) => [
          sendingId,
          routeId,
          accepted,
          complaints,
        ],
      ),
    counts: async () =>
      (await figuresOf(store, accountId, [sendingId], false)).get(sendingId)!.counts,
    isCounted: async () =>
      (await ask('select counted_at is not null from sending_counts'))[0]![0] === 't',
    report: (kind: 'hard' | 'complaint', deliveryId: number) => ({
      messageId: null,
      sentMessage: { sourceKind: 1 as const, sourceId: sendingId, deliveryId },
      identity: 'token',
      judgements: [
        { kind, class: 'bad-mailbox', status: '5.1.1', recipient: undefined, reply: '', rule: 'r' },
      ],
      receivedAt: new Date(),
    }),
  }
  try {
    await work({ ...setup, ...reading })
  } finally {
    await setup.drop()
  }
}

interface Reading {
  rates(): Promise<(number | null)[][]>
  counts(): Promise<Record<string, number>>
  isCounted(): Promise<boolean>
  report(kind: 'hard' | 'complaint', deliveryId: number): Parameters<typeof applyReports>[3][number]
}

describe('the counts of an ended sending', () => {
  test('say what the ledger says, and pages read them instead of it', () =>
    withSending(async ({ store, accountId, sendingId, ask, rates, counts, isCounted }) => {
      const live = [await rates(), await counts()]
      assert.deepEqual(live, [[[sendingId, 0, PEOPLE, 0]], { accepted: 10, bounced: 2 }])
      // Within the hour bounces are many, and it is not counted yet.
      await ask("update sendings set finished_at = now() - interval '10 minutes'")
      assert.equal(await countEnded(store), false)
      await ask("update sendings set finished_at = now() - interval '2 hours'")
      assert.equal(await countEnded(store), true)
      assert.equal(await countEnded(store), false)
      assert.ok(await isCounted())
      assert.deepEqual([await rates(), await counts()], live)
      await ask('delete from deliveries')
      assert.deepEqual([await rates(), await counts()], live)
      assert.equal(await countSendings(store, accountId), 0)
    }))

  test('are made anew after a bounce, and with a complaint', () =>
    withSending(async ({ store, accountId, sendingId, rates, counts, isCounted, report }) => {
      const told = (kind: 'hard' | 'complaint', id: number) =>
        store.transact(tx => applyReports(store, tx, accountId, [report(kind, id)], RULES), {})
      await countSendings(store, accountId)
      await told('hard', 5)
      assert.ok(!(await isCounted()))
      assert.deepEqual(await counts(), { accepted: 9, bounced: 3 })
      await countSendings(store, accountId)
      assert.deepEqual(await counts(), { accepted: 9, bounced: 3 })
      await told('complaint', 6)
      // Changes no outcome.
      assert.ok(await isCounted())
      assert.deepEqual(await rates(), [[sendingId, 0, PEOPLE, 1]])
    }))

  test('wait for a bounce whose transaction is open', () =>
    withSending(async ({ store, accountId, counts, isCounted, report }) => {
      let counting: Promise<number> | undefined
      await store.transact(async tx => {
        await applyReports(store, tx, accountId, [report('hard', 5)], RULES)
        counting = countSendings(store, accountId)
        // Until it waits for the lock of this transaction.
        for (;;) {
          const { rows } = await store.run(
            { name: '', text: 'select 1 from pg_locks where not granted', again: true },
            [],
          )
          if (rows.length > 0) break
        }
      }, {})
      assert.equal(await counting, 1)
      assert.ok(await isCounted())
      assert.deepEqual(await counts(), { accepted: 9, bounced: 3 })
    }))

  test('end with a retry, and are not made while the outcome of an email is open', () =>
    withSending(async ({ store, accountId, sendingId, ask, counts, isCounted }) => {
      await countSendings(store, accountId)
      assert.equal(await retrySending(store, accountId, sendingId, ['bounced']), 2)
      assert.ok(!(await isCounted()))
      assert.deepEqual(await counts(), { accepted: 10, planned: 2 })
      assert.equal(await countSendings(store, accountId), 0, 'it is under way')
      // A cancelled one with an email in the hands of a worker that has died.
      await ask("update sendings set state = 'cancelled', finished_at = now() - interval '2 hours'")
      await ask("update deliveries set state = 'handed over', next_try_at = null where id <= 2")
      assert.equal(await countSendings(store, accountId), 0)
      await ask("update deliveries set state = 'uncertain', changed_at = now() where id <= 2")
      assert.equal(await countSendings(store, accountId), 0)
      await ask("update deliveries set changed_at = now() - interval '8 days' where id <= 2")
      assert.equal(await countSendings(store, accountId), 1)
      assert.deepEqual(await counts(), { accepted: 10, uncertain: 2 })
    }))
})
