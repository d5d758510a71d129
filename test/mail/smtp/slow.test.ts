/** Relays that are slow, stop in the middle or are not there: the verdict comes in time. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { envelope, listening, message, relayAt, sinkFor, within } from './setup.ts'

// One at a time: a process that is busy elsewhere does not read in time what has come in time.
describe('a relay that is slow, or stops in the middle', () => {
  test('every reply byte by byte, within the time-outs', async t => {
    const sink = await sinkFor(t, { tricks: [{ at: 'mail', do: 'slow' }] })
    const relay = relayAt(t, sink.port)
    assert.equal((await relay.send(envelope(), message)).outcome, 'accepted')
  })

  test('every reply byte by byte, beyond the time-outs: the whole reply counts, not each byte', async t => {
    const sink = await sinkFor(t, { tricks: [{ at: 'dot', do: 'slow' }] })
    const relay = relayAt(t, sink.port, { timeOuts: { ...within(10_000), dot: 200 } })
    const verdict = await relay.send(envelope(), message)
    assert.deepEqual([verdict.outcome, verdict.stage], ['uncertain', 'dot'])
    assert.match(verdict.text, /did not answer within 200 ms/)
  })

  const big = Buffer.alloc(12_000_000, `${'x'.repeat(98)}\r\n`)

  test('closes in the middle of a long email: certainly not taken', async t => {
    const sink = await sinkFor(t, { tricks: [{ at: 'content', do: 'close' }] })
    const verdict = await relayAt(t, sink.port).send(envelope(), big)
    assert.deepEqual([verdict.outcome, verdict.stage, verdict.code], ['deferred', 'content', 0])
  })

  test('says 552 in the middle of a long email, having lied about SIZE', async t => {
    const sink = await sinkFor(t, {
      tricks: [{ at: 'content', do: 'bye', reply: '552 5.3.4 Too big after all' }],
    })
    const verdict = await relayAt(t, sink.port).send(envelope(), big)
    assert.deepEqual(
      [verdict.outcome, verdict.stage, verdict.code, verdict.about],
      ['refused', 'content', 552, 'content'],
    )
  })

  test('stops reading in the middle of a long email', async t => {
    const port = await listening(t, (said, socket) => {
      if (said.startsWith('EHLO')) socket.write('250-x\r\n250 PIPELINING\r\n')
      if (said.startsWith('MAIL')) {
        socket.write('250 x\r\n250 x\r\n354 x\r\n')
        socket.pause()
      }
    })
    const relay = relayAt(t, port, { timeOuts: { ...within(10_000), content: 300 } })
    const verdict = await relay.send(envelope(), big)
    assert.deepEqual([verdict.outcome, verdict.stage], ['deferred', 'content'])
    assert.match(verdict.text, /did not accept the email within 300 ms/)
  })

  test('no listener, no such host', async t => {
    const sink = await sinkFor(t)
    await sink.stop()
    const refused = await relayAt(t, sink.port).send(envelope(), message)
    assert.deepEqual(
      [refused.outcome, refused.stage, refused.about],
      ['unusable', 'connect', 'relay'],
    )
    assert.match(refused.text, /refuses connections on that port/)
    const unknown = await relayAt(t, 25, {}, 'no-such-host.invalid').send(envelope(), message)
    assert.deepEqual([unknown.outcome, unknown.stage], ['unusable', 'connect'])
  })
})
