/**
 * The outcome of an email after each verdict: backoff up to 72 hours, one more try of an uncertain
 * one, patience with refusals of us.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf, type TryResult } from '../../../src/domain/deliveries/outcome.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 0, 1)
const LATER: TryResult = {
  outcome: 'deferred',
  about: 'recipient',
  code: 450,
  enhanced: '4.2.0',
  text: 'greylisted',
}
const known = { wasUncertain: false, retryUncertain: true }

const pauseAfter = (tried: TryResult, tries: number) => {
  const { nextTryAt } = outcomeOf(tried, { ...known, tries }, NOW)
  return nextTryAt === null ? undefined : nextTryAt.getTime() - NOW
}

test('an email that is put off waits longer each time, then an hour, and fails after 72 hours of it', () => {
  const planned = [1, 5, 15, 60, 60]
  planned.forEach((minutes, i) => {
    const pauses = Array.from({ length: 200 }, () => pauseAfter(LATER, i + 1)!)
    assert.ok(pauses.every(pause => pause >= minutes * MINUTE && pause <= 1.2 * minutes * MINUTE))
    // They don't all come back at one moment.
    assert.ok(Math.max(...pauses) - Math.min(...pauses) > 0.1 * minutes * MINUTE)
  })
  let minutes = 0
  let tries = 1
  while (pauseAfter(LATER, tries) !== undefined) minutes += planned[tries++ - 1] ?? 60
  const hours = (minutes * 1.1) / 60
  assert.ok(hours > 71 && hours < 73, `${hours} hours on average`)
  const { state, reason, reply } = outcomeOf(LATER, { ...known, tries }, NOW)
  assert.deepEqual(
    [state, reason, reply],
    ['failed', 'Tried for 72 hours.', '450 4.2.0 greylisted'],
  )
})

test('an uncertain email is tried once more, if allowed', () => {
  const lost: TryResult = {
    outcome: 'uncertain',
    about: 'relay',
    code: 0,
    enhanced: null,
    text: 'the reply was lost',
  }
  const after = (wasUncertain: boolean, retryUncertain: boolean) => {
    const { state, reason, nextTryAt } = outcomeOf(
      lost,
      { tries: 1, wasUncertain, retryUncertain },
      NOW,
    )
    assert.deepEqual([state, reason], ['uncertain', 'the reply was lost'])
    return nextTryAt !== null
  }
  assert.deepEqual(
    [after(false, true), after(true, true), after(false, false)],
    [true, false, false],
  )
})

test('a refusal of the person is final, one of us is believed at the sixth time', () => {
  const refused = (about: TryResult['about']): TryResult => ({
    outcome: 'refused',
    about,
    code: 550,
    enhanced: '5.7.1',
    text: 'no',
  })
  const states = (about: TryResult['about']) =>
    [1, 5, 6].map(tries => outcomeOf(refused(about), { ...known, tries }, NOW).state)
  assert.deepEqual(states('recipient'), ['bounced', 'bounced', 'bounced'])
  assert.deepEqual(states('content'), ['bounced', 'bounced', 'bounced'])
  for (const about of ['us', 'relay'] as const)
    assert.deepEqual(states(about), ['deferred', 'deferred', 'bounced'])
})

test('an email found unsendable before hand-over has failed, and is no bounce', () => {
  const tooLarge: TryResult = {
    outcome: 'refused',
    about: 'content',
    code: 0,
    enhanced: '5.3.4',
    text: 'too large',
  }
  const { state, reason, nextTryAt } = outcomeOf(tooLarge, { ...known, tries: 1 }, NOW)
  assert.deepEqual([state, reason, nextTryAt], ['failed', 'too large', null])
})

test('what never reached the relay does not count as a try', () => {
  for (const outcome of ['abandoned', 'unusable'] as const) {
    const tried: TryResult = {
      outcome,
      about: 'relay',
      code: 0,
      enhanced: null,
      text: 'nobody listens',
    }
    const { state, unspent, nextTryAt } = outcomeOf(tried, { ...known, tries: 1 }, NOW)
    assert.deepEqual([state, unspent, nextTryAt !== null], ['planned', 1, true])
  }
})
