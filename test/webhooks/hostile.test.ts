/**
 * Receivers that fail in all manners: each costs itself, is tried again with growing pauses, and no
 * other webhook notices.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../support/until.ts'
import { type Answering, webhookReceiver } from '../support/webhook-receiver.ts'
import { startTelling, webhookSetup } from './setup.ts'

/** Short, and not so short that an answer is late on a busy machine. */
const LIMITS = { totalMillis: 2_000, connectMillis: 2_000 }

let telling: Awaited<ReturnType<typeof startTelling>>
// Within the suite: its workers stand for this file alone, also where all files run in one process.
describe('receivers that fail', () => {
  before(async () => {
    telling = await startTelling({ limits: LIMITS })
  })
  after(() => telling.stop())

  const finished = { kind: 'import-finished', ids: [0] } as const
  const MB = Buffer.alloc(1 << 20, 'x')

  const bad: Record<string, { answering: Answering; answer: RegExp }> = {
    'never answers': { answering: () => {}, answer: /^no answer within 2 s$/ },
    'answers after the time is over': {
      answering: response => void setTimeout(() => response.writeHead(200).end(), 4_000),
      answer: /^no answer within 2 s$/,
    },
    'sends its headers, and its body byte by byte': {
      answering: response => {
        response.writeHead(500)
        const drop = setInterval(() => response.write('x'), 50)
        response.on('close', () => clearInterval(drop))
      },
      answer: /^no answer within 2 s$/,
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
      answer: /closed the connection/,
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
        const [state = assert.fail()] = await until(async () => {
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
      const [state = assert.fail()] = await until(async () => {
        const all = await states(hook.id)
        return all[0]?.attempts === 1 && all
      })
      assert.match(state.answer ?? '', /refused the connection/)
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
    await until(async () => (await states(hook.id))[0]?.state === 'sent')
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
    await until(
      async () => (await states(hook.id)).filter(({ state }) => state === 'sent').length >= 390,
    )
    const tries = (await states(hook.id))
      .filter(({ state }) => state === 'sent')
      .map(({ attempts }) => attempts)
    assert.ok(tries.filter(count => count > 1).length === 0)
    await telling.stop()
    telling = await startTelling({ limits: LIMITS })
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
    const [state = assert.fail()] = await until(async () => {
      const all = await states(id)
      return all[0]?.attempts === 1 && all
    })
    assert.match(state.answer ?? '', /machine of the service itself.*FETCH_ALLOW/)
    await ask("update work set due = 'infinity' where account_id = $1", [accountId])
    await outside.stop()
    telling = await startTelling({ limits: LIMITS })
    await receiver.close()
  })
})
