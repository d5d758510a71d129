/** Each way a relay can misbehave ends in the right verdict, in time, and never in an exception. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RelayVerdict } from '../../../src/mail/smtp/verdict.ts'
import { OFFERS } from '../../support/smtp-sink.ts'
import type { Trick } from '../../support/smtp-tricks.ts'
import { envelope, message, relayAt, sinkFor, within } from './setup.ts'

/** The process has a hundred conversations at a time. */
const LATE = 5_000
const AT_ONCE = OFFERS
const ONE_BY_ONE = OFFERS.filter(offer => offer !== 'PIPELINING')

type Expected = Partial<RelayVerdict>

/** What must come of a trick, with PIPELINING and without. */
const cases: [string, Trick[], Expected][] = []
const add = (name: string, tricks: Trick | Trick[], expected: Expected) =>
  cases.push([name, [tricks].flat(), expected])

for (const at of ['greeting', 'ehlo'] as const) {
  add(
    `hangs at ${at}`,
    { at, do: 'hang' },
    { outcome: 'unusable', stage: at, about: 'relay', code: 0 },
  )
  add(`closes at ${at}`, { at, do: 'close' }, { outcome: 'unusable', stage: at, about: 'relay' })
  add(`cuts at ${at}`, { at, do: 'cut' }, { outcome: 'unusable', about: 'relay' })
  add(
    `421 at ${at}`,
    { at, do: 'bye', reply: '421 4.3.2 Not now' },
    { outcome: 'unusable', stage: at, code: 421, about: 'relay' },
  )
  add(
    `554 at ${at}`,
    { at, do: 'bye', reply: '554 5.7.1 blocked using zen.spamhaus.org' },
    { outcome: 'unusable', stage: at, about: 'us' },
  )
  add(
    `garbage at ${at}`,
    { at, do: 'reply', reply: 'HTTP/1.1 200 OK\r\n\r\n<html>' },
    { outcome: 'unusable', stage: at },
  )
  add(
    `354 at ${at}`,
    { at, do: 'reply', reply: '354 go ahead' },
    { outcome: 'unusable', stage: at },
  )
}
for (const at of ['mail', 'rcpt', 'data'] as const) {
  add(
    `hangs at ${at}`,
    { at, do: 'hang' },
    { outcome: 'deferred', stage: at, about: 'relay', code: 0 },
  )
  add(
    `closes at ${at}`,
    { at, do: 'close' },
    { outcome: 'deferred', stage: at, about: 'relay', code: 0 },
  )
  add(`cuts at ${at}`, { at, do: 'cut' }, { outcome: 'deferred', about: 'relay', code: 0 })
  add(
    `421 at ${at}`,
    { at, do: 'bye', reply: '421 4.7.0 Try later' },
    { outcome: 'deferred', stage: at, code: 421, class: 'busy' },
  )
  add(
    `450 at ${at}`,
    { at, do: 'reply', reply: '450 4.2.0 Greylisted' },
    { outcome: 'deferred', stage: at, code: 450, enhanced: '4.2.0' },
  )
  add(
    `550 at ${at}`,
    { at, do: 'reply', reply: '550 5.7.1 Sender rejected' },
    { outcome: 'refused', stage: at, code: 550, about: 'us' },
  )
  add(
    `552 at ${at}`,
    { at, do: 'reply', reply: '552 5.3.4 Too big' },
    { outcome: 'refused', stage: at, code: 552, about: 'content' },
  )
  add(
    `garbage at ${at}`,
    { at, do: 'reply', reply: '\0\x01\x02\xff\xfe\r\n' },
    { outcome: 'deferred', stage: at, code: 0, about: 'relay' },
  )
  add(
    `an endless line at ${at}`,
    { at, do: 'reply', reply: `250 ${'x'.repeat(100_000)}\r\n` },
    { outcome: 'deferred', stage: at },
  )
  add(
    `endless lines at ${at}`,
    { at, do: 'reply', reply: '250-x\r\n'.repeat(50_000) },
    { outcome: 'deferred', stage: at },
  )
  add(
    `a flood of replies at ${at}`,
    { at, do: 'reply', reply: '200 x\r\n'.repeat(50_000) },
    { outcome: 'deferred' },
  )
}
add(
  'nobody there',
  { at: 'rcpt', do: 'reply', reply: '550-5.1.1 No such\r\n550 5.1.1 user here' },
  {
    outcome: 'refused',
    stage: 'rcpt',
    about: 'recipient',
    class: 'bad-mailbox',
    text: 'No such user here',
  },
)
add(
  '354 although the recipient was refused',
  [
    { at: 'rcpt', do: 'reply', reply: '550 5.1.1 User unknown' },
    { at: 'data', do: 'reply', reply: '354 go' },
  ],
  {
    outcome: 'refused',
    stage: 'rcpt',
    code: 550,
  },
)
add(
  '250 instead of 354',
  { at: 'data', do: 'reply', reply: '250 fine' },
  { outcome: 'deferred', stage: 'data', about: 'relay' },
)
add(
  'two replies to DATA',
  { at: 'data', do: 'inject', reply: '250 taken already' },
  { outcome: 'deferred', stage: 'content', about: 'relay' },
)

add(
  '552 at the dot',
  { at: 'dot', do: 'reply', reply: '552 5.2.2 Over quota' },
  { outcome: 'refused', stage: 'dot', class: 'mailbox-full' },
)
add(
  '450 at the dot',
  { at: 'dot', do: 'reply', reply: '450 4.3.0 Later' },
  { outcome: 'deferred', stage: 'dot', code: 450 },
)
add(
  '421 at the dot',
  { at: 'dot', do: 'bye', reply: '421 4.3.0 Full' },
  { outcome: 'deferred', stage: 'dot', code: 421 },
)
add(
  '550 at the dot',
  { at: 'dot', do: 'reply', reply: '554 5.7.1 Spam detected' },
  { outcome: 'refused', stage: 'dot', about: 'content' },
)
add(
  'hangs after the dot',
  { at: 'dot', do: 'hang' },
  { outcome: 'uncertain', stage: 'dot', code: 0, about: 'relay' },
)
add(
  'closes after the dot',
  { at: 'dot', do: 'close' },
  { outcome: 'uncertain', stage: 'dot', code: 0 },
)
add('cuts after the dot', { at: 'dot', do: 'cut' }, { outcome: 'uncertain', stage: 'dot', code: 0 })
add(
  'takes the email and closes',
  { at: 'dot', do: 'lose' },
  { outcome: 'uncertain', stage: 'dot', code: 0 },
)
add(
  'garbage after the dot',
  { at: 'dot', do: 'reply', reply: 'ok!\r\n' },
  { outcome: 'uncertain', stage: 'dot', code: 0 },
)
add(
  '354 to the dot',
  { at: 'dot', do: 'reply', reply: '354 more' },
  { outcome: 'uncertain', stage: 'dot', code: 354 },
)
add(
  '221 to the dot',
  { at: 'dot', do: 'bye', reply: '221 good-bye' },
  { outcome: 'uncertain', stage: 'dot', code: 221 },
)
add(
  'half a reply to the dot',
  { at: 'dot', do: 'bye', reply: '250-taken\r\n' },
  { outcome: 'uncertain', stage: 'dot', code: 0 },
)
add(
  'closes in the content of a short email',
  { at: 'content', do: 'close' },
  { outcome: 'uncertain', stage: 'dot' },
)
add(
  'says more than the reply to the dot',
  { at: 'dot', do: 'inject', reply: '250 and again' },
  { outcome: 'accepted', stage: 'dot', code: 250 },
)

describe('a relay that misbehaves', { concurrency: true }, () => {
  for (const [offers, how] of [
    [AT_ONCE, 'at once'],
    [ONE_BY_ONE, 'one by one'],
  ] as const) {
    for (const [name, tricks, expected] of cases) {
      test(`${name}, ${how}`, async t => {
        const sink = await sinkFor(t, { offers, tricks })
        const relay = relayAt(t, sink.port, { timeOuts: within(LATE), connections: 1 })
        const began = performance.now()
        const verdict = await relay.send(envelope(), message)
        const took = performance.now() - began

        const { outcome, stage, code, enhanced, about, text } = verdict
        assert.deepEqual(
          { ...verdict, ...expected },
          verdict,
          JSON.stringify({ outcome, stage, code, enhanced, about, text }),
        )
        // The time-outs of a relay are minutes where none are set.
        assert.ok(took < 20 * LATE, `${took} ms`)
        assert.ok(text.length > 0 && text.length < 2100)
        // Counted by the relay only if we know that it may have been.
        if (sink.seen.messages > 0) assert.ok(outcome === 'accepted' || outcome === 'uncertain')
        if (outcome === 'accepted') assert.equal(sink.seen.messages, 1)

        // The next email does not suffer from it, and arrives once and whole.
        sink.tell([])
        const second = await relay.send(envelope('grace@example.com'), message)
        assert.equal(second.outcome, 'accepted', second.text)
        assert.deepEqual(sink.messages.at(-1)!.bytes, message)
        assert.equal(sink.counts.get('grace@example.com'), 1)
      })
    }
  }
})
