/**
 * Receivers that fail in all manners: each costs itself, is tried again with growing pauses, and no
 * other webhook notices.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resumeNamed } from '../../src/domain/webhooks/keep-webhook.ts'
import { GIVEN_UP_AFTER, healthAfter, outcomeOfEvent } from '../../src/domain/webhooks/outcome.ts'
import { replay } from '../../src/domain/webhooks/replay.ts'
import { trimSomeEvents } from '../../src/domain/webhooks/trim-events.ts'
import { service } from '../support/service.ts'
import { type Answering, webhookReceiver } from '../support/webhook-receiver.ts'
import { eventually, startTelling, webhookSetup } from './setup.ts'

let telling: Awaited<ReturnType<typeof startTelling>>
// Within the suite: its workers stand for this file alone, also where all files run in one process.
describe('receivers that fail', () => {
  before(async () => {
    telling = await startTelling({ limits: { totalMillis: 400, connectMillis: 300 } })
  })
  after(() => telling.stop())

  const finished = { kind: 'import-finished', ids: [0] } as const
  const MB = Buffer.alloc(1 << 20, 'x')

  const bad: Record<string, { answering: Answering; answer: RegExp }> = {
    'never answers': { answering: () => {}, answer: /^no answer within 0\.4 s$/ },
    'answers after the time is over': {
      answering: response => void setTimeout(() => response.writeHead(200).end(), 1500),
      answer: /^no answer within 0\.4 s$/,
    },
    'sends its headers, and its body byte by byte': {
      answering: response => {
        response.writeHead(500)
        const drop = setInterval(() => response.write('x'), 50)
        response.on('close', () => clearInterval(drop))
      },
      answer: /^no answer within 0\.4 s$/,
    },
    'redirects to where clouds keep their keys': {
      answering: response =>
        void response.writeHead(307, { location: 'http://169.254.169.254/latest/' }).end(),
      answer: /^307 Temporary Redirect: redirects are not followed$/,
    },
    'fails without end': {
      answering: response => {
        response.writeHead(500)
        const pour = () => {
          while (!response.destroyed && response.write(MB));
        }
        response.on('drain', pour)
        pour()
      },
      answer: /^500 Internal Server Error$/,
    },
    'breaks off': {
      answering: (_response, _received, request) => void request.socket.destroy(),
      answer: /broke the connection off/,
    },
    'speaks something else': {
      answering: (_response, _received, request) =>
        void request.socket.end('220 mail.example.test ESMTP\r\n'),
      answer: /not HTTP/,
    },
  }

  describe('an event is tried again later when its receiver', { concurrency: 4 }, () => {
    for (const [what, { answering, answer }] of Object.entries(bad))
      test(what, async () => {
        const { tell, states, hook, addHook, receiver } = await webhookSetup({ answering })
        const good = await webhookReceiver()
        await addHook('good', good.url)
        await tell(finished)
        await good.until(1)
        const [state = assert.fail()] = await eventually(async () => {
          const all = await states(hook.id)
          return all[0]?.attempts === 1 && all
        })
        assert.equal(state.state, 'waiting')
        assert.ok(state.later)
        assert.match(state.answer ?? '', answer)
        await receiver.close()
        await good.close()
      })

    test('is not there', async () => {
      const { tell, states, hook, receiver } = await webhookSetup()
      await receiver.close()
      await tell(finished)
      const [state = assert.fail()] = await eventually(async () => {
        const all = await states(hook.id)
        return all[0]?.attempts === 1 && all
      })
      assert.match(state.answer ?? '', /took no connection/)
    })
  })

  test('a receiver that takes an event and then pours without end has taken it', async () => {
    let poured = 0
    const { tell, states, hook, receiver } = await webhookSetup({
      answering: response => {
        response.writeHead(200)
        const pour = () => {
          while (!response.destroyed && response.write(MB)) poured++
        }
        response.on('drain', pour)
        pour()
      },
    })
    await tell(finished)
    await eventually(async () => (await states(hook.id))[0]?.state === 'sent')
    assert.ok(poured < 100, `${poured} MB were taken`)
    await receiver.close()
  })

  test('a receiver that closes each connection after its answer, without a word, fails nothing', async () => {
    // An answer that was late on a busy machine would be tried again too.
    await telling.stop()
    telling = await startTelling({ limits: { totalMillis: 60_000, connectMillis: 60_000 } })
    const { tell, receiver, hook, states } = await webhookSetup({
      answering: (response, _received, request) =>
        void response
          .writeHead(200, { 'content-length': '0' })
          .end(() => setTimeout(() => request.socket.destroy(), 1)),
    })
    await tell({ kind: 'subscribed', ids: Array.from({ length: 400 }, (_, i) => i + 1), listId: 1 })
    await eventually(
      async () => (await states(hook.id)).filter(({ state }) => state === 'sent').length >= 390,
      120_000,
    )
    const tries = (await states(hook.id))
      .filter(({ state }) => state === 'sent')
      .map(({ attempts }) => attempts)
    assert.ok(tries.filter(count => count > 1).length === 0)
    await telling.stop()
    telling = await startTelling({ limits: { totalMillis: 400, connectMillis: 300 } })
    await receiver.close()
  })

  test('an address that has come to lead within is not connected to', async () => {
    const outside = await startTelling({ limits: { totalMillis: 400 } }, '127.0.0.1')
    const { ask, tell, states, receiver, addHook, accountId } = await webhookSetup({
      kinds: ['bounced'],
    })
    const { id } = await addHook('inner', 'http://127.0.0.2:1/', ['import-finished'])
    await telling.stop()
    await tell(finished)
    const [state = assert.fail()] = await eventually(async () => {
      const all = await states(id)
      return all[0]?.attempts === 1 && all
    })
    assert.match(state.answer ?? '', /machine of the service itself.*FETCH_ALLOW/)
    await ask("update work set due = 'infinity' where account_id = $1", [accountId])
    await outside.stop()
    telling = await startTelling({ limits: { totalMillis: 400, connectMillis: 300 } })
    await receiver.close()
  })

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
            'select failures from webhooks where account_id = $1 and held_until > now() and worker is null',
            [accountId],
          )
        )[0]?.[0]
      await eventually(held)
      const tried = (await states(hook.id)).filter(({ attempts }) => attempts > 0).length
      assert.ok(tried >= 10 && tried < 100, `${tried} were tried`)
      const before = receiver.received.length
      await timePasses()
      await eventually(async () => receiver.received.length > before && (await held()))
      assert.equal(receiver.received.length, before + 1)
      failing = false
      await eventually(async () => {
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
        "update webhooks set failing_since = now() - interval '4 days', failures = 30 where account_id = $1",
        [accountId],
      )
      await tell(finished)
      const state = async () =>
        (await ask('select state, note from webhooks where account_id = $1', [accountId]))[0]
      await eventually(async () => (await state())?.[0] === 'paused')
      assert.match((await state())?.[1] ?? '', /took nothing for three days.*500/)
      await eventually(() => telling.lines.some(line => line.msg === 'a webhook was paused'))
      await tell(finished)
      failing = false
      await resumeNamed(store, accountId, 'shop')
      await timePasses()
      await eventually(async () => {
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
      const note = await eventually(
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
    await eventually(async () => (await states(hook.id))[0]?.attempts === 1)
    await ask(
      "update webhook_events set first_tried_at = now() - interval '73 hours' where account_id = $1 and attempts = 1",
      [accountId],
    )
    await timePasses()
    await eventually(async () => {
      const all = await states(hook.id)
      return all[0]?.state === 'dead' && all[1]?.state === 'sent'
    })
    failing = false
    assert.equal(await replay(store, accountId, 'shop', {}), 1)
    await eventually(async () => (await states(hook.id)).every(({ state }) => state === 'sent'))
    await receiver.close()
  })

  test('what was sent is kept for its time, and then trimmed', async () => {
    const { store } = await service()
    const { tell, receiver, hook, states, ask, accountId } = await webhookSetup()
    await tell(finished)
    await tell(finished)
    await eventually(
      async () => (await states(hook.id)).filter(({ state }) => state === 'sent').length === 2,
    )
    await ask(
      "update webhook_events set at = now() - interval '20 days', tried_at = now() - interval '15 days' where account_id = $1 and id = 1",
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
