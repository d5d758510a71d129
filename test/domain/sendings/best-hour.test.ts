/** Sendings at the best hour of each: by their own opens and clicks, else by that of most. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answer } from '../../../src/domain/measuring/answer.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { setAccountQuiet } from '../../../src/domain/quiet-hours/rules.ts'
import { hourStarts } from '../../../src/domain/sendings/audience/best-hour.ts'
import { orderedAudience } from '../../../src/domain/sendings/audience/order.ts'
import { plannedMoments } from '../../../src/domain/sendings/audience/planned-moments.ts'
import { liveProgress } from '../../../src/domain/sendings/live/live-progress.ts'
import { makeSending } from '../../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../../src/domain/sendings/plan-sending.ts'
import { clockSpans } from '../../../src/lib/zone-changes.ts'
import { formatInZone, momentInZone } from '../../../src/lib/zones.ts'
import { type Habit, withHabits } from '../../support/habits.ts'
import { DAY, HOUR, orderOf, withSetup } from './audience-setup.ts'

const ZONE = 'Europe/Stockholm'
/** 13:20 there. */
const DUE = new Date('2099-01-10T12:20:00Z')
const BEGUN = new Date(DUE.getTime() - 150 * DAY)

type Setup = Parameters<Parameters<typeof withSetup>[1]>[0]

/** Opens at times of the day, of days before and after the clocks changed in autumn. */
const openedAt = (person: number, times: string[], more: Partial<Habit> = {}): Habit => ({
  person,
  opens: times.map(
    (time, i) => momentInZone(`2098-${i % 2 === 0 ? '10-0' : '12-0'}${i + 1} ${time}`, ZONE)!,
  ),
  ...more,
})

/** Planned as it is due. Says when a person's email is due, on the clock of the sending. */
async function plannedFor(setup: Setup, more: Parameters<typeof orderOf>[1] = {}, at = DUE) {
  const { store, accountId, ask } = setup
  const order = orderOf(setup, { zone: ZONE, bestHour: {}, ...more, dueAt: at })
  const id = await makeSending(store, accountId, order)
  const audience = await orderedAudience(store, accountId, order)
  const { listId, local: _local, sharePerDay: _share, ...rest } = order
  const plan = await plannedMoments(store, accountId, audience, {
    listId,
    zone: ZONE,
    due: at,
    anyHour: rest.anyHour ?? false,
    bestHour: rest.bestHour!,
  })
  await planSending(store, accountId, id, HOUR, at)
  const rows = await ask('select id, next_try_at from deliveries where source_id = $1', [id])
  const moments = new Map(rows.map(([of, due]) => [Number(of), new Date(due!)]))
  return {
    id,
    plan: plan!,
    moments,
    due: (of: number) => formatInZone(moments.get(of)!, ZONE).slice(8, 16),
  }
}

/** So many more people open at six in the evening. */
const evening = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => openedAt(from + i, ['18:30', '18:01', '18:59']))

describe('a sending at the best hour of each', { concurrency: 2 }, () => {
  test('is planned by own opens and clicks of measured people, others as most', () =>
    withSetup(40, async setup => {
      const { store, accountId, ask } = setup
      await ask("update subscribers set fields = array['Asia/Tokyo'] where id in (8, 9)")
      const tokyo = (at: string) => momentInZone(`2098-11-0${at} 07:15`, 'Asia/Tokyo')!
      await withHabits(setup, BEGUN, [
        ...evening(21, 40),
        openedAt(1, ['06:20', '06:59', '06:00', '20:00']),
        openedAt(2, ['09:10', '07:10', '09:10', '07:10']),
        openedAt(3, ['05:00', '05:00']),
        openedAt(4, ['05:00', '05:00', '05:00'], { verdict: 'scanner' }),
        openedAt(5, ['05:00', '05:00', '05:00'], { verdict: 'privacy prefetch' }),
        openedAt(6, ['05:00', '05:00', '05:00']),
        openedAt(7, ['13:00', '13:59'], { clicks: true }),
        { person: 8, opens: ['1', '2', '3'].map(tokyo) },
        openedAt(10, ['12:59', '12:10', '12:10']),
        openedAt(11, ['14:00', '14:10', '14:10'], { verdict: 'image proxy' }),
      ])
      const said = { words: 'May we?', way: 'email' as const }
      await answer(store, accountId, 6, { opens: false, ...said })
      const { due, plan, moments, id } = await plannedFor(setup, { bestHour: { field: 1 } })
      assert.deepEqual(
        [1, 2, 10, 11].map(due),
        ['11 06:00', '11 07:00', '11 12:00', '10 14:00'],
        'the hour of most, the earlier of two, tomorrow, today',
      )
      assert.equal(due(7), '10 13:20', 'within the hour: as it begins')
      for (const one of [3, 4, 5, 6, 12, 30]) assert.equal(due(one), '10 18:00', `person ${one}`)
      // 07:00 in Tokyo; of whom nothing is known, the hour of most on their own clock.
      assert.deepEqual([due(8), due(9)], ['10 23:00', '11 10:00'])
      assert.deepEqual(plan.bestHour, { own: 26, others: 14, usual: 18, estimated: false })
      const byHour = new Map<number, number>()
      for (const at of moments.values()) {
        const hour = Math.floor(at.getTime() / HOUR) * HOUR
        byHour.set(hour, (byHour.get(hour) ?? 0) + 1)
      }
      const counted = plan.moments.map(({ at, people }) => [at.getTime(), people])
      assert.deepEqual(
        counted,
        [...byHour].sort(([a], [b]) => a - b),
        'as it was shown before',
      )
      const latest = Math.max(...[...moments.values()].map(at => at.getTime()))
      assert.equal(plan.last?.getTime(), latest)
      assert.ok(latest - DUE.getTime() <= DAY)
      const people = { listId: setup.listId, zone: ZONE, due: DUE, anyHour: false, people: 400_000 }
      const audience = await orderedAudience(store, accountId, orderOf(setup))
      const large = await plannedMoments(store, accountId, audience, { ...people, bestHour: {} })
      assert.equal(large!.bestHour!.estimated, true)
      const sum = large!.moments.reduce((all, one) => all + one.people, 0)
      assert.ok(Math.abs(sum - 400_000) < 100, `in proportion: ${sum}`)
      const { waits } = await liveProgress(store, accountId, id)
      assert.equal(
        waits.reduce((sum, { people }) => sum + people, 0),
        40,
      )
    }))

  test('of which too little is known begins at once; declined and erased hits are gone', () =>
    withSetup(22, async setup => {
      const { store, accountId } = setup
      const nothing = await plannedFor(setup)
      assert.deepEqual(nothing.plan.bestHour, {
        own: 0,
        others: 22,
        usual: undefined,
        estimated: false,
      })
      assert.equal(nothing.due(1), '10 13:20')
      await withHabits(setup, BEGUN, evening(1, 20))
      assert.equal((await plannedFor(setup)).due(22), '10 18:00')
      const said = { words: 'May we?', way: 'email' as const }
      await answer(store, accountId, 1, { clicks: false, ...said })
      const few = await plannedFor(setup)
      assert.equal(few.plan.bestHour!.own, 19)
      assert.deepEqual([1, 2, 22].map(few.due), ['10 13:20', '10 18:00', '10 13:20'])
      await answer(store, accountId, 1, { clicks: true, ...said })
      assert.equal((await plannedFor(setup)).due(1), '10 18:00')
      await erase(store, accountId, 'p2@example.test')
      const without = await plannedFor(setup)
      assert.equal(without.plan.bestHour!.own, 19)
      assert.equal(without.moments.has(2), false)
      // Emails of half a year ago tell nothing.
      const later = await plannedFor(setup, {}, new Date(BEGUN.getTime() + 181 * DAY))
      assert.equal(later.plan.bestHour!.own, 0)
    }))

  test('waits for the end of quiet hours; at any hour it does not', () =>
    withSetup(2, async setup => {
      const { store, accountId } = setup
      await withHabits(setup, BEGUN, [openedAt(1, ['23:10', '23:10', '23:10'])])
      await setAccountQuiet(store, accountId, { from: 22 * 60, until: 8 * 60, zone: ZONE })
      const { due, plan } = await plannedFor(setup)
      assert.deepEqual([due(1), due(2)], ['11 08:00', '10 13:20'])
      assert.equal(plan.waits, 1)
      assert.equal((await plannedFor(setup, { anyHour: true })).due(1), '10 23:00')
    }))

  test('a field that is none is refused', () =>
    withSetup(1, async setup => {
      const order = orderOf(setup, { bestHour: { field: 101 } })
      await assert.rejects(makeSending(setup.store, setup.accountId, order), /no data field DD101/)
    }))
})

describe('when the clock shows an hour next', () => {
  test('it is within a day, also as the clocks change', () => {
    for (const day of ['2099-03-28', '2099-03-29', '2099-10-24', '2099-10-25', '2099-06-01'])
      for (let minute = 0; minute < 24 * 60; minute += 30) {
        const due = new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000)
        const starts = hourStarts(due, ZONE)
        assert.equal(starts.length, 25)
        assert.deepEqual(starts[24], due)
        for (const [hour, at] of starts.slice(0, 24).entries()) {
          const wait = at.getTime() - due.getTime()
          assert.ok(wait >= 0 && wait <= DAY, `${due.toISOString()} ${hour}`)
          const shown = Number(formatInZone(at, ZONE).slice(11, 13))
          const isSkipped = at.toISOString() === '2099-03-29T01:00:00.000Z' && hour === 2
          assert.equal(shown, isSkipped ? 3 : hour)
        }
      }
  })

  test('of an hour that it shows twice the first is taken', () => {
    const due = new Date('2099-10-24T12:00:00Z')
    assert.equal(hourStarts(due, ZONE)[2]!.toISOString(), '2099-10-25T00:00:00.000Z')
  })

  test('changes of the clock are found to the minute', () => {
    const [from, until] = [new Date('2098-08-01T00:07:00Z'), new Date('2099-04-30T00:00:00Z')]
    assert.deepEqual(
      clockSpans(ZONE, from, until).map(one => [one.from.toISOString().slice(0, 16), one.offset]),
      [
        ['2098-08-01T00:07', 120],
        ['2098-10-26T01:00', 60],
        ['2099-03-29T01:00', 120],
      ],
    )
    assert.deepEqual(clockSpans('+05:30', from, until), [{ from, offset: 330 }])
  })
})
