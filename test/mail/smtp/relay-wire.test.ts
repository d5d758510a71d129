/** The commands to a relay, by its extensions. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commands, facts, without } from './relay-setup.ts'
import { envelope, listening, message, relayAt, sinkFor } from './setup.ts'

describe('the wire', () => {
  test('one write where PIPELINING is offered, one by one where it is not', async t => {
    for (const [offers, expected] of [
      [['PIPELINING'], ['MAIL+RCPT+DATA', '.']],
      [[], ['MAIL', 'RCPT', 'DATA', '.']],
    ] as const) {
      const writes: string[] = []
      const port = await listening(t, (said, socket) => {
        if (said.startsWith('EHLO'))
          return void socket.write(
            ['250-x', ...offers.map(o => `250-${o}`), '250 HELP\r\n'].join('\r\n'),
          )
        const lines = said.endsWith('\r\n.\r\n') ? ['.'] : commands(said.trim().split('\r\n'))
        writes.push(lines.join('+'))
        for (const line of lines) socket.write(line === 'DATA' ? '354 x\r\n' : '250 x\r\n')
      })
      await relayAt(t, port).send(envelope(), message)
      assert.deepEqual(writes, expected)
    }
  })

  test('a server that knows only HELO', async t => {
    const sink = await sinkFor(t, {
      tricks: [{ at: 'ehlo', do: 'reply', reply: '502 Unknown command', times: 1 }],
    })
    assert.equal((await relayAt(t, sink.port).send(envelope(), message)).outcome, 'accepted')
    assert.match(sink.said[1]!, /^HELO \S+$/)
  })

  test('parameters where they are offered', async t => {
    const dsn = {
      notify: ['failure', 'delay'],
      return: 'headers',
      envelopeId: 'a+b',
      originalRecipient: 'ada@example.org',
    } as const
    const eight = Buffer.from('Subject: x\r\n\r\nna\xefve\r\n', 'latin1')
    const messageFor = {
      ...envelope('jürgen@bücher.example', ''),
      dsn: { ...dsn, notify: [...dsn.notify] },
    }
    const sink = await sinkFor(t)
    assert.equal(
      (
        await relayAt(t, sink.port, {}, '127.0.0.1', '?name=out.example.net').send(
          messageFor,
          eight,
        )
      ).outcome,
      'accepted',
    )
    assert.deepEqual(sink.said.slice(0, 3), [
      'EHLO out.example.net',
      'MAIL FROM:<> SIZE=21 BODY=8BITMIME SMTPUTF8 RET=HDRS ENVID=a+2Bb',
      'RCPT TO:<jürgen@xn--bcher-kva.example> NOTIFY=FAILURE,DELAY ORCPT=rfc822;ada@example.org',
    ])
    const bare = await sinkFor(t, { offers: [] })
    await relayAt(t, bare.port).send({ ...envelope(), dsn: { notify: 'never' } }, message)
    assert.deepEqual(bare.said.slice(1, 3), [
      'MAIL FROM:<news@example.net>',
      'RCPT TO:<ada@example.com>',
    ])
  })

  test('what the relay does not offer is refused here, with nothing sent', async t => {
    const sink = await sinkFor(t, { offers: ['PIPELINING', 'SIZE 100'] })
    const relay = relayAt(t, sink.port)
    const cases: [string, string, Buffer, unknown[]][] = [
      [
        'jürgen@example.com',
        'news@example.net',
        message,
        ['refused', 'mail', '5.6.7', 'recipient'],
      ],
      ['ada@example.com', 'nüws@example.net', message, ['refused', 'mail', '5.6.7', 'us']],
      [
        'ada@example.com',
        'news@example.net',
        Buffer.from('x: y\r\n\r\n\xff', 'latin1'),
        ['refused', 'mail', '5.6.3', 'content'],
      ],
      [
        'ada@example.com',
        'news@example.net',
        Buffer.alloc(99, 'x'),
        ['refused', 'mail', '5.3.4', 'content'],
      ],
      ['ada@example.com', 'a\r\nRSET@example.net', message, ['refused', 'mail', '5.1.7', 'us']],
      [
        'a>\r\nDATA\r\n@example.net',
        'news@example.net',
        message,
        ['refused', 'mail', '5.1.3', 'recipient'],
      ],
      ['', 'news@example.net', message, ['refused', 'mail', '5.1.3', 'recipient']],
    ]
    for (const [to, from, bytes, expected] of cases)
      assert.deepEqual(facts(await relay.send(envelope(to, from), bytes)), expected)
    assert.deepEqual(commands(sink.said), ['EHLO'])
    assert.equal((await relay.send(envelope(), Buffer.alloc(98, 'x'))).outcome, 'accepted')
    const unlimited = await sinkFor(t, { offers: ['SIZE 0'] })
    assert.equal((await relayAt(t, unlimited.port).send(envelope(), message)).outcome, 'accepted')
  })

  test('a relay that has less to offer than it says', async t => {
    const sink = await sinkFor(t, {
      offers: without('SIZE'),
      tricks: [{ at: 'dot', do: 'reply', reply: '552 5.3.4 Too big' }],
    })
    assert.deepEqual(facts(await relayAt(t, sink.port).send(envelope(), message)), [
      'refused',
      'dot',
      '5.3.4',
      'content',
    ])
  })
})
