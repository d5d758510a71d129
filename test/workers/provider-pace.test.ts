/** The pace of one provider, on a clock of the test: admission, waiting, learning. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TryResult } from '../../src/domain/deliveries/outcome.ts'
import { UNLIMITED } from '../../src/domain/routes/providers.ts'
import {
  acceptedOf,
  admit,
  asksForLess,
  countAccepted,
  isPaused,
  learnedPerMinute,
  newPace,
  PACE_TIMES as times,
} from '../../src/workers/provider-pace.ts'

const START = Date.UTC(2026, 4, 4)
const at = (seconds: number, urgent = false) => ({
  now: START + seconds * 1000,
  workers: 1,
  urgent,
  times,
})
const secondsOf = (date: Date | undefined): number | undefined =>
  date && (date.getTime() - START) / 1000

const deferred = (code: number, enhanced: string | null, text: string): TryResult => ({
  outcome: 'deferred',
  about: 'domain',
  code,
  enhanced,
  text,
})

describe('a reply', () => {
  test('that asks for fewer emails', () => {
    const replies = [
      deferred(421, '4.7.28', 'Our system has detected an unusual rate of unsolicited mail'),
      deferred(421, '4.7.0', '[TSS04] Messages from 192.0.2.1 temporarily deferred'),
      deferred(451, '4.7.650', 'The mail server has been temporarily rate limited'),
      deferred(451, null, 'Ratelimit exceeded for mailbox. Try again later.'),
      deferred(450, null, 'Trop de connexions, veuillez reessayer'),
      deferred(452, '4.3.1', 'Too many messages on this connection'),
    ]
    for (const reply of replies) assert.ok(asksForLess(reply), reply.text)
  })

  test('about one address, greylisting or a refusal does not', () => {
    const replies = [
      deferred(450, '4.2.1', 'The user is receiving mail at a rate that prevents delivery'),
      deferred(452, '4.2.2', 'Mailbox full'),
      deferred(450, '4.7.1', 'Greylisted, try again in 300 seconds'),
      deferred(451, '4.3.0', 'Local problem'),
      { ...deferred(550, '5.7.1', 'Rate limit'), outcome: 'refused' as const },
    ]
    for (const reply of replies) assert.ok(!asksForLess(reply), reply.text)
  })
})

describe('a pace', () => {
  test('without limits lets everything go', () => {
    const pace = newPace(START)
    for (let i = 0; i < 10_000; i++) assert.equal(admit(pace, at(0)), undefined)
  })

  test('of a rate lets a few go at once, and gives the others times one after another', () => {
    const pace = newPace(START)
    pace.limits = { ...UNLIMITED, ratePerSecond: 2 }
    const waits = Array.from({ length: 20 }, () => secondsOf(admit(pace, at(0))))
    assert.deepEqual(waits.slice(0, 4), [undefined, 5, 5.5, 6])
    assert.equal(waits.at(-1), 5 + 18 * 0.5)
    // So many tokens are kept as emails come back in the meantime.
    const later = Array.from({ length: 20 }, () => admit(pace, at(60)))
    assert.equal(later.filter(wait => wait === undefined).length, 10)
  })

  test('of few connections has no more in hand than some seconds of them', () => {
    const pace = newPace(START)
    pace.limits = { ...UNLIMITED, connections: 3 }
    pace.inHand = 5
    assert.equal(admit(pace, at(0)), undefined)
    pace.inHand = 6
    assert.equal(secondsOf(admit(pace, at(0))), 5)
    assert.equal(admit(pace, at(0, true)), undefined, 'an urgent one does not queue behind them')
    for (let i = 0; i < 600; i++) countAccepted(pace, START + i * 100, times)
    pace.inHand = 40
    assert.equal(admit(pace, at(60)), undefined, 'ten a second were accepted')
  })

  test('that is paused lets nothing go, and spreads what waits over the time after', () => {
    const pace = newPace(START)
    const until = new Date(START + 60_000)
    pace.slowdown = { until, raisesAt: new Date(START + 360_000), perMinute: 30 }
    assert.ok(isPaused(pace, START))
    const waits = Array.from({ length: 4 }, () => secondsOf(admit(pace, at(10, true))))
    assert.deepEqual(waits, [60, 62, 64, 66])
    assert.ok(!isPaused(pace, START + 60_000))
    const first = Array.from({ length: 4 }, () => admit(pace, at(60)))
    assert.equal(first.filter(wait => wait === undefined).length, 2)
  })

  test('learns the rate from the emails accepted in the last minute', () => {
    const pace = newPace(START)
    for (let second = 0; second < 120; second++) countAccepted(pace, START + second * 1000, times)
    assert.ok(acceptedOf(pace, START + 120_000, times) >= 55)
    const learned = learnedPerMinute(pace, at(120))
    assert.ok(learned > 40 && learned <= 48, String(learned))
  })

  test('is careful where little was accepted, and more so each time', () => {
    const pace = newPace(START)
    const perMinute = learnedPerMinute(pace, at(0))
    assert.equal(perMinute, 60)
    pace.slowdown = { until: new Date(START), raisesAt: new Date(START), perMinute }
    assert.equal(learnedPerMinute(pace, at(0)), 30)
    pace.slowdown.perMinute = 1
    assert.equal(learnedPerMinute(pace, at(0)), 1)
  })
})
