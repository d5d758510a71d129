/**
 * Runs of a trigger: who enters, what steps do, when people leave, and that nothing happens twice.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { optOut } from '../../../../src/domain/opt-outs/opt-out.ts'
import { moved } from '../../../support/moved.ts'
import { inRow, withTriggers } from '../../../support/triggers.ts'

const DAY = 1440

describe('people who join', { concurrency: 3 }, () => {
  test('enter, are planned their email and wait; people from before do not enter', () =>
    withTriggers(
      3,
      async ({ add, join, advance, messages, passed, standing, later, newsletterId }) => {
        await add({
          steps: inRow(
            { key: 'welcome', do: 'send', newsletterId },
            { key: 'pause', do: 'wait', delay: { days: 3 } },
            { key: 'tips', do: 'send', newsletterId },
          ),
        })
        await advance()
        await join([11, 12])
        await advance()
        assert.deepEqual(await messages(), ['welcome 11', 'welcome 12'])
        assert.deepEqual(await standing(11), ['pause'])
        await advance()
        await later(3 * DAY + 1)
        await advance()
        assert.deepEqual(await messages(), ['tips 11', 'tips 12', 'welcome 11', 'welcome 12'])
        assert.deepEqual(await passed(11), ['welcome', 'pause', 'tips'])
        assert.deepEqual(await standing(11), ['finished'])
        assert.deepEqual(await passed(1), [])
      },
    ))

  test('enter once for each time they join, and again as the trigger says', () =>
    withTriggers(0, async ({ add, join, leave, advance, passed, ask }) => {
      const never = await add({ again: 'never' })
      const always = await add({ again: 'always' })
      const days = await add({ again: { days: 5 } })
      await join([1])
      await advance()
      await leave([1])
      await join([1])
      await advance()
      assert.deepEqual(
        [await passed(1, never), await passed(1, always), await passed(1, days)].map(
          ({ length }) => length,
        ),
        [1, 2, 1],
      )
      await ask(`update trigger_entries set entered_at = ${moved('entered_at', '-6 * 86400')}`)
      await leave([1])
      await join([1])
      await advance()
      assert.deepEqual(
        [await passed(1, never), await passed(1, always), await passed(1, days)].map(
          ({ length }) => length,
        ),
        [1, 3, 2],
      )
    }))

  test('are found although a transaction that began earlier ends later', () =>
    withTriggers(
      0,
      async ({ add, join, advance, messages, connection, accountId, listId, ask }) => {
        await add()
        const pg = await import('pg')
        const late = new pg.default.Client(connection)
        await late.connect()
        await ask(
          'insert into subscribers (account_id, id, email, email_key) values ($1, 5, ' +
            `'p5@example.test', 'p5@example.test')`,
          [accountId],
        )
        await late.query('begin')
        await late.query(
          'insert into subscriptions (account_id, subscriber_id, list_id) values ($1, 5, $2)',
          [accountId, listId],
        )
        await join([6])
        await advance()
        assert.deepEqual(await messages(), ['welcome 6'])
        await late.query('commit')
        await late.end()
        await advance()
        // What is certain ends a few seconds before the oldest transaction.
        await ask(`update trigger_watches set seen_at = ${moved('seen_at', '60')}`)
        await ask(`update subscriptions set subscribed_at = ${moved('subscribed_at', '-10')}`)
        await ask(`update trigger_watches set sure_at = ${moved('sure_at', '-10')}`)
        await ask(
          `update trigger_entries set subscribed_at = ${moved('subscribed_at', '-10')}, ` +
            `cause_at = ${moved('cause_at', '-10')}`,
        )
        await advance()
        assert.deepEqual(await messages(), ['welcome 5', 'welcome 6'])
      },
    ))
})

describe('several workers', () => {
  test('at once let each person enter and pass each step once', () =>
    withTriggers(0, async ({ add, join, newWork, advance, ask, failures, newsletterId, later }) => {
      await add({
        steps: inRow(
          { key: 'welcome', do: 'send', newsletterId },
          { key: 'pause', do: 'wait', delay: { for: 60 } },
          { key: 'mark', do: 'set', field: 1, value: 'x' },
          { key: 'more', do: 'send', newsletterId },
        ),
      })
      const works = Array.from({ length: 4 }, newWork)
      const together = () => Promise.all(works.map(async work => void (await advance(work))))
      await together()
      await join(Array.from({ length: 3000 }, (_, i) => i + 1))
      await together()
      await later(61)
      await together()
      assert.deepEqual(failures, [])
      assert.deepEqual(
        await ask('select ending, count(*), max(entry) from trigger_entries group by 1'),
        [['finished', '3000', '1']],
      )
      assert.deepEqual(
        await ask(
          'select step, count(*), count(distinct subscriber_id) from trigger_passages group ' +
            'by 1 order by 1',
        ),
        [
          ['mark', '3000', '3000'],
          ['more', '3000', '3000'],
          ['pause', '3000', '3000'],
          ['welcome', '3000', '3000'],
        ],
      )
      assert.deepEqual(await ask('select count(*) from deliveries'), [['6000']])
    }))
})

describe('people leave', { concurrency: 3 }, () => {
  test('who opts out, unsubscribes, is taken off the list or erased', () =>
    withTriggers(
      0,
      async ({
        add,
        join,
        leave,
        advance,
        later,
        standing,
        passed,
        store,
        accountId,
        ask,
        newsletterId,
      }) => {
        await add({
          steps: inRow(
            { key: 'pause', do: 'wait', delay: { for: 60 } },
            { key: 'late', do: 'send', newsletterId },
          ),
        })
        await join([1, 2, 3, 4, 5])
        await advance()
        await optOut(store, accountId, {
          email: 'p1@example.test',
          reason: '',
          listText: '',
          sendingText: '',
        })
        await ask('update subscriptions set unsubscribed_at = now() where subscriber_id = 2')
        await leave([3])
        await leave([4])
        await ask('delete from subscribers where id = 4')
        await later(61)
        await advance()
        const all = await Promise.all([1, 2, 3, 4, 5].map(standing))
        assert.deepEqual(all.flat(), [
          'opted out',
          'unsubscribed',
          'left the list',
          'erased',
          'finished',
        ])
        assert.deepEqual(await passed(3), [])
      },
    ))

  test('who left the list and came back begins anew, if they may', () =>
    withTriggers(0, async ({ add, join, leave, advance, standing, later, newsletterId }) => {
      const steps = inRow(
        { key: 'pause', do: 'wait', delay: { for: 60 } },
        { key: 'late', do: 'send', newsletterId },
      )
      await add({ steps, again: 'always' })
      await add({ steps, again: 'never' })
      await join([1])
      await advance()
      await leave([1])
      await join([1])
      await advance()
      assert.deepEqual(await standing(1), ['left the list', 'pause', 'left the list'])
      await later(61)
      await advance()
      assert.deepEqual(await standing(1), ['left the list', 'finished', 'left the list'])
    }))
})
