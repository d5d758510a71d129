/** Until when waits last, over changes of summer time; and days of the year. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DateStart, Delay } from '../../../../src/domain/triggers/language/definition.ts'
import { dateIn, nextStart } from '../../../../src/domain/triggers/language/definition-date.ts'
import { delayUntil } from '../../../../src/domain/triggers/language/definition-delay.ts'
import { delayText, readDelay } from '../../../../src/domain/triggers/language/definition-times.ts'

const STOCKHOLM = 'Europe/Stockholm'
const until = (delay: Delay, from: string, zone = STOCKHOLM) =>
  delayUntil(delay, new Date(from), zone).toISOString()

describe('a wait', () => {
  test('of hours is that long, of days until the clock shows the same', () => {
    // Summer time begins on 2027-03-28.
    assert.equal(until({ for: 48 * 60 }, '2027-03-27T08:00:00Z'), '2027-03-29T08:00:00.000Z')
    assert.equal(until({ days: 2 }, '2027-03-27T08:00:00Z'), '2027-03-29T07:00:00.000Z')
    assert.equal(until({ days: 2 }, '2027-03-27T08:00:00Z', '+01:00'), '2027-03-29T08:00:00.000Z')
    assert.equal(
      until({ days: 3, minute: 540 }, '2026-11-21T20:30:00Z'),
      '2026-11-24T08:00:00.000Z',
    )
  })

  test('until a weekday or a time is never over at once', () => {
    // 2026-11-24 is a Tuesday.
    assert.equal(
      until({ weekday: 2, minute: 540 }, '2026-11-21T20:30:00Z'),
      '2026-11-24T08:00:00.000Z',
    )
    assert.equal(
      until({ weekday: 2, minute: 540 }, '2026-11-24T07:59:59Z'),
      '2026-11-24T08:00:00.000Z',
    )
    assert.equal(
      until({ weekday: 2, minute: 540 }, '2026-11-24T08:00:00Z'),
      '2026-12-01T08:00:00.000Z',
    )
    assert.equal(until({ minute: 540 }, '2026-11-24T07:00:00Z'), '2026-11-24T08:00:00.000Z')
    assert.equal(until({ minute: 540 }, '2026-11-24T08:00:00Z'), '2026-11-25T08:00:00.000Z')
  })

  test('until a time that summer time skips lasts an hour longer; until one that comes twice, to the first', () => {
    assert.equal(until({ minute: 150 }, '2027-03-27T20:00:00Z'), '2027-03-28T01:30:00.000Z')
    assert.equal(until({ minute: 150 }, '2026-10-24T20:00:00Z'), '2026-10-25T00:30:00.000Z')
  })

  test('until a day that has passed is none', () => {
    assert.equal(
      until({ until: '2026-12-24 09:00' }, '2026-11-21T20:30:00Z'),
      '2026-12-24T08:00:00.000Z',
    )
    assert.equal(
      until({ until: '2026-12-24 09:00' }, '2026-12-25T20:30:00Z'),
      '2026-12-25T20:30:00.000Z',
    )
  })

  test('reads back as it is shown', () => {
    const texts = [
      '3 days',
      '1 day',
      '30 minutes',
      '5 hours',
      '3 days at 09:00',
      'next Tuesday 09:00',
      '09:00',
      'until 2026-12-24 09:00',
    ]
    for (const text of texts) assert.equal(delayText(readDelay(text, STOCKHOLM) as Delay), text)
  })
})

const birthday: DateStart = {
  on: 'date',
  field: 6,
  days: 0,
  repeat: 'yearly',
  minute: 540,
  leapDay: '28 February',
}
const next = (start: Partial<DateStart>, day: string, from: string) =>
  nextStart({ ...birthday, ...start }, day, STOCKHOLM, new Date(from))?.toISOString()

describe('a date', () => {
  test('is a day of the calendar at the start of what a field holds, or none', () => {
    assert.equal(dateIn('1984-02-29'), '1984-02-29')
    assert.equal(dateIn('1984-02-29T10:00:00'), '1984-02-29')
    for (const text of [
      '',
      ' 1984-02-28',
      'soon',
      '1900-02-30',
      '1900-02-29',
      '1984-13-01',
      '84-02-03',
      '1984-02-290',
      '29.2.1984',
    ])
      assert.equal(dateIn(text), undefined, text)
  })

  test('comes every year, at the time of the zone', () => {
    assert.equal(next({}, '1984-06-15', '2026-11-21T00:00:00Z'), '2027-06-15T07:00:00.000Z')
    assert.equal(next({}, '1984-06-15', '2027-06-15T06:59:59Z'), '2027-06-15T07:00:00.000Z')
    assert.equal(next({}, '1984-06-15', '2027-06-15T07:00:00Z'), '2028-06-15T07:00:00.000Z')
  })

  test('may be some days off, into another year too', () => {
    assert.equal(
      next({ days: -3 }, '1984-01-01', '2026-11-21T00:00:00Z'),
      '2026-12-29T08:00:00.000Z',
    )
    assert.equal(
      next({ days: 30 }, '1984-12-15', '2027-01-01T00:00:00Z'),
      '2027-01-14T08:00:00.000Z',
    )
    assert.equal(
      next({ days: 731 }, '1984-12-15', '2027-01-01T00:00:00Z'),
      '2027-12-16T08:00:00.000Z',
    )
  })

  test('of 29 February is what the trigger says in common years', () => {
    assert.equal(next({}, '1984-02-29', '2026-11-21T00:00:00Z'), '2027-02-28T08:00:00.000Z')
    assert.equal(
      next({ leapDay: '1 March' }, '1984-02-29', '2026-11-21T00:00:00Z'),
      '2027-03-01T08:00:00.000Z',
    )
    assert.equal(
      next({ leapDay: '1 March' }, '1984-02-29', '2027-11-21T00:00:00Z'),
      '2028-02-29T08:00:00.000Z',
    )
    assert.equal(
      next({ days: -1 }, '1984-02-29', '2026-11-21T00:00:00Z'),
      '2027-02-27T08:00:00.000Z',
    )
  })

  test('that comes once has passed or not', () => {
    assert.equal(
      next({ repeat: 'once', days: -30 }, '2027-06-15', '2026-11-21T00:00:00Z'),
      '2027-05-16T07:00:00.000Z',
    )
    assert.equal(next({ repeat: 'once' }, '1984-06-15', '2026-11-21T00:00:00Z'), undefined)
  })
})
