/**
 * Connections to a gateway: how they come about, break, and come back; and gateways that talk
 * nonsense or not at all.
 */
import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import type { SmsVerdict } from '../../src/sms/gateway.ts'
import { readSmppUrl } from '../../src/sms/gateway-url.ts'
import { createSmppGateway, type SmppOptions } from '../../src/sms/smpp/gateway.ts'
import { certificateForLocalhost } from '../support/certificate.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'
import { listening, pair, smppServer, smsTo } from './server.ts'

/** Short, and not so short that an answer is late on a busy machine. */
const QUICK = { connect: 1500, bind: 1500, answer: 1500, enquire: 1500, unbind: 50 }

/** A server that is told what to do with each connection, byte by byte. */
async function rawServer(
  t: TestContext,
  take: (socket: Socket, packet: Buffer) => void,
  more: Partial<SmppOptions> = {},
) {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    let kept = Buffer.alloc(0)
    socket.on('data', chunk => {
      kept = Buffer.concat([kept, chunk])
      while (kept.length >= 4 && kept.length >= kept.readUInt32BE(0)) {
        const packet = kept.subarray(0, kept.readUInt32BE(0))
        kept = kept.subarray(packet.length)
        take(socket, packet)
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const { receipts, replies, listener } = listening()
  const events: [string, Record<string, string | number>][] = []
  const gateway = createSmppGateway({
    url: readSmppUrl(`smpp://user:secret@127.0.0.1:${port}?window=5&enquire=1`),
    listener,
    timeOuts: QUICK,
    firstPauseMillis: 30,
    log: (event, facts) => events.push([event, facts]),
    ...more,
  })
  t.after(async () => {
    await gateway.close(0)
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  })
  return { gateway, sockets, events, receipts, replies }
}

const commandOf = (packet: Buffer): number => packet.readUInt32BE(4)
const BIND = 9
const SUBMIT = 4
const ENQUIRE = 0x15

function respond(socket: Socket, packet: Buffer, body = '', status = 0): void {
  const bytes = Buffer.from(`${body}\0`, 'latin1')
  const head = Buffer.alloc(16)
  head.writeUInt32BE(16 + bytes.length, 0)
  head.writeUInt32BE((commandOf(packet) | 0x80000000) >>> 0, 4)
  head.writeUInt32BE(status, 8)
  packet.copy(head, 12, 12, 16)
  socket.write(Buffer.concat([head, bytes]))
}

const outcomes = (verdicts: SmsVerdict[]) => verdicts.map(({ outcome }) => outcome)

describe('connections to a gateway', () => {
  test('a gateway that is not there takes nothing, and is found when it comes', async t => {
    const port = await freePort()
    const events: string[] = []
    const gateway = createSmppGateway({
      url: readSmppUrl(`smpp://user:secret@127.0.0.1:${port}`),
      listener: listening().listener,
      firstPauseMillis: 30,
      log: event => events.push(event),
    })
    t.after(() => gateway.close(0))
    const verdict = await gateway.send(smsTo('+46701234567'))
    assert.deepEqual(
      [verdict.outcome, verdict.reply],
      ['unusable', '127.0.0.1 refuses connections on that port'],
    )
    assert.equal(gateway.state().up, false)
    const server = await smppServer({ port })
    t.after(() => server.close())
    await until(() => gateway.state().up)
    assert.equal((await gateway.send(smsTo('+46701234567'))).outcome, 'accepted')
  })

  test('a refused log-in is said with its reason and without the password', async t => {
    const { gateway, events } = await rawServer(t, (socket, packet) =>
      respond(socket, packet, '', 14),
    )
    const verdict = await gateway.send(smsTo('+46701234567'))
    assert.deepEqual(
      [verdict.outcome, verdict.reply],
      ['unusable', 'The gateway refused to bind: ESME_RINVPASWD (0x0e)'],
    )
    assert.doesNotMatch(JSON.stringify([events, gateway.shown, gateway.state(), verdict]), /secret/)
    assert.match(gateway.shown, /^smpp:\/\/user@127\.0\.0\.1:\d+$/)
  })

  test('a break in the middle: what was written is uncertain, the rest goes on the next connection, and nothing goes twice', async t => {
    const had = new Map<string, number>()
    const { server, gateway } = await pair(
      t,
      {
        answer: (pdu, session, count) => {
          const number = String(pdu.destination_addr)
          had.set(number, (had.get(number) ?? 0) + 1)
          if (count % 40 === 0) session.destroy()
          return count % 40 > 35 ? undefined : `id${count}`
        },
      },
      { query: 'window=10', timeOuts: QUICK },
    )
    const numbers = Array.from({ length: 200 }, (_, i) => `+4670${1_000_000 + i}`)
    const verdicts = await Promise.all(numbers.map(number => gateway.send(smsTo(number))))
    const counts = Map.groupBy(verdicts, ({ outcome }) => outcome)
    assert.deepEqual([...counts.keys()].sort(), ['accepted', 'uncertain'])
    const uncertain = counts.get('uncertain')!.length
    assert.ok(uncertain >= 4 && uncertain <= server.sessions.length * 10, `${uncertain} uncertain`)
    assert.ok(server.sessions.length > 3)
    assert.equal(Math.max(...had.values()), 1)
    for (const [i, { outcome }] of verdicts.entries())
      if (outcome === 'accepted') assert.equal(had.get(numbers[i]!.slice(1)), 1)
  })

  test('a gateway that unbinds gets its answer, and is connected to again', async t => {
    const { server, gateway, events } = await pair(t)
    await gateway.send(smsTo('+46701234567'))
    const answered = new Promise<number>(resolve =>
      server.sessions[0]!.unbind({}, pdu => resolve(pdu.command_status)),
    )
    assert.equal(await answered, 0)
    await until(() => events.includes('the gateway is closing the connection'))
    server.sessions[0]!.close()
    await until(() => server.sessions.length === 2)
    assert.equal((await gateway.send(smsTo('+46701234567'))).outcome, 'accepted')
  })

  test('asks for a sign of life, and gives one', async t => {
    let asked = 0
    const { gateway, sockets } = await rawServer(t, (socket, packet) => {
      if (commandOf(packet) === ENQUIRE) asked++
      if (commandOf(packet) === 0x80000015) asked += 100
      else respond(socket, packet)
    })
    await until(() => gateway.state().up)
    await until(() => asked >= 1)
    assert.equal(gateway.state().up, true)
    const enquire = Buffer.from([0, 0, 0, 16, 0, 0, 0, ENQUIRE, 0, 0, 0, 0, 0, 0, 0, 7])
    for (const socket of sockets) socket.write(enquire)
    await until(() => asked >= 101)
  })

  test('over TLS, with a certificate that is asked for', async t => {
    const { key, cert } = certificateForLocalhost()
    const trusting = await pair(
      t,
      { tls: { key, cert } },
      { tls: { ca: cert, servername: 'localhost' } },
    )
    assert.equal((await trusting.gateway.send(smsTo('+46701234567'))).outcome, 'accepted')
    const { gateway } = await pair(t, { tls: { key, cert } })
    const verdict = await gateway.send(smsTo('+46701234567'))
    assert.equal(verdict.outcome, 'unusable')
    assert.match(verdict.reply, /certificate of 127\.0\.0\.1 is not trusted/)
    const careless = await pair(t, { tls: { key, cert } }, { query: 'verify=no' })
    assert.equal((await careless.gateway.send(smsTo('+46701234567'))).outcome, 'accepted')
  })
})

describe('gateways that behave badly', () => {
  /** Binds, then does this with the first text. */
  const afterBind = (t: TestContext, then: (socket: Socket, packet: Buffer) => void) =>
    rawServer(t, (socket, packet) => {
      if (commandOf(packet) === BIND) respond(socket, packet, 'raw')
      else if (commandOf(packet) === SUBMIT) then(socket, packet)
    })

  for (const [name, bytes] of [
    ['garbage', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['a length of 2^31', Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1])],
    ['a length of 8', Buffer.from([0, 0, 0, 8, 0, 0, 0, 4])],
  ] as const)
    test(`${name} ends the connection, and leaves the text uncertain`, async t => {
      const { gateway } = await afterBind(t, socket => socket.write(bytes))
      const verdict = await gateway.send(smsTo('+46701234567'))
      assert.equal(verdict.outcome, 'uncertain')
      assert.match(verdict.reply, /sent invalid SMPP: a packet of \d+ bytes/)
    })

  test('one that falls silent, after an SMS or in half a packet, is left', async t => {
    for (const bytes of [Buffer.alloc(0), Buffer.from([0, 0, 0, 40, 0x80, 0, 0, 4])]) {
      const { gateway, sockets } = await afterBind(t, socket => socket.write(bytes))
      const verdict = await gateway.send(smsTo('+46701234567'))
      assert.equal(verdict.outcome, 'uncertain')
      assert.match(verdict.reply, /did not answer within/)
      await until(() => sockets.size > 1)
    }
  })

  test('one that takes connections and says nothing is no gateway', async t => {
    const { gateway } = await rawServer(t, () => {})
    const verdict = await gateway.send(smsTo('+46701234567'))
    assert.deepEqual(
      [verdict.outcome, verdict.reply],
      ['unusable', 'The gateway did not answer within 1.5 s'],
    )
  })

  test('answers to nothing, unknown commands and cut bodies change nothing', async t => {
    const { gateway, receipts, replies } = await afterBind(t, (socket, packet) => {
      const nonsense = Buffer.from(packet.subarray(0, 16))
      nonsense.writeUInt32BE(16, 0)
      for (const command of [0x80000004, 0x80000009, 0x77, 0x103, 5, 0x102]) {
        nonsense.writeUInt32BE(command, 4)
        nonsense.writeUInt32BE(0x7ffffff0, 12)
        socket.write(nonsense)
      }
      respond(socket, packet, 'abc')
    })
    const verdict = await gateway.send(smsTo('+46701234567'))
    assert.deepEqual([verdict.outcome, verdict.gatewayIds], ['accepted', ['abc']])
    assert.deepEqual([receipts, replies], [[], []])
  })

  test('an answer whose id is far too long, without its end, or missing', async t => {
    let body = Buffer.alloc(3000, 0x61)
    const { gateway } = await afterBind(t, (socket, packet) => {
      const head = Buffer.from([0, 0, 0, 0, 0x80, 0, 0, 4, 0, 0, 0, 0, ...packet.subarray(12, 16)])
      head.writeUInt32BE(16 + body.length, 0)
      socket.write(Buffer.concat([head, body]))
    })
    assert.deepEqual((await gateway.send(smsTo('+46701234567'))).gatewayIds, ['a'.repeat(64)])
    body = Buffer.alloc(0)
    assert.deepEqual((await gateway.send(smsTo('+46701234567'))).gatewayIds, [''])
  })

  test('one that is closed while it is silent leaves its SMS uncertain', async t => {
    let submits = 0
    const { gateway } = await afterBind(t, () => void submits++)
    const sent = Promise.all([
      gateway.send(smsTo('+46701234567')),
      gateway.send(smsTo('+46701234568')),
    ])
    await until(() => submits === 2)
    await gateway.close(50)
    assert.deepEqual(outcomes(await sent), ['uncertain', 'uncertain'])
  })
})
