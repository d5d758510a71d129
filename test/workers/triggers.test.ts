/**
 * Emails of triggers: from joining to the mail server, and everything that people can do with
 * them.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { applyReports } from '../../src/domain/bounces/apply-reports.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { exportPerson } from '../../src/domain/privacy/export-person.ts'
import { consentOfMessage, leaveByMessage } from '../../src/domain/subscribers/message-consent.ts'
import type { WorkerContext } from '../../src/workers/context.ts'
import { heartbeat } from '../../src/workers/recovery.ts'
import { startSink } from '../support/smtp-sink.ts'
import { inRow, withTriggers } from '../support/triggers.ts'
import { until } from '../support/until.ts'

describe('emails of a trigger', { concurrency: 2 }, () => {
  test('reach who joins, with all that emails of sendings have; in the ledger they are accepted', () =>
    withTriggers(2, async ({ add, join, startWorkers, ask, newsletterId, accountId }) => {
      const sink = await startSink()
      await add({
        steps: inRow(
          { key: 'welcome', do: 'send', newsletterId },
          { key: 'more', do: 'send', newsletterId },
        ),
      })
      const workers = await startWorkers(sink.port)
      await join([11, 12])
      const accepted = async () =>
        Number(
          (
            await ask(
              `select count(*) from deliveries where source_kind = 2 and state = 'accepted'`,
            )
          )[0]![0],
        )
      await until(async () => (await accepted()) === 4)
      // Nothing is left to do, and soon nothing says so.
      await until(async () => (await ask('select kind from work')).length === 0)
      await workers.stop()
      assert.deepEqual([...sink.counts].sort(), [
        ['p11@example.test', 2],
        ['p12@example.test', 2],
      ])
      const message = sink.messages
        .find(({ rcpts }) => rcpts[0]!.includes('<p11@example.test>'))!
        .bytes.toString()
      assert.match(message, /^Subject: News for P11\r$/m)
      assert.match(message, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
      assert.match(message, new RegExp(`/u/\\w+\\.${accountId.toString(36)}\\.g\\w+\\.b\\.`))
      assert.deepEqual(
        await ask(`select source_kind, number, target from links order by source_id`),
        [
          ['2', '1', 'https://example.test/'],
          ['2', '1', 'https://example.test/'],
        ],
      )
      await sink.stop()
    }))

  test('wait while the trigger is paused, and are withdrawn from who has left by then', () =>
    withTriggers(0, async ({ add, join, leave, advance, startWorkers, ask }) => {
      const sink = await startSink()
      await add()
      await join([1, 2])
      await advance()
      await ask(`update triggers set state = 'paused'`)
      const workers = await startWorkers(sink.port)
      await pause(700)
      assert.equal(sink.counts.size, 0)
      await leave([2])
      await ask(`update triggers set state = 'running'`)
      await ask('update work set due = now()')
      // What is claimed has no next try either, and a worker that stops gives it back.
      const open = "select 1 from deliveries where state not in ('accepted', 'withdrawn')"
      await until(async () => (await ask(open)).length === 0)
      await workers.stop()
      assert.deepEqual(await ask('select id, state, reason from deliveries order by id'), [
        ['1', 'accepted', null],
        ['2', 'withdrawn', 'left the list'],
      ])
      await sink.stop()
    }))

  test('are withdrawn when the trigger is removed', () =>
    withTriggers(0, async ({ add, join, advance, startWorkers, ask }) => {
      const sink = await startSink()
      await add()
      await join([1, 2])
      await advance()
      await ask('update triggers set removed_at = now()')
      const workers = await startWorkers(sink.port)
      await until(async () => (await ask('select 1 from work')).length === 0)
      await workers.stop()
      assert.deepEqual(await ask('select state, reason, count(*) from deliveries group by 1, 2'), [
        ['withdrawn', 'the trigger was removed', '2'],
      ])
      assert.equal(sink.counts.size, 0)
      await sink.stop()
    }))

  test('name their list to who unsubscribes by them, count what comes back against the person, and are forgotten with them', () =>
    withTriggers(0, async ({ add, join, advance, ask, store, accountId, listId, stateOf }) => {
      const triggerId = await add({ start: { on: 'changed', field: 1 } })
      const welcome = await add()
      await advance()
      await join([1, 2])
      await advance()
      const messageId = Number((await ask('select id from trigger_messages'))[0]![0])
      const message = (subscriberId: number) => ({
        accountId,
        of: 'trigger' as const,
        ofId: messageId,
        subscriberId,
      })
      const standing = await consentOfMessage(store, message(1))
      assert.deepEqual(
        [standing?.email, standing?.list?.id, standing?.sender, standing?.test],
        ['p1@example.test', listId, 'Shop', false],
      )
      await leaveByMessage(store, message(1), standing!, {
        from: 'list',
        reason: 'too many',
        source: 'page',
      })
      assert.deepEqual(
        await ask(
          'select unsubscribe_source, unsubscribe_reason from subscriptions where ' +
            'subscriber_id = 1',
        ),
        [['page', 'too many']],
      )

      await ask(
        `update deliveries set state = 'accepted', attempts = 1, next_try_at = null, ` +
          'changed_at = now()',
      )
      const judgement = {
        kind: 'hard',
        class: 'no such mailbox',
        status: '5.1.1',
        recipient: 'p2@example.test',
        reply: undefined,
        rule: 'a rule',
      } as const
      const told = {
        messageId: null,
        sentMessage: { sourceKind: 2 as const, sourceId: messageId, deliveryId: 2 },
        identity: 'token',
        judgements: [judgement],
        receivedAt: new Date(),
      }
      const acted = await store.transact(
        tx => applyReports(store, tx, accountId, [told], { softLimit: 5, softDays: 30 }),
        {},
      )
      assert.deepEqual(acted.counts, { hard: 1 })
      assert.deepEqual(await ask('select source_kind, list_id, subscriber_id from bounces'), [
        ['2', String(listId), '2'],
      ])
      assert.equal(
        (await ask('select 1 from subscribers where id = 2 and undeliverable_since is not null'))
          .length,
        1,
      )

      const known = await exportPerson(store, { id: accountId, fieldCount: 25 }, 'p2@example.test')
      assert.deepEqual(
        known!.triggerMessages.map(({ step, state }) => [step, state]),
        [['welcome', 'bounced']],
      )
      assert.deepEqual(
        known!.triggers.map(({ step, ending }) => [step, ending]),
        [['welcome', 'finished']],
      )
      assert.deepEqual(await ask('select trigger_id from trigger_values where subscriber_id = 2'), [
        [String(triggerId)],
      ])
      await erase(store, accountId, 'p2@example.test')
      assert.deepEqual(await ask('select email from deliveries where id = 2'), [
        ['erased@erased.invalid'],
      ])
      assert.deepEqual(await ask('select 1 from trigger_values where subscriber_id = 2'), [])
      assert.deepEqual(await stateOf(welcome), ['running', null])
    }))

  test('wait for a person’s word when nothing has worked for long', () =>
    withTriggers(
      0,
      async ({ add, join, advance, later, startWorkers, ask, stateOf, newsletterId, store }) => {
        const sink = await startSink()
        const waiting = await add({
          steps: inRow(
            { key: 'pause', do: 'wait', delay: { for: 60 } },
            { key: 'late', do: 'send', newsletterId },
          ),
        })
        const idle = await add({ start: { on: 'converted' } })
        await join([1])
        await advance()
        await later(60 + 180)
        await heartbeat({
          db: store,
          worker: '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f',
          host: 'here',
        } as unknown as WorkerContext)
        await ask(`update workers set seen_at = now() - interval '4 hours'`)
        const workers = await startWorkers(sink.port)
        await until(async () => (await stateOf(waiting))[0] !== 'running')
        // Long enough for an email, if there were one.
        await pause(1000)
        await workers.stop()
        const [state, reason] = await stateOf(waiting)
        assert.equal(state, 'unconfirmed')
        assert.match(reason!, /confirm/)
        assert.deepEqual(await stateOf(idle), ['running', null])
        assert.equal(sink.counts.size, 0)
        await sink.stop()
      },
    ))
})
