/** Events that programs post start triggers, and end waits. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFilter } from '../../../../src/domain/filters/read-filter.ts'
import {
  MOST_EVENT_NAMES,
  recordEvent,
} from '../../../../src/domain/program-events/record-event.ts'
import { trimProgramEvents } from '../../../../src/domain/program-events/retention.ts'
import { eventsOfMessage } from '../../../../src/domain/triggers/entries/events-of-runs.ts'
import type { Step } from '../../../../src/domain/triggers/language/definition.ts'
import { moved } from '../../../support/moved.ts'
import { type TriggerSetup, ways, withTriggers } from '../../../support/triggers.ts'

const posting =
  ({ store, accountId }: TriggerSetup, values: Record<string, unknown> = { total: 49.5 }) =>
  (name: string, subscriberId: number | undefined, key?: string, email = '') =>
    recordEvent(store, accountId, { name, subscriberId, email, key, values })

describe('an event of a program', { concurrency: 3 }, () => {
  test('starts a trigger once, however often it is posted, and again as the trigger says', () =>
    withTriggers(3, async setup => {
      const { add, advance, messages, ask } = setup
      const post = posting(setup)
      await post('cart', 3, 'before the trigger')
      await ask(`update program_events set recorded_at = ${moved('recorded_at', '-60')}`)
      await add({ start: { on: 'event', event: 'cart' }, again: 'always' })
      const first = await post('cart', 1, 'a')
      assert.deepEqual(first, { key: 'a', subscriberId: 1, repeated: false })
      assert.equal((await post('order', 2)).repeated, false)
      await advance()
      assert.deepEqual(await messages(), ['welcome 1'])
      assert.deepEqual(await post('cart', 1, 'a'), { ...first, repeated: true })
      await advance()
      assert.deepEqual(await messages(), ['welcome 1'])
      await post('cart', 1, 'b')
      await advance()
      assert.deepEqual(await messages(), ['welcome 1', 'welcome 1'])
    }))

  test('posted by many at once is recorded once', () =>
    withTriggers(1, async setup => {
      const { add, advance, ask, messages } = setup
      await add({ start: { on: 'event', event: 'cart' }, again: 'always' })
      const post = posting(setup)
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => post('cart', 1, 'same')))
      assert.equal(outcomes.filter(({ repeated }) => !repeated).length, 1)
      assert.deepEqual(await ask('select count(*) from program_events'), [['1']])
      await advance()
      assert.deepEqual(await messages(), ['welcome 1'])
    }))

  test('ends a wait: who bought gets no reminder', () =>
    withTriggers(3, async setup => {
      const { add, advance, later, messages, newsletterId, passed } = setup
      const steps: Step[] = [
        {
          key: 'bought?',
          do: 'wait for',
          event: { on: 'event', event: 'order' },
          minutes: 120,
          ...ways('done', 'remind'),
        },
        { key: 'remind', do: 'send', newsletterId, next: 'done' },
        { key: 'done', do: 'end' },
      ]
      await add({ start: { on: 'event', event: 'cart' }, again: 'always', steps })
      const post = posting(setup)
      await post('order', 2, 'earlier order')
      await post('cart', 1)
      await post('cart', 2)
      await advance()
      await post('order', 1)
      await advance()
      assert.deepEqual(await passed(1), ['bought? then', 'done end'])
      await later(121)
      await advance()
      assert.deepEqual(await messages(), ['remind 2'])
    }))

  test('counts from the one that has started the run, though that is found later', () =>
    withTriggers(1, async setup => {
      const { add, advance, newsletterId, passed } = setup
      const event = { on: 'event', event: 'order' } as const
      const steps: Step[] = [
        { key: 'bought?', do: 'wait for', event, minutes: 120, ...ways(null, 'remind') },
        { key: 'remind', do: 'send', newsletterId, next: null },
      ]
      await add({ start: { on: 'event', event: 'cart' }, steps })
      await posting(setup)('cart', 1)
      await posting(setup)('order', 1)
      await advance()
      assert.deepEqual(await passed(1), ['bought? then'])
    }))

  test('says what a condition asks for, and the newest of a run counts', () =>
    withTriggers(6, async setup => {
      const { add, advance, newsletterId, passed, later } = setup
      const condition = readFilter(
        '(event.total > 100 or event.total < -1) and not event.shop.city = "lund" and ' +
          'event.day >= 2026-01-31',
        [],
        { events: true },
      )
      const steps: Step[] = [
        { key: 'hour', do: 'wait', delay: { for: 60 }, next: 'dear?' },
        { key: 'dear?', do: 'branch', ask: { condition }, ...ways('thanks', null) },
        { key: 'thanks', do: 'send', newsletterId, next: null },
      ]
      await add({ start: { on: 'event', event: 'cart' }, again: 'always', steps })
      const day = '2026-02-01T10:00'
      const given: Record<string, unknown>[] = [
        { total: 100.01, day, shop: { city: 'Malmö' } },
        { total: 100, day },
        { total: -2, day, shop: { city: 'LUND' } },
        { total: '1e400', day: 'soon\0\ud800', shop: ['city'] },
        { total: 500, day: '2026-01-30' },
        { total: 5, day },
      ]
      for (const [i, values] of given.entries()) await posting(setup, values)('cart', i + 1)
      await advance()
      await posting(setup, { total: '200', day })('cart', 6)
      await posting(setup, { total: 1, day })('other', 1)
      await later(61)
      await advance()
      for (let id = 1; id <= 6; id++)
        assert.deepEqual(
          await passed(id),
          id === 1 || id === 6 ? ['hour', 'dear? then', 'thanks'] : ['hour', 'dear? else'],
          `person ${id}`,
        )
    }))

  test('is known of each email of its run, and of no other', () =>
    withTriggers(2, async setup => {
      const { add, advance, ask, store, accountId } = setup
      await add({ start: { on: 'event', event: 'cart' }, again: 'always' })
      const sent = async () => {
        const rows = await ask(
          'select message_id, subscriber_id from trigger_passages order by 1, 2',
        )
        const all = []
        for (const [message, id] of rows)
          all.push(
            ...(await eventsOfMessage(store, accountId, Number(message), [{ id: Number(id) }])),
          )
        return all
      }
      await posting(setup, { items: [{ name: 'a' }] })('cart', 1)
      await posting(setup, { text: 'b\0' })('cart', 2)
      await advance()
      await posting(setup, { items: [] })('cart', 1)
      await advance()
      assert.deepEqual(await sent(), [
        [1, { items: [{ name: 'a' }] }],
        [2, { text: 'b' }],
        [1, { items: [] }],
      ])
      await ask('delete from program_events where subscriber_id = 1')
      assert.deepEqual(await sent(), [[2, { text: 'b' }]])
    }))

  test('of unknown people puts them on a list if a running trigger says so', () =>
    withTriggers(1, async setup => {
      const { add, advance, ask, listId, messages } = setup
      const post = posting(setup)
      const start = { on: 'event', event: 'cart', adds: true } as const
      const triggerId = await add({ start, again: 'always' })
      const { subscriberId } = await post('cart', undefined, 'a', 'new@example.test')
      assert.deepEqual(
        { subscriberId, repeated: true, key: 'a' },
        await post('cart', undefined, 'a', 'new@example.test'),
      )
      await advance()
      assert.deepEqual(await messages(), [`welcome ${subscriberId}`])
      const lists = 'select list_id from subscriptions where subscriber_id = $1'
      assert.deepEqual(await ask(lists, [subscriberId]), [[String(listId)]])
      const unknown = { reason: 'no-such-subscriber' }
      await assert.rejects(post('order', undefined, 'b', 'other@example.test'), unknown)
      await assert.rejects(post('cart', 77, 'b'), unknown)
      await assert.rejects(post('cart', undefined, 'b', 'not an address'), { reason: 'not-valid' })
      await ask(`update subscribers set opted_out_at = now() where id = 1`)
      await post('cart', 1, 'c')
      await advance()
      assert.equal((await messages()).length, 1)
      await ask(`update triggers set state = 'paused' where id = $1`, [triggerId])
      await assert.rejects(post('cart', undefined, 'b', 'other@example.test'), unknown)
    }))

  test('of unknown people, of another person under the same id, and too many names are refused', () =>
    withTriggers(2, async setup => {
      const { ask, accountId } = setup
      const post = posting(setup)
      await assert.rejects(post('cart', 77), { reason: 'no-such-subscriber' })
      await assert.rejects(post('cart', 1, 'x', 'p2@example.test'), { reason: 'not-the-same' })
      await post('cart', 1, 'x')
      await assert.rejects(post('cart', 2, 'x'), { reason: 'not-valid' })
      await assert.rejects(post('order', 1, 'x'), { reason: 'not-valid' })
      await ask(
        `insert into program_event_names (account_id, name)
         select $1, 'name ' || i from generate_series(2, $2::int) i`,
        [accountId, MOST_EVENT_NAMES],
      )
      await assert.rejects(post('one more', 1), { reason: 'not-now' })
      await post('cart', 1, 'y')
      assert.deepEqual(await ask('select count(*) from program_events'), [['2']])
    }))

  test('is removed after its time', () =>
    withTriggers(1, async setup => {
      const { store, ask } = setup
      const post = posting(setup)
      for (const key of ['old', 'older', 'new']) await post('cart', 1, key)
      const old = `update program_events set recorded_at = now() - interval '31 days'`
      await ask(`${old} where event_key <> 'new'`)
      assert.equal(await trimProgramEvents(store, 30), 2)
      assert.equal(await trimProgramEvents(store, 30), 0)
      assert.deepEqual(await ask('select event_key from program_events'), [['new']])
    }))
})
