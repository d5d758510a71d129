/**
 * STARTTLS as it should be, and every way it can be broken: never an email in the clear where
 * encryption was agreed or required.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { certificateForLocalhost } from '../../support/certificate.ts'
import { OFFERS } from '../../support/smtp-sink.ts'
import type { Trick } from '../../support/smtp-tricks.ts'
import { envelope, listening, message, relayAt, sinkFor, within } from './setup.ts'

describe('a relay with broken STARTTLS', { concurrency: true }, () => {
  const offers = [...OFFERS, 'STARTTLS']
  const tls = certificateForLocalhost()
  const bad: [string, Trick | null, RegExp][] = [
    [
      'refuses it',
      { at: 'starttls', do: 'reply', reply: '454 4.7.0 TLS not available' },
      /TLS not available/,
    ],
    ['hangs', { at: 'starttls', do: 'hang' }, /did not answer/],
    ['closes', { at: 'starttls', do: 'close' }, /closed/],
    ['says go, and goes on in the clear', null, /TLS with 127\.0\.0\.1 failed/],
    [
      'says go, then garbage',
      { at: 'starttls', do: 'inject', reply: '250 what?' },
      /TLS with 127\.0\.0\.1 failed/,
    ],
    [
      'says go and leaves',
      { at: 'starttls', do: 'bye', reply: `220 go\r\n${'250 x\r\n'.repeat(20)}` },
      /broke|closed/,
    ],
  ]
  for (const [name, trick, words] of bad) {
    test(name, async t => {
      const sink = await sinkFor(t, { offers, tricks: trick ? [trick] : [] })
      const verdict = await relayAt(t, sink.port, { timeOuts: within(3_000) }).send(
        envelope(),
        message,
      )
      assert.deepEqual([verdict.outcome, verdict.stage], ['unusable', 'starttls'], verdict.text)
      assert.match(verdict.text, words)
      // Never in the clear after all.
      assert.ok(!sink.said.some(line => line.startsWith('MAIL')))
    })
  }

  test('says go, and then nothing', async t => {
    const port = await listening(t, (said, socket) => {
      if (said.startsWith('EHLO')) socket.write('250-x\r\n250 STARTTLS\r\n')
      if (said.startsWith('STARTTLS')) socket.write('220 go\r\n')
    })
    const verdict = await relayAt(t, port, { timeOuts: within(3_000) }).send(envelope(), message)
    assert.deepEqual([verdict.outcome, verdict.stage], ['unusable', 'starttls'])
    assert.match(verdict.text, /did not finish the TLS handshake within/)
  })

  test('replies injected before the handshake are forgotten', async t => {
    const sink = await sinkFor(t, {
      offers,
      tls,
      tricks: [{ at: 'starttls', do: 'inject', reply: '250-x\r\n250 SIZE 1\r\n250 x' }],
    })
    const verdict = await relayAt(t, sink.port).send(envelope(), message)
    assert.equal(verdict.outcome, 'accepted', verdict.text)
    assert.equal(sink.messages[0]!.encrypted, true)
    assert.equal(sink.said.filter(line => line.startsWith('EHLO')).length, 2)
  })

  test('a certificate that is not to be trusted, where it must be', async t => {
    const sink = await sinkFor(t, { offers, tls })
    const strict = relayAt(t, sink.port, {}, 'localhost', '?starttls=required')
    const verdict = await strict.send(envelope(), message)
    assert.deepEqual([verdict.outcome, verdict.stage], ['unusable', 'starttls'])
    assert.match(verdict.text, /certificate of localhost is not trusted/)
    const trusting = relayAt(
      t,
      sink.port,
      { tls: { ca: tls.cert } },
      'localhost',
      '?starttls=required',
    )
    assert.equal((await trusting.send(envelope(), message)).outcome, 'accepted')
    const elsewhere = relayAt(
      t,
      sink.port,
      { tls: { ca: tls.cert, servername: 'other.example' } },
      '127.0.0.1',
      '?starttls=required',
    )
    assert.match(
      (await elsewhere.send(envelope(), message)).text,
      /certificate of the relay is not for/,
    )
    assert.equal(
      (
        await relayAt(t, sink.port, {}, 'localhost', '?starttls=required&verify=no').send(
          envelope(),
          message,
        )
      ).outcome,
      'accepted',
    )
  })

  test('does not offer it where it is required', async t => {
    const sink = await sinkFor(t)
    const verdict = await relayAt(t, sink.port, {}, 'localhost', '?starttls=required').send(
      envelope(),
      message,
    )
    assert.deepEqual([verdict.outcome, verdict.stage], ['unusable', 'starttls'])
    assert.match(verdict.text, /offers no STARTTLS/)
  })
})
