/**
 * Workers killed again and again while they send to a relay that does one thing wrong, to two
 * emails of five.
 */
import { describe, test } from 'node:test'
import { killedWhile } from '../support/send-siege.ts'
import type { Trick } from '../support/smtp-tricks.ts'

/**
 * Each on its own, with two emails of five: what a relay does only now and then is what confuses a
 * sender.
 */
const sometimes = (at: Trick['at'], how: Trick['do'], reply?: string): Trick[] => [
  { at, do: how, chance: 0.4, ...(reply !== undefined && { reply }) },
]

const ALONE: { name: string; tricks: Trick[]; offers?: string[] }[] = [
  ...(['greeting', 'ehlo', 'mail', 'rcpt', 'data', 'dot'] as const).map(at => ({
    name: `hangs at ${at}`,
    tricks: sometimes(at, 'hang'),
  })),
  { name: 'lies about SIZE', tricks: [], offers: ['PIPELINING', 'SIZE 10'] },
  {
    name: 'offers a STARTTLS that breaks',
    tricks: sometimes('starttls', 'cut'),
    offers: ['PIPELINING', 'STARTTLS'],
  },
  { name: 'answers garbage', tricks: sometimes('dot', 'reply', 'what?') },
  { name: 'closes after DATA', tricks: sometimes('data', 'cut') },
  { name: 'takes the email and closes', tricks: sometimes('dot', 'lose') },
  { name: 'answers 421', tricks: sometimes('mail', 'bye', '421 4.3.2 closing') },
  { name: 'answers 450', tricks: sometimes('rcpt', 'reply', '450 4.2.0 greylisted') },
  { name: 'answers 550', tricks: sometimes('rcpt', 'reply', '550 5.1.1 no such user') },
  { name: 'answers 552', tricks: sometimes('dot', 'reply', '552 5.3.4 message too big') },
]

// Each has a store, a relay and workers of its own, and mostly waits for leases and time-outs. Two
// workers tell whether one takes over from the other, and starting a third takes a second of a
// processor; three send in send-kill.test.ts.
describe('kill -9 of workers while the relay', { concurrency: 5 }, () => {
  for (const { name, ...relay } of ALONE)
    test(name, () => killedWhile({ ...relay, people: 200, rounds: 5, kills: 5, atWork: 2 }))
})
