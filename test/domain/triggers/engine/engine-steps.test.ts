/** What steps do, and what holds a trigger. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readWhy } from '../../../../src/domain/details/details.ts'
import { addNamedFilter } from '../../../../src/domain/filters/save-filter.ts'
import { MOST_IN_HOUR } from '../../../../src/domain/triggers/entries/entries.ts'
import { findTrigger, moveRuns } from '../../../../src/domain/triggers/triggers.sql.ts'
import { inRow, otherList, ways, withTriggers } from '../../../support/triggers.ts'

describe('steps', { concurrency: 3 }, () => {
  test('a branch asks a filter as it is now; fields are set and emptied; lists joined and left', () =>
    withTriggers(0, async setup => {
      const { add, join, advance, passed, ask, store, accountId, field } = setup
      const filterId = await addNamedFilter(store, accountId, 'gold', 'DD2 = "gold"')
      const other = await otherList(setup)
      await add({
        steps: [
          { key: 'gold?', do: 'branch', ask: { filterId }, ...ways('mark', 'poor?') },
          { key: 'mark', do: 'set', field: 4, value: 'seen', next: 'list' },
          { key: 'list', do: 'join', listId: other, next: 'stop' },
          {
            key: 'poor?',
            do: 'branch',
            ask: { condition: { column: 2, empty: true } },
            ...ways(null, 'clear'),
          },
          { key: 'clear', do: 'set', field: 2, value: '', next: 'off' },
          { key: 'off', do: 'leave', listId: other, next: 'stop' },
          { key: 'stop', do: 'end' },
        ],
      })
      await join([3], other)
      await ask(
        `insert into subscribers (account_id, id, email, email_key, fields) values
        ($1, 1, 'p1@example.test', 'p1@example.test', '{"","gold"}'), ($1, 2, 'p2@example.test', \
'p2@example.test', '{}')`,
        [accountId],
      )
      await field(3, 2, 'tin')
      await join([1, 2, 3])
      await advance()
      assert.deepEqual(await passed(1), ['gold? then', 'mark', 'list', 'stop end'])
      assert.deepEqual(await passed(2), ['gold? else', 'poor? then'])
      assert.deepEqual(await passed(3), ['gold? else', 'poor? else', 'clear', 'off', 'stop end'])
      assert.deepEqual(
        await ask('select id, fields[4], coalesce(fields[2], $1) from subscribers order by id', [
          '',
        ]),
        [
          ['1', 'seen', 'gold'],
          ['2', null, ''],
          ['3', null, ''],
        ],
      )
      assert.deepEqual(
        await ask('select subscriber_id from subscriptions where list_id = $1', [other]),
        [['1']],
      )
      assert.deepEqual(
        await ask('select subscriber_id from list_departures where list_id = $1', [other]),
        [['3']],
      )
    }))

  test('who has paused waits at a step that sends, if the definition says so', () =>
    withTriggers(0, async ({ add, join, advance, passed, ask, newsletterId }) => {
      const steps = inRow({ key: 'hello', do: 'send', newsletterId })
      await add({ paused: 'wait', steps })
      await join([1, 2])
      await ask("update subscribers set paused_until = now() + interval '9 days' where id = 2", [])
      await advance()
      assert.deepEqual([await passed(1), await passed(2)], [['hello'], []])
      const wait = "due_at between now() + interval '23 hours' and now() + interval '25 hours'"
      const runs = 'from trigger_entries where subscriber_id = 2'
      assert.deepEqual(await ask(`select ${wait} ${runs}`, []), [['t']])
      await ask('update subscribers set paused_until = null where id = 2', [])
      await ask(
        'update trigger_entries set due_at = now(), waits_until = now() where subscriber_id = 2',
        [],
      )
      await advance()
      assert.deepEqual(await passed(2), ['hello'])
    }))

  test('who leaves the list of the trigger leaves the trigger', () =>
    withTriggers(0, async ({ add, join, advance, passed, standing, listId, newsletterId }) => {
      await add({
        steps: inRow(
          { key: 'off', do: 'leave', listId },
          { key: 'late', do: 'send', newsletterId },
        ),
      })
      await join([1])
      await advance()
      assert.deepEqual([await passed(1), await standing(1)], [['off'], ['left the list']])
    }))

  test('a text goes to those who have a number, and a webhook is called for each', () =>
    withTriggers(0, async ({ add, join, advance, passed, ask, accountId }) => {
      await ask(
        'insert into webhooks (account_id, id, name, shown_url, sealed_url, kinds, since) ' +
          `values ($1, 5, 'shop', '', '', '{}', now())`,
        [accountId],
      )
      await add({
        steps: inRow(
          { key: 'text', do: 'sms', text: 'Welcome!' },
          { key: 'tell', do: 'call', webhookId: 5 },
        ),
      })
      await ask(
        `insert into subscribers (account_id, id, email, email_key, country_code, phone) values
          ($1, 1, 'p1@example.test', 'p1@example.test', '46', '701234567')`,
        [accountId],
      )
      await join([1, 2])
      await advance()
      assert.deepEqual(
        [await passed(1), await passed(2)],
        [
          ['text', 'tell'],
          ['text', 'tell'],
        ],
      )
      assert.deepEqual(await ask('select id, number from sms_deliveries'), [['1', '+46701234567']])
      // Nobody has paid for it yet.
      assert.deepEqual(await ask('select state, trigger_id, planned from sms_messages'), [
        ['held', '1', '1'],
      ])
      assert.deepEqual(
        await ask(
          `select reason::jsonb from trigger_passages where step = 'text' order by subscriber_id`,
        ),
        [
          ['{"code": "passed-sms", "values": {"sms": 1}}'],
          ['{"code": "passed-no-sms", "values": {}}'],
        ],
      )
      assert.deepEqual(
        await ask(`select kind, webhook_id, ids, details->1->>'step' from event_bundles`),
        [['called', '5', '{1,2}', 'tell']],
      )
    }))

  test('the same email comes again in a loop, each time as a delivery of its own; a loop has an end', () =>
    withTriggers(
      0,
      async ({ add, join, advance, later, messages, passed, ask, standing, newsletterId }) => {
        await add({
          steps: [
            { key: 'weekly', do: 'send', newsletterId, next: 'week' },
            { key: 'week', do: 'wait', delay: { days: 7 }, next: 'weekly' },
          ],
        })
        await join([1])
        await advance()
        for (let weeks = 0; weeks < 3; weeks++) {
          await later(7 * 1440 + 1)
          await advance()
        }
        assert.deepEqual(await messages(), Array(4).fill('weekly 1'))
        assert.deepEqual(await ask('select round from trigger_messages order by 1'), [
          ['1'],
          ['2'],
          ['3'],
          ['4'],
        ])
        await ask('update trigger_entries set passed = 999')
        await later(7 * 1440 + 1)
        await advance()
        assert.deepEqual(await standing(1), ['more than 1000 steps'])
        assert.equal((await passed(1)).length, 8)
      },
    ))
})

describe('a trigger', { concurrency: 3 }, () => {
  test('is held when its newsletter, filter or list is gone: people stay, and go on when it is there again', () =>
    withTriggers(0, async setup => {
      const { add, join, advance, standing, stateOf, ask, newsletterId, accountId, messages } =
        setup
      const lost = await add({ steps: inRow({ key: 'email', do: 'send', newsletterId: 99 }) })
      const asks = await add({
        steps: [{ key: 'ask', do: 'branch', ask: { filterId: 99 }, ...ways(null, null) }],
      })
      const fine = await add()
      await join([1])
      await advance()
      const [state, reason] = await stateOf(lost)
      assert.equal(state, 'held')
      assert.match(reason!, /^Step email can't send newsletter 99: There is no newsletter 99/)
      const { why } = (await findTrigger(setup.store, { accountId, triggerId: lost }))!
      assert.deepEqual(readWhy(why)?.because, {
        code: 'newsletter-none',
        values: { newsletter: 99 },
      })
      assert.match((await stateOf(asks))[1]!, /^Filter 99, which step ask asks, was deleted/)
      assert.deepEqual(await stateOf(fine), ['running', null])
      assert.deepEqual(await standing(1), ['email', 'ask', 'finished'])
      assert.deepEqual(await messages(), ['welcome 1'])
      await ask('update newsletters set id = 99 where account_id = $1 and id = $2', [
        accountId,
        newsletterId,
      ])
      await ask(`update triggers set state = 'running', reason = null where id = $1`, [lost])
      await advance()
      assert.deepEqual(await messages(), ['email 1', 'welcome 1'])
    }))

  test('that is paused keeps people at their step, and later ones enter when it is resumed', () =>
    withTriggers(0, async ({ add, join, advance, later, passed, ask, newsletterId }) => {
      await add({
        steps: inRow(
          { key: 'pause', do: 'wait', delay: { for: 60 } },
          { key: 'late', do: 'send', newsletterId },
        ),
      })
      await join([1])
      await advance()
      await ask(`update triggers set state = 'paused'`)
      await later(61)
      await join([2])
      await advance()
      assert.deepEqual([await passed(1), await passed(2)], [[], []])
      await ask(`update triggers set state = 'running'`)
      await advance()
      assert.deepEqual(await passed(1), ['pause', 'late'])
      await later(61)
      await advance()
      assert.deepEqual(await passed(2), ['pause', 'late'])
    }))

  test('has versions: people finish on theirs, or move over where the step is still there; no one enters twice', () =>
    withTriggers(
      0,
      async ({ add, newVersion, join, advance, later, passed, store, accountId, newsletterId }) => {
        const pause = { key: 'pause', do: 'wait', delay: { for: 60 } } as const
        const old = { steps: inRow(pause, { key: 'old', do: 'send', newsletterId }) }
        const triggerId = await add(old)
        await join([1])
        await advance()
        await newVersion(triggerId, 2, {
          steps: inRow(pause, { key: 'new', do: 'send', newsletterId }),
        })
        await join([2])
        await advance()
        await later(61)
        await advance()
        assert.deepEqual(
          [await passed(1), await passed(2)],
          [
            ['pause', 'old'],
            ['pause', 'new'],
          ],
        )
        await join([3])
        await advance()
        await newVersion(triggerId, 3, {
          steps: inRow(pause, { key: 'newest', do: 'send', newsletterId }),
        })
        assert.equal(
          await moveRuns(store, {
            accountId,
            triggerId,
            from: 2,
            to: 3,
            steps: ['pause', 'newest'],
          }),
          1,
        )
        await later(61)
        await advance()
        assert.deepEqual(await passed(3), ['pause', 'newest'])
        assert.equal((await passed(1)).length, 2)
      },
    ))

  test('and another that feed each other come to an end', () =>
    withTriggers(0, async setup => {
      const { add, join, advance, ask, listId } = setup
      const other = await otherList(setup)
      const swap = (from: number, to: number) => ({
        listId: from,
        again: 'always' as const,
        steps: inRow(
          { key: 'on', do: 'join', listId: to },
          { key: 'off', do: 'leave', listId: from },
        ),
      })
      await add(swap(listId, other))
      await add(swap(other, listId))
      await join([1])
      await advance()
      const runs = (
        await ask('select trigger_id, count(*) from trigger_entries group by 1 order by 1')
      ).map(([, count]) => Number(count))
      assert.ok(Math.max(...runs) === MOST_IN_HOUR, runs.join())
    }))

  test('sends the present newsletter, and the frozen one to those who had it', () =>
    withTriggers(0, async ({ add, join, advance, ask }) => {
      await add()
      await join([1])
      await advance()
      await ask(`update newsletters set subject = 'Changed', version = version + 1`)
      await join([2])
      await advance()
      assert.deepEqual(
        await ask(
          `select d.id, l.message->>'subject' from deliveries d join trigger_messages l ` +
            'on (l.account_id, l.id) = (d.account_id, d.source_id) order by 1',
        ),
        [
          ['1', 'News for {{ name }}'],
          ['2', 'Changed'],
        ],
      )
    }))
})
