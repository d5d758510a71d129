/** Steps that wait for something to happen. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countMatching } from '../../../../src/domain/filters/matching.ts'
import { foldHits } from '../../../../src/domain/tracking/fold-hits.ts'
import type { Step } from '../../../../src/domain/triggers/language/definition.ts'
import { otherList, type TriggerSetup, ways, withTriggers } from '../../../support/triggers.ts'
import { hitIn } from '../../reports/reported.ts'

const click = async ({ store, accountId, ask }: TriggerSetup, id: number) => {
  const [[messageId]] = (await ask(
    'select source_id from deliveries where source_kind = 2 and id = $1',
    [id],
  )) as [[string]]
  await hitIn(store, accountId, {
    source: 'trigger',
    sourceId: Number(messageId),
    deliveryId: id,
    kind: 'click',
    link: 1,
  })
  await foldHits(store, accountId)
}

describe('steps that wait', { concurrency: 2 }, () => {
  test('an event is waited for, by some in vain; what came between the email and the wait counts', () =>
    withTriggers(0, async setup => {
      const { add, join, advance, later, passed, standing, newsletterId, failures } = setup
      const steps: Step[] = [
        { key: 'message', do: 'send', newsletterId, next: 'pause' },
        { key: 'pause', do: 'wait', delay: { for: 60 }, next: 'clicked?' },
        {
          key: 'clicked?',
          do: 'wait for',
          event: { on: 'clicked', step: 'message' },
          minutes: 600,
          ...ways('thanks', 'again'),
        },
        { key: 'thanks', do: 'end' },
        { key: 'again', do: 'end' },
      ]
      await add({ steps })
      await join([1, 2, 3])
      await advance()
      await click(setup, 1)
      // Filters know what people do with emails of triggers, too.
      assert.equal(
        (await countMatching(setup.store, setup.accountId, [{ did: 'clicked', days: 1 }])).matching,
        1,
      )
      await advance()
      await later(61)
      await advance()
      assert.deepEqual(await passed(1), ['message', 'pause', 'clicked? then', 'thanks end'])
      assert.deepEqual(await standing(2), ['clicked?'])
      await click(setup, 2)
      await advance()
      assert.deepEqual(await passed(2), ['message', 'pause', 'clicked? then', 'thanks end'])
      assert.deepEqual(await standing(3), ['clicked?'])
      await later(601)
      await advance()
      assert.deepEqual(await passed(3), ['message', 'pause', 'clicked? else', 'again end'])
      assert.deepEqual(failures, [])
    }))

  test('people who are not measured go their own way after the wait, or end', () =>
    withTriggers(0, async setup => {
      const { add, join, advance, later, passed, standing, ask, newsletterId } = setup
      const looked = {
        key: 'looked?',
        do: 'wait for',
        event: { on: 'opened', step: 'message' },
        minutes: 600,
        ...ways('thanks', 'again'),
      } as const
      const steps = (wait: Step): Step[] => [
        { key: 'message', do: 'send', newsletterId, next: 'looked?' },
        wait,
        { key: 'thanks', do: 'end' },
        { key: 'again', do: 'end' },
      ]
      const plain = await add({ steps: steps(looked) })
      const led = await add({ steps: steps({ ...looked, unmeasured: 'thanks' }) })
      await join([1, 2, 3])
      await advance()
      // 1 declined since; the emails of 2 went out unmeasured, though 2 agrees now.
      await ask('update subscribers set opens_agreed = false where id = 1')
      await ask('update subscribers set opens_agreed = true where id = 2')
      await ask('update deliveries set opens_unmeasured = true where id = 2')
      await later(601)
      await advance()
      for (const id of [1, 2]) {
        assert.deepEqual(await passed(id, plain), ['message', 'looked? unmeasured'])
        assert.deepEqual(await passed(id, led), ['message', 'looked? unmeasured', 'thanks end'])
      }
      assert.deepEqual(await standing(1), ['finished', 'finished'])
      for (const id of [plain, led])
        assert.deepEqual(await passed(3, id), ['message', 'looked? else', 'again end'])
    }))

  test('a changed field and a list are waited for', () =>
    withTriggers(0, async setup => {
      const { add, join, advance, passed, field, standing } = setup
      const other = await otherList(setup)
      await add({
        steps: [
          {
            key: 'paid?',
            do: 'wait for',
            event: { on: 'changed', field: 7, to: 'paid' },
            minutes: 600,
            ...ways('club?', null),
          },
          {
            key: 'club?',
            do: 'wait for',
            event: { on: 'listed', listId: other },
            minutes: 600,
            ...ways(null, null),
          },
        ],
      })
      await join([1, 2])
      await field(2, 7, 'open')
      await advance()
      await field(1, 7, 'paid')
      await field(2, 7, 'late')
      await advance()
      assert.deepEqual([await passed(1), await standing(2)], [['paid? then'], ['paid?']])
      await join([1], other)
      await advance()
      assert.deepEqual(
        [await passed(1), await standing(1)],
        [['paid? then', 'club? then'], ['finished']],
      )
    }))
})

describe('a trigger that asks about a sending', () => {
  test('is held when the recipients of a sending that its filter asks about were removed', () =>
    withTriggers(0, async ({ add, join, advance, standing, stateOf, ask, accountId, listId }) => {
      const condition = { not: { did: 'opened' as const, sending: 7 } }
      const asks = await add({
        steps: [{ key: 'ask', do: 'branch', ask: { condition }, ...ways(null, null) }],
      })
      await ask(
        `insert into sendings (account_id, id, list_id, newsletter_id, state, message, due_at)
         values ($1, 7, $2, 1, 'finished', '{}', now())`,
        [accountId, listId],
      )
      await ask(
        `insert into sending_counts (account_id, sending_id, people_removed_at)
         values ($1, 7, now())`,
        [accountId],
      )
      await join([1])
      await advance()
      const [state, reason] = await stateOf(asks)
      assert.equal(state, 'held')
      assert.match(reason!, /^Step ask asks who opened sending 7 or clicked: its recipients/)
      assert.deepEqual(await standing(1), ['ask'])
    }))
})
