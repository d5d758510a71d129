/** What is made of a relay's reply: decorated as servers do it, or about whom it names. */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { OFFERS } from '../../support/smtp-sink.ts'
import type { Trick } from '../../support/smtp-tricks.ts'
import { envelope, message, relayAt, sinkFor, within } from './setup.ts'

const LATE = 5_000
const AT_ONCE = OFFERS
const ONE_BY_ONE = OFFERS.filter(offer => offer !== 'PIPELINING')

/** RFC 5321 4.2.1 forbids all of these; Postfix takes them, as no other reply can be meant. */
const DECORATED: [string, string, string][] = [
  ['an empty line first', '\r\n250 ok\r\n', 'ok'],
  ['a note first', 'Thank you for flying with us\r\n250 2.0.0 ok\r\n', 'ok'],
  ['a line without a code', '250-queued\r\nas 4711\r\n250 done\r\n', 'queued as 4711 done'],
  ['two codes', '250-queued\r\n251 done\r\n', 'queued done'],
  ['blanks before the code', '  250 ok\r\n', 'ok'],
  ['another positive code', '200 ok\r\n', 'ok'],
]

describe('a positive reply, however decorated', { concurrency: true }, () => {
  const taken = async (t: TestContext, offers: string[], trick: Trick, text?: string) => {
    const sink = await sinkFor(t, { offers, tricks: [trick] })
    const relay = relayAt(t, sink.port, { timeOuts: within(LATE), connections: 1 })
    for (const to of ['ada@example.com', 'grace@example.com']) {
      const verdict = await relay.send(envelope(to), message)
      assert.equal(verdict.outcome, 'accepted', verdict.text)
      if (text !== undefined) assert.equal(verdict.text, text)
      assert.equal(sink.counts.get(to), 1)
    }
    return sink
  }

  for (const [name, reply, text] of DECORATED) {
    for (const at of ['mail', 'rcpt', 'dot'] as const)
      test(`${name}, at ${at}, one by one`, async t => {
        const said = at === 'dot' ? text : undefined
        const sink = await taken(t, ONE_BY_ONE, { at, do: 'say', reply }, said)
        assert.equal(sink.seen.connections, 1)
      })
    test(`${name}, at the dot, at once`, async t => {
      await taken(t, AT_ONCE, { at: 'dot', do: 'say', reply }, text)
    })
  }

  test('before the content, and after the reply', async t => {
    await taken(t, ONE_BY_ONE, { at: 'data', do: 'say', reply: 'wait\r\n354 go' })
    const sink = await taken(t, AT_ONCE, { at: 'dot', do: 'say', reply: '250 ok\r\n\r\nbye' })
    assert.equal(sink.seen.connections, 1)
  })

  test('is no reply while others are awaited: another may be meant', async t => {
    const tricks: Trick[] = [{ at: 'mail', do: 'reply', reply: 'a note\r\n250 ok' }]
    const sink = await sinkFor(t, { offers: AT_ONCE, tricks })
    const relay = relayAt(t, sink.port, { timeOuts: within(LATE) })
    const { outcome, text } = await relay.send(envelope(), message)
    assert.deepEqual([outcome, sink.seen.messages], ['deferred', 0])
    assert.match(text, /"a note"/)
  })

  test('the words of one without an end are told', async t => {
    const tricks: Trick[] = [{ at: 'dot', do: 'reply', reply: 'ok!' }]
    const sink = await sinkFor(t, { tricks })
    const relay = relayAt(t, sink.port, { timeOuts: { ...within(LATE), dot: 200 } })
    const { outcome, text } = await relay.send(envelope(), message)
    assert.deepEqual(
      [outcome, text],
      ['uncertain', 'The relay did not answer within 200 ms; it said "ok!"'],
    )
  })
})

test('a refusal is about whom it names', async t => {
  const about = async (reply: string) => {
    const sink = await sinkFor(t, { tricks: [{ at: 'rcpt', do: 'reply', reply }] })
    const relay = relayAt(t, sink.port)
    const given = { ...envelope('ada@example.com', 'b@bounce.example.net'), ours: ['example.org'] }
    const { about, class: found } = await relay.send(given, message)
    return [about, found]
  }
  for (const name of ['bounce.example.net', 'example.org', '<b@bounce.example.net>:'])
    assert.deepEqual(await about(`550 5.1.2 ${name} domain not found`), ['us', 'sender-blocked'])
  for (const name of ['example.com', '<ada@example.com>:', ''])
    assert.deepEqual(await about(`550 5.1.2 ${name} domain not found`), ['domain', 'bad-domain'])
})
