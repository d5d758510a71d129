/**
 * The relay's pool and what it says on the wire: connections kept and counted, few writes, the
 * caller's marks, what a relay must offer.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sinkInOwnProcess } from '../../support/smtp-sink-process.ts'
import { facts } from './relay-setup.ts'
import { envelope, listening, message, relayAt, sinkFor, within } from './setup.ts'

const many = (count: number) => Array.from({ length: count }, (_, i) => `user${i}@example.com`)

describe('the pool', () => {
  test('many emails over few connections, each once', async t => {
    const sink = await sinkFor(t)
    const relay = relayAt(t, sink.port, { connections: 4 })
    const verdicts = await Promise.all(many(500).map(to => relay.send(envelope(to), message)))
    assert.ok(verdicts.every(verdict => verdict.outcome === 'accepted'))
    assert.equal(sink.counts.size, 500)
    assert.ok([...sink.counts.values()].every(count => count === 1))
    assert.equal(sink.seen.connections, 4)
    assert.deepEqual(relay.state().connections, { open: 4, busy: 0, opening: 0, limit: 4 })

    await relay.close()
    assert.equal(sink.said.filter(line => line === 'QUIT').length, 4)
    assert.equal((await relay.send(envelope(), message)).outcome, 'abandoned')
  })

  test('emails one after another share one connection', async t => {
    const sink = await sinkFor(t)
    const relay = relayAt(t, sink.port)
    for (const to of many(10)) await relay.send(envelope(to), message)
    assert.equal(sink.seen.connections, 1)
  })

  test('so many emails on a connection and no more', async t => {
    const sink = await sinkFor(t)
    const relay = relayAt(t, sink.port, { connections: 1, messagesPerConnection: 10 })
    await Promise.all(many(45).map(to => relay.send(envelope(to), message)))
    assert.deepEqual([sink.seen.connections, sink.seen.messages], [5, 45])
  })

  test('few at a time to a destination that takes few, and others pass them', async t => {
    const sink = await sinkFor(t, { tricks: [{ at: 'dot', do: 'hold', about: '@few.test' }] })
    const relay = relayAt(t, sink.port, { connections: 5 })
    const destination = { name: 'few', connections: 2, messagesPerConnection: null }
    const few = many(6).map(to =>
      relay.send(envelope(to.replace('example.com', 'few.test')), message, { destination }),
    )
    await Promise.all(many(20).map(to => relay.send(envelope(to), message)))
    const begun = sink.said.filter(line => line.startsWith('RCPT') && line.includes('@few.test'))
    assert.equal(begun.length, 2)
    sink.release()
    await Promise.all(few)
    assert.equal(sink.counts.size, 26)
  })

  test('a connection is replaced after the emails that a destination takes on one', async t => {
    const sink = await sinkFor(t)
    const relay = relayAt(t, sink.port, { connections: 1 })
    const destination = { name: 'few', connections: null, messagesPerConnection: 4 }
    await Promise.all(many(12).map(to => relay.send(envelope(to), message, { destination })))
    assert.deepEqual([sink.seen.connections, sink.seen.messages], [3, 12])
  })

  test('a connection without work is ended', async t => {
    const sink = await sinkFor(t)
    const relay = relayAt(t, sink.port, { idleMs: 40 })
    await relay.send(envelope(), message)
    await sleep(300)
    assert.equal(relay.state().connections.open, 0)
    assert.equal(sink.said.at(-1), 'QUIT')
  })

  for (const farewell of ['421 4.4.2 enough\r\n', '']) {
    for (const mark of ['first', 'between'] as const) {
      test(`a kept connection that ends ${farewell ? 'with 421' : 'silently'} at the next email costs nothing, marked ${mark}`, async t => {
        let [served, last] = [0, null as unknown]
        const port = await listening(t, (said, socket) => {
          if (said.startsWith('EHLO')) socket.write('250-x\r\n250 PIPELINING\r\n')
          else if (said.startsWith('MAIL') && socket === last) socket.end(farewell)
          else if (said.startsWith('MAIL'))
            socket.write(`250 x\r\n250 x\r\n${said.includes('DATA') ? '354 x\r\n' : ''}`)
          else if (said === 'DATA\r\n') socket.write('354 x\r\n')
          else if (said.endsWith('\r\n.\r\n')) {
            served++
            last = socket
            socket.write('250 x\r\n')
          }
        })
        const relay = relayAt(t, port, { connections: 1 })
        let marks = 0
        for (const count of [1, 2, 3]) {
          const verdict = await relay.send(envelope(), message, {
            mark,
            beforeData: async () => ++marks > 0,
          })
          assert.equal(verdict.outcome, 'accepted', verdict.text)
          assert.deepEqual([served, marks], [count, count])
        }
      })
    }
  }

  test('a connection that ended while idle is not used', async t => {
    const sink = await sinkFor(t, {
      tricks: [{ at: 'dot', do: 'inject', reply: '421 4.4.2 And now good-bye' }],
    })
    const relay = relayAt(t, sink.port, { connections: 1 })
    assert.equal((await relay.send(envelope(), message)).outcome, 'accepted')
    assert.equal((await relay.send(envelope(), message)).outcome, 'accepted')
    assert.equal(sink.seen.connections, 2)
  })

  test('a relay that refuses more connections is used with those it allows', async t => {
    const sink = await sinkFor(t)
    const relay = relayAt(t, sink.port, { connections: 8 })
    await relay.send(envelope(), message)
    sink.tell([{ at: 'greeting', do: 'bye', reply: '421 4.7.0 Too many connections' }])
    const verdicts = await Promise.all(many(100).map(to => relay.send(envelope(to), message)))
    assert.ok(verdicts.every(verdict => verdict.outcome === 'accepted'))
    assert.equal(relay.state().connections.limit, 1)
    assert.match(relay.state().failing!.verdict.text, /Too many connections/)
  })

  test('a relay that refuses connections: every email untried, with the reason', async t => {
    const sink = await sinkFor(t, {
      tricks: [{ at: 'greeting', do: 'bye', reply: '554 5.7.1 Go away', times: 5 }],
    })
    const relay = relayAt(t, sink.port, { connections: 5 })
    const verdicts = await Promise.all(many(50).map(to => relay.send(envelope(to), message)))
    assert.ok(
      verdicts.every(verdict => verdict.outcome === 'unusable' && verdict.text === 'Go away'),
    )
    assert.equal((await relay.send(envelope(), message)).outcome, 'accepted')
    assert.equal(relay.state().failing, null)
  })

  test('closing: emails in flight are finished, waiting ones are not begun, a hanging relay is cut off', async t => {
    const sink = await sinkFor(t)
    const relay = relayAt(t, sink.port, { connections: 1 })
    await relay.send(envelope(), message)
    sink.tell([{ at: 'dot', do: 'hang' }])
    const [first, second] = [relay.send(envelope(), message), relay.send(envelope(), message)]
    await sleep(50)
    await relay.close(50)
    assert.equal((await first).outcome, 'uncertain')
    assert.deepEqual(facts(await second), ['abandoned', 'waiting', null, 'us'])
    assert.equal(relay.state().connections.open, 0)
  })

  test('closing while a connection is being opened', async t => {
    const sink = await sinkFor(t, { tricks: [{ at: 'greeting', do: 'hang' }] })
    const relay = relayAt(t, sink.port, { timeOuts: within(60_000) })
    const sent = relay.send(envelope(), message)
    await sleep(20)
    await relay.close()
    assert.equal((await sent).outcome, 'abandoned')
  })

  test('any mixture of refusals: each email gets its own reply', async t => {
    const sink = await sinkFor(t, {
      tricks: [
        { at: 'rcpt', do: 'reply', reply: '550 5.1.1 User unknown', about: '3@' },
        { at: 'rcpt', do: 'reply', reply: '450 4.2.0 Later', about: '5@' },
        { at: 'dot', do: 'reply', reply: '554 5.7.1 Spam detected', about: '7@' },
        { at: 'data', do: 'reply', reply: '451 4.3.0 Not now', about: '8@' },
        { at: 'rcpt', do: 'bye', reply: '421 4.7.0 Enough', about: '99@' },
      ],
    })
    for (const offers of [1, 2]) {
      const relay = relayAt(t, sink.port, { connections: 3 })
      const verdicts = await Promise.all(
        many(200).map(to =>
          relay.send(envelope(to), message, { mark: offers === 1 ? 'first' : 'between' }),
        ),
      )
      for (const [i, { outcome, stage }] of verdicts.entries()) {
        const expected =
          i === 99 || i === 199
            ? ['deferred', 'rcpt']
            : ({
                3: ['refused', 'rcpt'],
                5: ['deferred', 'rcpt'],
                7: ['refused', 'dot'],
                8: ['deferred', 'data'],
              }[i % 10] ?? ['accepted', 'dot'])
        assert.deepEqual([outcome, stage], expected, `user${i}`)
      }
    }
    for (const [address, count] of sink.counts) assert.equal(count, 2, address)
  })

  test('the sink in a process of its own counts the same, also emails whose reply is lost', async t => {
    const sink = await sinkInOwnProcess({ tricks: [{ at: 'dot', do: 'lose', about: '7@' }] })
    t.after(() => sink.stop())
    const relay = relayAt(t, sink.port, { connections: 5, timeOuts: {} })
    const send = (to: string) => relay.send(envelope(to), message)
    const verdicts = await Promise.all(many(1000).map(send))
    assert.equal(verdicts.filter(verdict => verdict.outcome === 'uncertain').length, 100)
    assert.equal(verdicts.filter(verdict => verdict.outcome === 'accepted').length, 900)
    await sink.tell([])
    assert.equal((await send('user7@example.com')).outcome, 'accepted')
    const { counts, seen } = await sink.tally()
    assert.deepEqual([counts.size, counts.get('user7@example.com'), seen.messages], [1000, 2, 1001])
  })
})
