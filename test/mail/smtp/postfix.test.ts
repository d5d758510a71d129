/**
 * Our client against Postfix's smtp-sink: pipelining and its absence, many emails over few
 * connections, and its ways to misbehave.
 */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { SendOptions } from '../../../src/mail/smtp/queue.ts'
import type { RelayOutcome, Stage } from '../../../src/mail/smtp/verdict.ts'
import { type PostfixSink, startPostfixSink, withoutPostfix } from '../../support/postfix-sink.ts'
import { envelope, message, relayAt } from './setup.ts'

async function postfixFor(t: TestContext, args: string[] = [], dump = false): Promise<PostfixSink> {
  const sink = await startPostfixSink(args, dump)
  t.after(() => sink.stop())
  return sink
}

describe("Postfix's smtp-sink", { skip: withoutPostfix }, () => {
  const shapes: [string, string[], SendOptions][] = [
    ['in one write', [], {}],
    ['marked first', [], { mark: 'first', beforeData: async () => true }],
    ['marked between', [], { mark: 'between', beforeData: async () => true }],
    ['without PIPELINING', ['-p'], { beforeData: async () => true }],
    ['without ESMTP', ['-e'], {}],
  ]
  for (const [name, args, options] of shapes) {
    test(`2,000 emails ${name}: each understood once and whole`, async t => {
      const sink = await postfixFor(t, args, true)
      const relay = relayAt(t, sink.port, {
        connections: 5,
        messagesPerConnection: 150,
        timeOuts: {},
      })
      const addresses = Array.from({ length: 2000 }, (_, i) => `user${i}@example.com`)
      const verdicts = await Promise.all(
        addresses.map(to => relay.send(envelope(to), message, options)),
      )
      assert.deepEqual(new Set(verdicts.map(verdict => verdict.outcome)), new Set(['accepted']))
      await relay.close()

      const messages = sink.dumped()
      const understood = messages.map(dumped => /^X-Rcpt-Args: <(.*)>/m.exec(dumped)?.[1]).sort()
      assert.deepEqual(understood, addresses.toSorted())
      // It writes line ends as LF.
      const body = message.toString('latin1').replaceAll('\r\n', '\n')
      assert.ok(messages.every(dumped => dumped.includes(body)))
    })
  }

  const tricks: [string, string[], RelayOutcome, Stage][] = [
    ['refuses the recipient', ['-f', 'RCPT'], 'refused', 'rcpt'],
    ['refuses the email', ['-f', '.'], 'refused', 'dot'],
    ['defers at MAIL', ['-r', 'MAIL'], 'deferred', 'mail'],
    ['defers the email', ['-r', '.'], 'deferred', 'dot'],
    ['disconnects at RCPT', ['-q', 'RCPT'], 'deferred', 'rcpt'],
    ['disconnects after the dot', ['-q', '.'], 'uncertain', 'dot'],
    ['says 421 at DATA', ['-Q', 'DATA'], 'deferred', 'data'],
    ['says 421 after the dot', ['-Q', '.'], 'deferred', 'dot'],
    ['says 421 to whoever connects', ['-Q', 'CONNECT'], 'unusable', 'greeting'],
  ]
  for (const [name, args, outcome, stage] of tricks) {
    test(`${name}: ${outcome}`, async t => {
      const sink = await postfixFor(t, args)
      const verdict = await relayAt(t, sink.port).send(envelope(), message)
      assert.deepEqual([verdict.outcome, verdict.stage], [outcome, stage], verdict.text)
    })
  }

  test('refuses before it has heard the email: refused, whether the email was already on its way or not', async t => {
    const sink = await postfixFor(t, ['-A', '0'])
    const verdict = await relayAt(t, sink.port).send(envelope(), message)
    assert.deepEqual([verdict.outcome, verdict.code], ['refused', 550])
  })
})
