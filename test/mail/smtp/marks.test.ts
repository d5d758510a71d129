/**
 * The caller's mark before DATA: never after it, never without it, and never for emails that a
 * relay would not take anyhow.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RelayVerdict } from '../../../src/mail/smtp/verdict.ts'
import { OFFERS } from '../../support/smtp-sink.ts'
import { envelope, message, relayAt, sinkFor } from './setup.ts'

const without = (word: string) => OFFERS.filter(offer => offer !== word)
const many = (count: number) => Array.from({ length: count }, (_, i) => `user${i}@example.com`)
const commands = (said: string[]) => said.map(line => line.split(/[ :]/, 1).join())
const facts = ({ outcome, stage, enhanced, about }: RelayVerdict) => [
  outcome,
  stage,
  enhanced,
  about,
]

describe('the mark before DATA', () => {
  for (const mark of ['first', 'between'] as const) {
    test(`${mark}: nothing of DATA before the mark, and nothing at all without it`, async t => {
      const sink = await sinkFor(t)
      const relay = relayAt(t, sink.port, { connections: 1 })
      let saidBefore: string[] = []
      const beforeData = async () => {
        await sleep(20)
        saidBefore = commands(sink.said)
        return true
      }
      assert.equal(
        (await relay.send(envelope(), message, { mark, beforeData })).outcome,
        'accepted',
      )
      assert.deepEqual(saidBefore, mark === 'first' ? ['EHLO'] : ['EHLO', 'MAIL', 'RCPT'])

      const held = await relay.send(envelope('held@example.com'), message, {
        mark,
        beforeData: async () => false,
      })
      assert.equal(held.outcome, 'abandoned')
      const lapsed = await relay.send(envelope('lapsed@example.com'), message, {
        mark,
        stillOurs: () => false,
      })
      assert.equal(lapsed.outcome, 'abandoned')
      await assert.rejects(
        relay.send(envelope('failed@example.com'), message, {
          mark,
          beforeData: () => Promise.reject(new Error('the store')),
        }),
        /the store/,
      )
      assert.equal((await relay.send(envelope('grace@example.com'), message)).outcome, 'accepted')
      assert.deepEqual([...sink.counts.keys()], ['ada@example.com', 'grace@example.com'])
    })

    test(`${mark}: a lease that lapses between DATA and the content`, async t => {
      const sink = await sinkFor(t)
      let asked = 0
      const verdict = await relayAt(t, sink.port).send(envelope(), message, {
        mark,
        stillOurs: () => ++asked < 2,
      })
      assert.deepEqual(facts(verdict), ['abandoned', 'content', null, 'us'])
      await sleep(50)
      assert.equal(sink.seen.messages, 0)
    })
  }

  test('first: while emails wait for a connection, so many ahead and none for a relay that is down', async t => {
    const sink = await sinkFor(t, {
      tricks: [{ at: 'greeting', do: 'bye', reply: '421 4.3.2 Down', times: 1 }],
    })
    const relay = relayAt(t, sink.port, { connections: 1, marksAhead: 5 })
    let [marks, sent, most] = [0, 0, 0]
    const send = async (to: string) => {
      const verdict = await relay.send(envelope(to), message, {
        beforeData: async () => ++marks > 0,
      })
      sent++
      most = Math.max(most, marks - sent)
      return verdict.outcome
    }
    assert.equal(await send('early@example.com'), 'unusable')
    assert.equal(marks, 0)
    sent = 0
    const outcomes = await Promise.all(many(100).map(send))
    assert.deepEqual(new Set(outcomes), new Set(['accepted']))
    assert.ok(most > 1 && most <= 6, String(most))
    assert.equal(marks, 100)
  })

  test('between: a refused recipient is never marked', async t => {
    for (const offers of [OFFERS, without('PIPELINING')]) {
      const sink = await sinkFor(t, {
        offers,
        tricks: [{ at: 'rcpt', do: 'reply', reply: '550 5.1.1 User unknown' }],
      })
      let marks = 0
      const verdict = await relayAt(t, sink.port).send(envelope(), message, {
        mark: 'between',
        beforeData: async () => ++marks > 0,
      })
      assert.deepEqual([verdict.outcome, marks], ['refused', 0])
    }
  })
})
