/** Webhooks and events that fail: held back with growing pauses, paused, dead, and resumed. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resumeByName } from '../../src/domain/webhooks/manage-webhooks.ts'
import { GIVEN_UP_AFTER, healthAfter, outcomeOfEvent } from '../../src/domain/webhooks/outcome.ts'
import { replay } from '../../src/domain/webhooks/replay.ts'
import { trimSomeEvents } from '../../src/domain/webhooks/trim-events.ts'
import { service } from '../support/service.ts'
import { until } from '../support/until.ts'
import { startTelling, webhookSetup } from './setup.ts'

let telling: Awaited<ReturnType<typeof startTelling>>
// Within the suite: its workers stand for this file alone, also where all files run in one process.
describe('webhooks and events that fail', () => {
  before(async () => {
    telling = await startTelling()
  })
  after(() => telling.stop())

  const finished = { kind: 'import-finished', ids: [0] } as const

  describe('a webhook that fails', () => {
    test('ten times in a row holds back, tries one event, and goes on where it was', async () => {
      let failing = true
      const { tell, receiver, hook, states, ask, accountId, timePasses } = await webhookSetup({
        answering: response => void response.writeHead(failing ? 503 : 200).end(),
      })
      await tell({
        kind: 'subscribed',
        ids: Array.from({ length: 200 }, (_, i) => i + 1),
        listId: 1,
      })
      const held = async () =>
        (
          await ask(
            'select failures from webhooks where account_id = $1 and held_until > now() and ' +
              'worker is null',
            [accountId],
          )
        )[0]?.[0]
      await until(held)
      const tried = (await states(hook.id)).filter(({ attempts }) => attempts > 0).length
      assert.ok(tried >= 10 && tried < 100, `${tried} were tried`)
      const before = receiver.received.length
      await timePasses()
      await until(async () => receiver.received.length > before && (await held()))
      assert.equal(receiver.received.length, before + 1)
      failing = false
      await until(async () => {
        await timePasses()
        return (await states(hook.id)).every(({ state }) => state === 'sent')
      })
      await receiver.close()
    })

    test('for three days is paused with a note; its events are kept and go when it is resumed', async () => {
      let failing = true
      const { tell, receiver, hook, states, ask, accountId, store, timePasses } =
        await webhookSetup({
          answering: response => void response.writeHead(failing ? 500 : 200).end(),
        })
      await ask(
        "update webhooks set failing_since = now() - interval '4 days', failures = 30 where " +
          'account_id = $1',
        [accountId],
      )
      await tell(finished)
      const state = async () =>
        (await ask('select state, note from webhooks where account_id = $1', [accountId]))[0]
      await until(async () => (await state())?.[0] === 'paused')
      assert.match((await state())?.[1] ?? '', /accepted nothing for three days.*500/)
      await until(() => telling.lines.some(line => line.msg === 'a webhook was paused'))
      await tell(finished)
      failing = false
      await resumeByName(store, accountId, 'shop')
      await timePasses()
      await until(async () => {
        const all = await states(hook.id)
        return all.length === 2 && all.every(({ state }) => state === 'sent')
      })
      await receiver.close()
    })

    test('with 410 is paused at once', async () => {
      const { tell, receiver, ask, accountId } = await webhookSetup({
        answering: response => void response.writeHead(410).end(),
      })
      await tell(finished)
      const note = await until(
        async () =>
          (
            await ask("select note from webhooks where account_id = $1 and state = 'paused'", [
              accountId,
            ])
          )[0]?.[0],
      )
      assert.match(note ?? '', /wants no more events.*410/)
      await receiver.close()
    })
  })

  test('an event that failed for three days is dead, lets later ones of its person by, and is sent once more on request', async () => {
    let failing = true
    const { tell, receiver, hook, states, ask, accountId, store, timePasses } = await webhookSetup({
      answering: (response, { event }) =>
        void response.writeHead(failing && event.list.id === 1 ? 400 : 200).end(),
    })
    await tell({ kind: 'subscribed', ids: [1], listId: 1 })
    await tell({ kind: 'subscribed', ids: [1], listId: 2 })
    await until(async () => (await states(hook.id))[0]?.attempts === 1)
    await ask(
      "update webhook_events set first_tried_at = now() - interval '73 hours' where " +
        'account_id = $1 and attempts = 1',
      [accountId],
    )
    await timePasses()
    await until(async () => {
      const all = await states(hook.id)
      return all[0]?.state === 'dead' && all[1]?.state === 'sent'
    })
    failing = false
    assert.equal(await replay(store, accountId, 'shop', {}), 1)
    await until(async () => (await states(hook.id)).every(({ state }) => state === 'sent'))
    await receiver.close()
  })

  test('sent events are kept for the retention period, and then trimmed', async () => {
    const { store } = await service()
    const { tell, receiver, hook, states, ask, accountId } = await webhookSetup()
    await tell(finished)
    await tell(finished)
    await until(
      async () => (await states(hook.id)).filter(({ state }) => state === 'sent').length === 2,
    )
    await ask(
      "update webhook_events set at = now() - interval '20 days', tried_at = now() - " +
        "interval '15 days' where account_id = $1 and id = 1",
      [accountId],
    )
    await trimSomeEvents(store, 14)
    assert.deepEqual(
      (await states(hook.id)).map(({ id }) => id),
      [2],
    )
    await receiver.close()
  })

  describe('pauses', () => {
    const failed = { ok: false, answer: '500' }

    test('of an event grow from seconds to hours, for three days', () => {
      const now = Date.now()
      const pause = (tries: number) =>
        outcomeOfEvent(failed, { tries, firstTriedAt: now - 1000 }, now).due!.getTime() - now
      const seconds = [1, 2, 3, 6, 10, 20].map(tries => pause(tries) / 1000)
      for (const [i, expected] of [10, 30, 60, 1800, 21_600, 21_600].entries())
        assert.ok(Math.abs(seconds[i]! / expected - 1) <= 0.1, `${seconds[i]} s`)
      assert.equal(
        outcomeOfEvent(failed, { tries: 20, firstTriedAt: now - GIVEN_UP_AFTER }, now).state,
        'dead',
      )
      assert.equal(
        outcomeOfEvent(failed, { tries: 1, firstTriedAt: undefined }, now).state,
        'waiting',
      )
    })

    test('hear what a receiver asks for, up to an hour', () => {
      const now = Date.now()
      const asked = (waitMillis: number) =>
        healthAfter({ ...failed, waitMillis }, { failures: 0, failingSince: undefined }, now)
      assert.equal(asked(90_000).heldUntil!.getTime() - now, 90_000)
      assert.equal(asked(90_000_000).heldUntil!.getTime() - now, 3_600_000)
      assert.equal(asked(0).heldUntil, undefined)
    })
  })
})
