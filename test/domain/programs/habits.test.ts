/** When a program is silent, and when its calls began to fail. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, silenceOf } from '../../../src/domain/programs/habits.ts'

/** A Monday. */
const NOW = new Date('2026-03-16T12:00:00Z')
const hourOf = (daysAgo: number, hour: number) => new Date(Date.UTC(2026, 2, 16 - daysAgo, hour))
const called = (days: readonly number[], hour = 3) =>
  days.map(daysAgo => ({ hour: hourOf(daysAgo, hour), calls: 1 }))
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('a program that called each night is silent once its hour is over', () => {
  const nightly = called(upTo(1, 14))
  assert.deepEqual(silenceOf(nightly, NOW), { since: hourOf(0, 0), days: 14 })
  assert.equal(silenceOf(nightly, hourOf(0, 4)), undefined)
  assert.equal(silenceOf([...nightly, ...called([0])], NOW), undefined)
  assert.deepEqual(silenceOf(called(upTo(4, 20)), NOW)?.since, hourOf(3, 0))
})

test('one that rests at weekends is missed on Monday only', () => {
  const weekdays = upTo(1, 28).filter(daysAgo => ![0, 6].includes(hourOf(daysAgo, 0).getUTCDay()))
  assert.equal(silenceOf(called(weekdays), hourOf(1, 20)), undefined)
  assert.deepEqual(silenceOf(called(weekdays), NOW)?.since, hourOf(0, 0))
})

test('one without a habit, and one that stopped long ago, are not missed', () => {
  assert.equal(silenceOf(called([1, 5, 9, 12]), NOW), undefined)
  assert.equal(silenceOf(called(upTo(15, 34)), NOW), undefined)
  assert.equal(silenceOf([], NOW), undefined)
})

test('failures are told when they are new, and not when a program may count on them', () => {
  const failed = (outcome: string, calls: number, before: number) => ({
    operation: 'InsertSubscription',
    outcome,
    calls,
    before,
    since: NOW,
    last: NOW,
  })
  assert.equal(failureOf([failed('no-such-list', 12, 0)])?.calls, 12)
  assert.equal(failureOf([failed('no-such-list', 2, 0)]), undefined)
  assert.equal(failureOf([failed('no-such-list', 12, 70)]), undefined)
  assert.equal(failureOf([failed('opted-out', 500, 0)]), undefined)
})
