/** Sendings and quiet hours: planned for their end, put off as they begin, by zone. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  ANY_HOUR,
  quietRuleOf,
  setAccountQuiet,
  setListQuiet,
} from '../../../src/domain/quiet-hours/rules.ts'
import { orderedAudience } from '../../../src/domain/sendings/audience/order.ts'
import { plannedMoments } from '../../../src/domain/sendings/audience/planned-moments.ts'
import { liveProgress } from '../../../src/domain/sendings/live/live-progress.ts'
import { makeSending } from '../../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../../src/domain/sendings/plan-sending.ts'
import { putOffQuiet } from '../../../src/domain/sendings/quiet-sendings.ts'
import { cancelSending } from '../../../src/domain/sendings/steer-sending.ts'
import { WORK } from '../../../src/domain/work/work-kinds.ts'
import { HOUR, listOf, orderOf, withSetup } from './audience-setup.ts'

const NIGHT = { from: 22 * 60, until: 8 * 60, zone: 'Europe/Stockholm' }
const ZONED = { ...NIGHT, zoneField: 1 }

type Setup = Parameters<Parameters<typeof withSetup>[1]>[0]

/** By zone, ids of subscribers: 1 to 5 Tokyo, 6 to 10 New York, others none. */
async function zoned({ ask }: Setup) {
  await ask("update subscribers set fields = array['Asia/Tokyo'] where id <= 5")
  await ask("update subscribers set fields = array[' america/New_York '] where id between 6 and 10")
  await ask("update subscribers set fields = array['nowhere'] where id = 11")
}

/** Made for a moment, and planned as it is that moment. */
async function plannedAt(setup: Setup, at: string, more: Parameters<typeof orderOf>[1] = {}) {
  const { store, accountId, ask } = setup
  const dueAt = new Date(at)
  const order = orderOf(setup, { ...more, dueAt })
  const id = await makeSending(store, accountId, order)
  await planSending(store, accountId, id, HOUR, dueAt)
  const due = async (of: number) => {
    const rows = await ask('select next_try_at from deliveries where id = $1 and source_id = $2', [
      of,
      id,
    ])
    return rows[0]![0] === null ? null : new Date(rows[0]![0]!).toISOString().slice(0, 16)
  }
  return { id, due, order }
}

describe('quiet hours of sendings', { concurrency: 2 }, () => {
  test('the narrowest rule holds; the whole day and unknown zones are refused', () =>
    withSetup(1, async setup => {
      const { store, accountId, listId } = setup
      const other = await listOf(setup, 'Other', 1, 1)
      const holds = async (of = listId) => (await quietRuleOf(store, accountId, of))?.from
      assert.equal(await holds(), undefined)
      await setAccountQuiet(store, accountId, NIGHT)
      await setListQuiet(store, accountId, other, { ...NIGHT, from: 1 })
      assert.deepEqual([await holds(), await holds(other)], [22 * 60, 1])
      await setListQuiet(store, accountId, other, ANY_HOUR)
      assert.equal(await holds(other), undefined)
      await setListQuiet(store, accountId, other, undefined)
      assert.equal(await holds(other), 22 * 60)
      const refused: [object, RegExp][] = [
        [{ from: 60, until: 60 }, /at least an hour/],
        [{ from: 0, until: 23 * 60 + 1 }, /at least an hour/],
        [{ zone: 'Mars/Olympus' }, /no such time zone/],
        [{ zoneField: 101 }, /no data field DD101/],
      ]
      for (const [wrong, says] of refused) {
        await assert.rejects(setAccountQuiet(store, accountId, { ...NIGHT, ...wrong }), says)
        await assert.rejects(setListQuiet(store, accountId, other, { ...NIGHT, ...wrong }), says)
      }
      await assert.rejects(setListQuiet(store, accountId, 999, NIGHT), /no list 999/)
      assert.deepEqual(await quietRuleOf(store, accountId, other), NIGHT)
      await setAccountQuiet(store, accountId, undefined)
      assert.equal(await holds(other), undefined)
    }))

  test('emails wait for their end, in the zone of each; the plan says so before', () =>
    withSetup(20, async setup => {
      const { store, accountId, listId, ask } = setup
      await zoned(setup)
      await setAccountQuiet(store, accountId, ZONED)
      const at = '2099-01-10T20:00:00Z'
      const { id, due, order } = await plannedAt(setup, at)
      // 05:00 in Tokyo, 15:00 in New York, 21:00 in Stockholm.
      assert.deepEqual(
        [await due(1), await due(6), await due(11), await due(12)],
        ['2099-01-10T23:00', '2099-01-10T20:00', '2099-01-10T20:00', '2099-01-10T20:00'],
      )
      const audience = await orderedAudience(store, accountId, order)
      const times = { listId, zone: '+01:00', due: new Date(at), anyHour: false }
      const plan = await plannedMoments(store, accountId, audience, times)
      assert.deepEqual(plan, {
        quiet: ZONED,
        waits: 5,
        moments: [
          { at: new Date(at), people: 15 },
          { at: new Date('2099-01-10T23:00:00Z'), people: 5 },
        ],
        last: new Date('2099-01-10T23:00:00Z'),
      })
      const { waits } = await liveProgress(store, accountId, id)
      assert.deepEqual(
        waits.map(({ until, people }) => [new Date(until).toISOString().slice(0, 16), people]),
        [
          ['2099-01-10T20:00', 15],
          ['2099-01-10T23:00', 5],
        ],
      )
      const any = await plannedAt(setup, at, { anyHour: true })
      assert.equal(await any.due(1), await any.due(12))
      assert.equal(
        await plannedMoments(store, accountId, audience, { ...times, anyHour: true }),
        undefined,
      )
      // A local time within them waits as well; in the zone of the sending's own field.
      await ask("update subscribers set fields[2] = 'Asia/Kolkata' where id = 6")
      const local = { field: 2, at: '2099-01-12 06:00' }
      const early = await plannedAt(setup, '2099-01-11T16:00:00Z', { zone: 'UTC', local })
      assert.deepEqual(
        [await early.due(6), await early.due(1)],
        ['2099-01-12T02:30', '2099-01-12T08:00'],
      )
      // A share each day that falls into them.
      const shares = await plannedAt(setup, '2099-01-10T23:30:00Z', { sharePerDay: 50 })
      const days = await ask(
        'select distinct next_try_at from deliveries where source_id = $1 and id > 10 order by 1',
        [shares.id],
      )
      assert.deepEqual(
        days.map(([day]) => new Date(day!).toISOString().slice(0, 16)),
        ['2099-01-11T07:00', '2099-01-12T07:00'],
      )
    }))

  test('an hour that the clock skips, and one that it shows twice', () =>
    withSetup(3, async setup => {
      const { store, accountId } = setup
      await setAccountQuiet(store, accountId, { ...NIGHT, until: 2 * 60 + 30 })
      const spring = await plannedAt(setup, '2099-03-28T22:00:00Z')
      assert.equal(await spring.due(1), '2099-03-29T01:30')
      const autumn = await plannedAt(setup, '2099-10-24T22:00:00Z')
      assert.equal(await autumn.due(1), '2099-10-25T00:30')
      const twice = await plannedAt(setup, '2099-10-25T01:10:00Z')
      assert.equal(await twice.due(1), '2099-10-25T01:30')
    }))

  test('as they begin, what was not handed over waits; others go on', () =>
    withSetup(20, async setup => {
      const { store, accountId, ask } = setup
      await zoned(setup)
      await setAccountQuiet(store, accountId, ZONED)
      // 20:00 in Stockholm, 14:00 in New York, 04:00 in Tokyo.
      const { id, due } = await plannedAt(setup, '2099-01-10T19:00:00Z')
      const marked = async () => {
        const rows = await ask('select due from work where kind = $1 and source_id = $2', [
          WORK.quiet,
          id,
        ])
        return rows.map(([at]) => new Date(at!).toISOString().slice(0, 16))
      }
      await ask("update deliveries set state = 'accepted', next_try_at = null where id = 12")
      await ask("update deliveries set state = 'claimed', next_try_at = null where id in (13, 7)")
      await ask(
        `insert into claims (account_id, id, source_kind, source_id, worker, ids, leased_until)
         values ($1, gen_random_uuid(), 1, $2, gen_random_uuid(), array[7, 13], now() + interval '1 hour')`,
        [accountId, id],
      )
      // Deferred until within them; and until after them.
      await ask("update deliveries set next_try_at = '2099-01-10T23:00Z' where id = 14")
      await ask("update deliveries set next_try_at = '2099-01-11T09:00Z' where id = 15")
      assert.equal(await putOffQuiet(store, accountId, id, new Date('2099-01-10T20:59:00Z')), 0)
      // Where they begin next.
      assert.deepEqual(await marked(), ['2099-01-10T21:00'])
      const count = await putOffQuiet(store, accountId, id, new Date('2099-01-10T21:00:00Z'))
      assert.equal(count, 8)
      assert.deepEqual(await marked(), ['2099-01-10T21:05'])
      const all = await Promise.all([1, 6, 11, 12, 14, 15].map(of => due(of)))
      assert.deepEqual(all, [
        '2099-01-10T23:00',
        '2099-01-10T19:00',
        '2099-01-11T07:00',
        null,
        '2099-01-11T07:00',
        '2099-01-11T09:00',
      ])
      // A worker had these two in hand: one waits, the other is to go at once.
      assert.equal(await due(13), '2099-01-11T07:00')
      assert.ok(new Date(`${await due(7)}Z`).getTime() < Date.now() + HOUR)
      assert.equal(await putOffQuiet(store, accountId, id, new Date('2099-01-10T21:05:00Z')), 0)
      await cancelSending(store, accountId, id)
      assert.equal(await putOffQuiet(store, accountId, id), 0)
      assert.deepEqual(await marked(), [])
    }))
})
