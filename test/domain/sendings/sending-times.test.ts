/** When a sending begins: another time, the zone of each, a share each day, not at all. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { saveField } from '../../../src/domain/demographics/demographics.sql.ts'
import { changeTime } from '../../../src/domain/sendings/live/change-time.ts'
import { makeSending } from '../../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../../src/domain/sendings/plan-sending.ts'
import { sendingProgress } from '../../../src/domain/sendings/progress.ts'
import { cancelSending, undoSending } from '../../../src/domain/sendings/steer-sending.ts'
import { WORK } from '../../../src/domain/work/work-kinds.ts'
import { DAY, HOUR, orderOf, planned, withSetup } from './audience-setup.ts'

describe('a sending', { concurrency: 2 }, () => {
  test('changes its time until it has begun, and that of its samples', () =>
    withSetup(10, async setup => {
      const { store, accountId, ask } = setup
      const dueAt = new Date(Date.now() + DAY)
      const later = new Date(dueAt.getTime() + HOUR)
      const id = await makeSending(store, accountId, orderOf(setup, { dueAt, zone: 'UTC' }))
      await changeTime(store, accountId, id, { dueAt: later, zone: 'Europe/Berlin' })
      const due = async (of: number) =>
        (await ask('select due_at, zone from sendings where id = $1', [of])).map(
          ([at, zone]) => `${new Date(at!).toISOString()} ${zone}`,
        )
      assert.deepEqual(await due(id), [`${later.toISOString()} Europe/Berlin`])
      const [mark] = await ask('select due from work where kind = $1 and source_id = $2', [
        WORK.plan,
        id,
      ])
      assert.equal(new Date(mark![0]!).getTime(), later.getTime())
      const variants = [{ subject: 'A' }, { subject: 'B', dueAt: later }]
      const split = { share: 50, by: 'clicks' as const, waitMinutes: 60, variants }
      const test = await makeSending(store, accountId, orderOf(setup, { dueAt, split }))
      const parts = await ask('select id from sendings where parent_id = $1 order by id', [test])
      await changeTime(store, accountId, test, { dueAt: later, zone: 'UTC' })
      const after = (millis: number) => [`${new Date(later.getTime() + millis).toISOString()} UTC`]
      for (const [at, part] of [...parts.map(([part]) => Number(part)), test].entries())
        assert.deepEqual(await due(part), after(at * HOUR))
      const now = { dueAt: new Date(), zone: 'UTC' }
      await changeTime(store, accountId, id, now)
      await planSending(store, accountId, id, HOUR)
      await assert.rejects(changeTime(store, accountId, id, now), /can't be changed/)
      await assert.rejects(changeTime(store, accountId, 999, now), /no sending 999/)
      await assert.rejects(changeTime(store, accountId, Number(parts[0]![0]), now), /sample/)
    }))

  test('reaches each at their local time, or a share each day', () =>
    withSetup(100, async setup => {
      const { ask, store, accountId } = setup
      await saveField(store, { accountId, number: 1, name: 'Zone', type: 'text', choices: [] })
      await ask("update subscribers set fields = array['Asia/Tokyo'] where id <= 20")
      await ask("update subscribers set fields = array['', 'x'] where id = 21")
      await ask(
        "update subscribers set fields = array['america/new_york'] where id between 30 and 39",
      )
      const zone = 'Europe/Stockholm'
      const at = '2099-03-10 09:00'
      const local = { field: 1, at }
      const { sendingId } = await planned(setup, { zone, local })
      const dueOf = async (id: number, of = sendingId) =>
        new Date(
          (
            await ask('select next_try_at from deliveries where id = $1 and source_id = $2', [
              id,
              of,
            ])
          )[0]![0]!,
        ).toISOString()
      assert.equal(await dueOf(1), '2099-03-10T00:00:00.000Z')
      assert.equal(await dueOf(21), '2099-03-10T08:00:00.000Z')
      // The clocks have changed there and not here.
      assert.equal(await dueOf(30), '2099-03-10T13:00:00.000Z')
      // The clocks of Stockholm leave out 02:30, which becomes 03:30; in autumn the first counts.
      const changes: [at: string, here: string, tokyo: string, newYork: string][] = [
        ['2099-03-29 02:30', '03-29T01:30', '03-28T17:30', '03-29T06:30'],
        ['2099-10-25 02:30', '10-25T00:30', '10-24T17:30', '10-25T06:30'],
      ]
      for (const [day, ...due] of changes) {
        const { sendingId: of } = await planned(setup, { zone, local: { field: 1, at: day } })
        // Who moves on the day gets it when it was planned, and once.
        await ask("update subscribers set fields = array['Asia/Tokyo'] where id = 21")
        assert.deepEqual(
          [await dueOf(21, of), await dueOf(1, of), await dueOf(30, of)],
          due.map(time => `2099-${time}:00.000Z`),
        )
        await ask("update subscribers set fields = array['', 'x'] where id = 21")
      }
      // A field needs no name to hold a zone.
      const unnamed = await planned(setup, { zone, local: { field: 7, at: '2099-03-10 09:00' } })
      assert.equal(await dueOf(1, unnamed.sendingId), await dueOf(2, unnamed.sendingId))
      for (const field of [0, 101])
        await assert.rejects(
          planned(setup, { zone, local: { field, at: '2099-03-10 09:00' } }),
          (error: { reason?: string }) => error.reason === 'no-such-field',
        )
      const past = await planned(setup, { zone, local: { field: 1, at: '2001-03-10 09:00' } })
      assert.ok(new Date(await dueOf(1, past.sendingId)).getTime() <= Date.now() + 1_000)
      const parts = await planned(setup, { zone, sharePerDay: 30 })
      const rows = await ask(
        'select extract(epoch from next_try_at - now())::int / 86000, count(*) from deliveries ' +
          'where source_id = $1 group by 1 order by 1',
        [parts.sendingId],
      )
      assert.deepEqual(
        rows.map(([day]) => Number(day)),
        [0, 1, 2, 3],
      )
      for (const [day, count] of rows)
        assert.ok(Math.abs(Number(count) - (day === '3' ? 10 : 30)) < 16, `${day}: ${count}`)
    }))

  test('is not planned once it was undone, and never undone once planned', () =>
    withSetup(3, async setup => {
      const { store, accountId } = setup
      const later = orderOf(setup, { dueAt: new Date(Date.now() + DAY) })
      const sendingId = await makeSending(store, accountId, later)
      await undoSending(store, accountId, sendingId)
      assert.equal(await planSending(store, accountId, sendingId, HOUR), undefined)
      const { state, counts } = await sendingProgress(store, accountId, sendingId)
      assert.deepEqual([state, counts], ['cancelled', {}])
      const begun = await planned(setup)
      await assert.rejects(undoSending(store, accountId, begun.sendingId), /It has begun/)
      await cancelSending(store, accountId, begun.sendingId)
    }))
})
