/**
 * The pace of a route on a clock of the test: how long 3,000 emails take by relays that limit us,
 * beside what the limit allows.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RelayLimit } from '../../src/mail/smtp/relay-limit.ts'
import {
  mayTry,
  newRoutePace,
  objected,
  ROUTE_PACE_TIMES,
  raise,
  raised,
  rests,
  wasAccepted,
} from '../../src/workers/route-pace.ts'

const TIMES = { ...ROUTE_PACE_TIMES, windowMillis: 60_000 }
const EMAILS = 3_000
const CONNECTIONS = 20
const REPLY_MILLIS = 40
const STEP_MILLIS = 5
const SECOND = 1_000
const MINUTE = 60_000
/** A multiple of all periods, so that windows begin with it. */
const START = Date.UTC(2026, 4, 4)

interface Limit {
  emails: number
  per: number
  /** Counted from the full minute or second on, or over the last one at any time. */
  window: 'fixed' | 'sliding'
  /** The reply names it. */
  named: boolean
}

function relayOf({ emails, per, window }: Limit): (now: number) => boolean {
  const taken: number[] = []
  return now => {
    const since = window === 'fixed' ? Math.floor(now / per) * per : now - per
    while (taken.length > 0 && taken[0]! < since) taken.shift()
    if (taken.length >= emails) return false
    taken.push(now)
    return true
  }
}

/** Sends by a token bucket and a few connections, as the service does. */
function sendAll(limit: Limit): { millis: number; refused: number; perSecond: number } {
  const accepts = relayOf(limit)
  const said: RelayLimit = {
    of: 'rate',
    perSecond: null,
    periodMillis: limit.named ? limit.per : null,
    waitMillis: null,
  }
  const pace = newRoutePace()
  const inHand: { answeredAt: number; accepted: boolean }[] = []
  let [now, tokens, left, accepted, refused] = [START, CONNECTIONS, EMAILS, 0, 0]
  while (accepted < EMAILS) {
    now += STEP_MILLIS
    const terms = { now, workers: 1, times: TIMES }
    while (inHand[0] && inHand[0].answeredAt <= now) {
      if (inHand.shift()!.accepted) {
        accepted++
        if (wasAccepted(pace, terms) === 'raise') raise(pace, raised(pace), terms)
      } else {
        refused++
        left++
        objected(pace, { limit: said, provider: 'example.com' }, terms)
      }
    }
    const rate = pace.perSecond ?? Infinity
    const bucket = Math.min(CONNECTIONS, Math.max(1, rate / 10))
    tokens = Math.min(bucket, tokens + (rate * STEP_MILLIS) / SECOND)
    while (left > 0 && inHand.length < CONNECTIONS && tokens >= 1) {
      if (rests(pace, now)) break
      const may = mayTry(pace, terms)
      if (may === 'none') break
      left--
      tokens--
      inHand.push({ answeredAt: now + REPLY_MILLIS, accepted: accepts(now) })
    }
  }
  return { millis: now - START, refused, perSecond: pace.perSecond! }
}

const LIMITS: [name: string, emails: number, per: number][] = [
  ['14 a second', 14, SECOND],
  ['one a second', 1, SECOND],
  ['100 in ten seconds', 100, 10 * SECOND],
  ['30 a minute', 30, MINUTE],
  ['300 a minute', 300, MINUTE],
]

for (const [name, emails, per] of LIMITS)
  test(`${name}: 3,000 emails take little more than that`, t => {
    for (const window of ['fixed', 'sliding'] as const)
      for (const named of [true, false]) {
        const { millis, refused, perSecond } = sendAll({ emails, per, window, named })
        const allowed = ((EMAILS - emails) / emails) * per
        const ratio = millis / allowed
        const what = `${window} window, ${named ? 'named' : 'not named'}`
        const figures = `${ratio.toFixed(2)} of the time, ${refused} refused, pace ${perSecond}`
        t.diagnostic(`${what}: ${figures}`)
        // A reply that does not name its minute is learned from by its refusals alone.
        assert.ok(ratio < (named ? 1.2 : 1.25), `${what}: ${figures}`)
        assert.ok(refused < EMAILS / 10, `${what}: ${figures}`)
        if (named) assert.ok((perSecond * per) / SECOND < 1.15 * emails, `${what}: ${figures}`)
      }
  })
