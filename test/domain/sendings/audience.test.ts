/** An audience counted before it is planned, and planned: the same numbers, no one twice. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFunnel } from '../../../src/actions/sendings/audience-funnel.ts'
import { addNamedFilter } from '../../../src/domain/filters/save-filter.ts'
import { chooseWinner } from '../../../src/domain/reports/sendings/choose-winner.ts'
import { sendingOfReport, wholeFigures } from '../../../src/domain/reports/sendings/figures.ts'
import { type AudienceOrder, orderedAudience } from '../../../src/domain/sendings/audience/order.ts'
import { makeSending } from '../../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../../src/domain/sendings/plan-sending.ts'
import {
  consentOfMessage,
  leaveByMessage,
  returnByMessage,
} from '../../../src/domain/subscribers/message-consent.ts'
import { HOUR, listOf, orderOf, planned, withSetup } from './audience-setup.ts'

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
      const funnel = await readFunnel(store, accountId, { listId, ...more }, { anyHour: false })
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
    withSetup(200, async setup => {
      const { store, accountId, newsletterId } = setup
      const order = orderOf(setup, { unlessGot: [newsletterId] })
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
