/**
 * Workers killed again and again while they send to a relay that does everything wrong, a little of
 * each.
 */
import { test } from 'node:test'
import { killedWhile } from '../support/send-siege.ts'
import type { Trick } from '../support/smtp-tricks.ts'

/** Everything that a relay can do wrong, a little of each. */
const TRICKS: Trick[] = [
  { at: 'dot', do: 'lose', chance: 0.02 },
  { at: 'data', do: 'cut', chance: 0.02 },
  { at: 'content', do: 'cut', chance: 0.01 },
  { at: 'rcpt', do: 'reply', reply: '450 4.2.0 greylisted', chance: 0.05 },
  { at: 'rcpt', do: 'reply', reply: '550 5.1.1 no such user', chance: 0.05 },
  { at: 'dot', do: 'reply', reply: '552 5.3.4 message too big', chance: 0.02 },
  { at: 'mail', do: 'bye', reply: '421 4.3.2 closing', chance: 0.01 },
  { at: 'dot', do: 'reply', reply: 'what?', chance: 0.01 },
]

test('kill -9 of workers while the relay misbehaves in every way, a little of each', () =>
  killedWhile({ people: 1500, tricks: TRICKS, rounds: 60, kills: 10 }))
