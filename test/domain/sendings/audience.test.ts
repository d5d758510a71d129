/** An audience counted before it is planned, and planned: the same numbers, no one twice. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFunnel } from '../../../src/actions/sendings/audience-funnel.ts'
import { saveField } from '../../../src/domain/demographics/demographics.sql.ts'
import { addNamedFilter } from '../../../src/domain/filters/save-filter.ts'
import { makeList } from '../../../src/domain/lists/add-list.ts'
import { chooseWinner } from '../../../src/domain/reports/sendings/choose-winner.ts'
import { sendingOfReport, wholeFigures } from '../../../src/domain/reports/sendings/figures.ts'
import { countAudience } from '../../../src/domain/sendings/audience/count-audience.ts'
import { type AudienceOrder, orderedAudience } from '../../../src/domain/sendings/audience/order.ts'
import { changeTime } from '../../../src/domain/sendings/live/change-time.ts'
import { makeSending, type NewSending } from '../../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../../src/domain/sendings/plan-sending.ts'
import { sendingProgress } from '../../../src/domain/sendings/progress.ts'
import { cancelSending, undoSending } from '../../../src/domain/sendings/steer-sending.ts'
import {
  consentOfMessage,
  leaveByMessage,
  returnByMessage,
} from '../../../src/domain/subscribers/message-consent.ts'
import { WORK } from '../../../src/domain/work/work-kinds.ts'
import { sendingSetup } from '../../support/sending.ts'

type Setup = Awaited<ReturnType<typeof sendingSetup>>

const HOUR = 3_600_000
const DAY = 24 * HOUR

async function withSetup(people: number, work: (setup: Setup) => Promise<void>): Promise<void> {
  const setup = await sendingSetup(people)
  try {
    await work(setup)
  } finally {
    await setup.drop()
  }
}

async function listOf({ store, accountId, ask }: Setup, name: string, from: number, to: number) {
  const list = { name, fromName: 'Shop', fromEmail: 'shop@example.test', description: '' }
  const listId = await makeList(store, accountId, { ...list, characterSet: '' })
  await ask(
    'insert into subscriptions (account_id, subscriber_id, list_id) select $1, i, $2 from ' +
      'generate_series($3::int, $4::int) i',
    [accountId, listId, from, to],
  )
  return listId
}

const orderOf = (setup: Setup, more: Partial<NewSending> = {}): NewSending => ({
  newsletterId: setup.newsletterId,
  listId: setup.listId,
  dueAt: new Date(),
  zone: '+01:00',
  ...more,
})

/** Counted, then planned: the numbers must be equal. Returns who gets an email. */
async function planned(setup: Setup, more: Partial<NewSending> = {}) {
  const { store, accountId, ask } = setup
  const order = orderOf(setup, more)
  const audience = await orderedAudience(store, accountId, order)
  const count = await countAudience(store, accountId, audience)
  const sendingId = await makeSending(store, accountId, order)
  const plan = await planSending(store, accountId, sendingId, HOUR)
  assert.equal(plan?.planned, count.willGet)
  const sum = count.leftOut.reduce((all, { people }) => all + people, 0)
  assert.equal(count.members, sum + count.willGet, 'the funnel adds up')
  const { leftOut } = await sendingProgress(store, accountId, sendingId)
  const before = ['repeated', 'unsubscribed']
  const same = count.leftOut.filter(({ reason }) => !before.includes(reason))
  assert.deepEqual(Object.fromEntries(same.map(one => [one.reason, one.people])), leftOut)
  const rows = await ask('select id from deliveries where source_id = $1 order by id', [sendingId])
  return { sendingId, count, ids: rows.map(([id]) => Number(id)) }
}

describe('an audience', { concurrency: 2 }, () => {
  test('of several lists, without excluded ones, by a filter: as it was counted', () =>
    withSetup(40, async setup => {
      const { store, accountId, ask, listId } = setup
      const second = await listOf(setup, 'Second', 31, 40)
      const third = await listOf(setup, 'Third', 20, 25)
      await ask(
        "update subscriptions set unsubscribed_at = now(), unsubscribe_source = 'page' " +
          'where subscriber_id in (1, 32) and list_id = $1',
        [listId],
      )
      await ask('update subscribers set opted_out_at = now() where id = 2')
      await ask('update subscribers set complained_at = now() where id in (3, 4)')
      await ask('update subscribers set undeliverable_since = now() where id = 5')
      const id = await addNamedFilter(store, accountId, 'Twos', 'name contains "2"')
      const whole = await planned(setup)
      assert.equal(whole.count.willGet, 34)
      const more = { moreLists: [second], excludedLists: [third], filterIds: [id] }
      const { count, ids } = await planned(setup, more)
      assert.deepEqual(ids, [12, 26, 27, 28, 29, 32])
      assert.deepEqual(count.leftOut, [
        { reason: 'repeated', people: 9 },
        { reason: 'unsubscribed', people: 2 },
        { reason: 'opted out', people: 1 },
        { reason: 'complained', people: 2 },
        { reason: 'undeliverable', people: 1 },
        { reason: 'excluded list', people: 6 },
        { reason: 'filter', people: 23 },
      ])
      const funnel = await readFunnel(store, accountId, { listId, ...more })
      assert.deepEqual(
        funnel.lists.map(({ name, members, unsubscribed }) => [name, members, unsubscribed]),
        [
          ['All', 40, 2],
          ['Second', 10, 0],
        ],
      )
      assert.deepEqual([funnel.members, funnel.willGet, funnel.usual], [50, 6, 20])
      const refused = (order: Partial<AudienceOrder>, says: RegExp) =>
        assert.rejects(orderedAudience(store, accountId, { listId, ...order }), says)
      await refused({ moreLists: [listId] }, /named twice/)
      await refused({ moreLists: [second], excludedLists: [second] }, /chosen and excluded/)
      await refused({ moreLists: [999] }, /no list 999/)
      await refused({ excludedLists: [999] }, /no list 999/)
    }))

  test('without people who got the newsletter by another sending', () =>
    withSetup(10, async setup => {
      const { ask, newsletterId } = setup
      const few = await listOf(setup, 'Few', 1, 4)
      const once = { unlessGot: [newsletterId] }
      assert.equal((await planned(setup, { listId: few, ...once })).count.willGet, 4)
      await ask("update deliveries set state = 'accepted', next_try_at = null")
      await ask("update deliveries set state = 'bounced' where id = 4")
      const { count, ids } = await planned(setup, once)
      assert.deepEqual(count.leftOut, [{ reason: 'got it', people: 3 }])
      assert.deepEqual(ids, [4, 5, 6, 7, 8, 9, 10])
      // Those of the last sending are still to get it.
      assert.equal((await planned(setup, once)).count.willGet, 0)
      assert.equal((await planned(setup)).count.willGet, 10, 'to all of them again')
    }))

  test('of two sendings that are planned at once, nobody is in both', () =>
    withSetup(200, async ({ store, accountId, ask, newsletterId, ...setup }) => {
      const whole = { store, accountId, ask, newsletterId, ...setup } as Setup
      const order = orderOf(whole, { unlessGot: [newsletterId] })
      const made = [0, 1, 2].map(() => makeSending(store, accountId, order))
      const sendings = await Promise.all(made)
      const plans = await Promise.all(sendings.map(id => planSending(store, accountId, id, HOUR)))
      assert.deepEqual(plans.map(plan => plan?.planned).sort(), [0, 0, 200])
    }))

  test('an A/B test leaves nobody out for its own samples', () =>
    withSetup(40, async setup => {
      const { store, accountId, newsletterId, ask } = setup
      const split = {
        share: 50,
        by: 'clicks' as const,
        waitMinutes: 60,
        variants: [{ subject: 'A' }, { subject: 'B' }],
      }
      const order = orderOf(setup, { unlessGot: [newsletterId], split })
      const id = await makeSending(store, accountId, order)
      const samples = await ask('select id from sendings where parent_id = $1 order by id', [id])
      const plans = []
      for (const [sample] of samples)
        plans.push((await planSending(store, accountId, Number(sample), HOUR))?.planned ?? 0)
      assert.ok(plans.every(people => people > 0))
      await chooseWinner(store, accountId, id, 0)
      const rest = await planSending(store, accountId, id, HOUR)
      assert.equal(rest!.planned + plans[0]! + plans[1]!, 40)
    }))

  test('its time changes until it has begun, and its samples move with it', () =>
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

  test('of recipients of another sending who have not opened it', () =>
    withSetup(10, async setup => {
      const { store, accountId, ask, listId } = setup
      const first = await planned(setup)
      await ask("update deliveries set state = 'accepted', next_try_at = null")
      await ask("update deliveries set state = 'bounced' where id = 9")
      await ask(
        'insert into engagements (account_id, source_kind, source_id, delivery_id, views, clicks) ' +
          'values ($1, 1, $2, 1, 2, 0), ($1, 1, $2, 2, 1, 1)',
        [accountId, first.sendingId],
      )
      await ask('delete from subscriptions where subscriber_id = 3')
      const without = (what: 'opened' | 'clicked') =>
        planned(setup, { resend: { sendingId: first.sendingId, without: what } })
      const unopened = await without('opened')
      assert.deepEqual(unopened.ids, [4, 5, 6, 7, 8, 10])
      assert.deepEqual(unopened.count.leftOut, [
        { reason: 'left the list', people: 1 },
        { reason: 'opened', people: 2 },
      ])
      assert.deepEqual((await without('clicked')).ids, [1, 4, 5, 6, 7, 8, 10])
      await ask('update deliveries set opens_unmeasured = true where id in (4, 5)')
      const { ids, count } = await without('opened')
      assert.deepEqual([ids, count.leftOut.at(-1)?.people], [[6, 7, 8, 10], 2])
      const of = { sendingId: 999, without: 'opened' as const }
      await assert.rejects(orderedAudience(store, accountId, { listId, resend: of }), /sending 999/)
      await ask('insert into anonymous_lists (account_id, list_id) values ($1, $2)', [
        accountId,
        listId,
      ])
      of.sendingId = first.sendingId
      await assert.rejects(orderedAudience(store, accountId, { listId, resend: of }), /not known/)
    }))

  test('each at their local time, or a share each day', () =>
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

  test('to several lists is left as a whole by one of its emails, and comes back so', () =>
    withSetup(3, async setup => {
      const { store, accountId, ask, listId } = setup
      const second = await listOf(setup, 'Second', 2, 3)
      const third = await listOf(setup, 'Third', 2, 3)
      const { sendingId } = await planned(setup, { moreLists: [second] })
      const message = { accountId, of: 'sending' as const, ofId: sendingId, subscriberId: 2 }
      const leave = async (from: 'list' | 'everything') => {
        const standing = (await consentOfMessage(store, message))!
        await leaveByMessage(store, message, standing, { from, reason: '', source: 'page' })
        return standing
      }
      const active = async () =>
        (
          await ask(
            'select list_id from subscriptions where subscriber_id = 2 and unsubscribed_at is ' +
              'null order by 1',
          )
        ).map(([id]) => Number(id))
      const standing = await leave('list')
      assert.deepEqual(standing.list?.name, 'All, Second')
      assert.deepEqual(await active(), [third])
      const report = async () =>
        await wholeFigures(store, accountId, await sendingOfReport(store, accountId, sendingId))
      assert.deepEqual([(await report()).unsubscribed, (await report()).optedOut], [1, 0])
      const gone = (await consentOfMessage(store, message))!
      assert.deepEqual([gone.unsubscribed, gone.mayReturn], [true, true])
      await returnByMessage(store, message, gone)
      assert.deepEqual(await active(), [listId, second, third])
      assert.equal((await report()).unsubscribed, 0)
      await leave('everything')
      assert.deepEqual([(await report()).unsubscribed, (await report()).optedOut], [0, 1])
    }))
})
