/** Events that programs post start triggers, and end waits. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  MOST_EVENT_NAMES,
  recordEvent,
} from '../../../../src/domain/program-events/record-event.ts'
import { trimProgramEvents } from '../../../../src/domain/program-events/retention.ts'
import type { Step } from '../../../../src/domain/triggers/language/definition.ts'
import { moved } from '../../../support/moved.ts'
import { type TriggerSetup, ways, withTriggers } from '../../../support/triggers.ts'

const posting =
  ({ store, accountId }: TriggerSetup) =>
  (name: string, subscriberId: number, key?: string, email = '') =>
    recordEvent(store, accountId, { name, subscriberId, email, key, values: { total: 49.5 } })

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
