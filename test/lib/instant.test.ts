/** Moments as texts: parsing, and the ends of intervals. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { formatInstant, parseInstant } from '../../src/lib/instant.ts'

const read = (text: string, bound?: 'from' | 'until') => parseInstant(text, bound)?.toISOString()

describe('moments', () => {
  test('are read with and without a time and a zone; months, days and hours may have one digit', () => {
    assert.equal(read('2026-01-31'), '2026-01-30T23:00:00.000Z')
    assert.equal(read('2026-01-31T14:05:06.789Z'), '2026-01-31T14:05:06.789Z')
    assert.equal(read('2026-01-31 14:05 -0230'), '2026-01-31T16:35:00.000Z')
    assert.equal(read('2026-1-3 9:05'), '2026-01-03T08:05:00.000Z')
    assert.equal(read('2026-1-3T9:05:07+01:00'), '2026-01-03T08:05:07.000Z')
  })

  test('that are none are not read', () => {
    const wrong = [
      '',
      '2026',
      '2026-01',
      '26-01-01',
      '2026-001-01',
      '2026-02-30',
      '2026-13-01',
      '2026-01-01 24:01',
      '2026-01-01 9',
      '2026-01-01 9:5',
      '2026-01-01T10:00:00.',
      'x2026-01-01',
      '2026-01-01x',
    ]
    for (const text of wrong) assert.equal(read(text), undefined, text)
  })

  test('as ends are those behind the day, the minute, the second or the millisecond that they name', () => {
    assert.equal(read('2026-01-31Z', 'until'), '2026-02-01T00:00:00.000Z')
    assert.equal(read('2026-01-31T23:59Z', 'until'), '2026-02-01T00:00:00.000Z')
    assert.equal(read('2026-01-31T23:59:59Z', 'until'), '2026-02-01T00:00:00.000Z')
    assert.equal(read('2026-01-31T23:59:59.999Z', 'until'), '2026-02-01T00:00:00.000Z')
    assert.equal(read('2026-01-31T23:59:59.9999999Z', 'until'), '2026-02-01T00:00:00.000Z')
    assert.equal(read('2026-01-31T23:59:59.000Z', 'until'), '2026-01-31T23:59:59.001Z')
    assert.equal(read('2026-01-31T14:00+02:00', 'until'), '2026-01-31T12:01:00.000Z')
  })
})

/** What a window is counted in, and how such a text looks. */
const units = [
  { millis: 86_400_000, length: 10 },
  { millis: 60_000, length: 16 },
  { millis: 1000, length: 19 },
  { millis: 1, length: 23 },
]

test('adjacent windows, in any unit, have each moment in exactly one of them', () => {
  const aWindow = fc.record({
    unit: fc.constantFrom(...units),
    first: fc.integer({ min: 0, max: 20_000 }),
    lengths: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 }),
    share: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  })
  fc.assert(
    fc.property(aWindow, ({ unit: { millis, length }, first, lengths, share }) => {
      const textOf = (units: number) =>
        new Date(Date.UTC(2026, 0, 1) + units * millis).toISOString().slice(0, length)
      let start = first
      const windows = lengths.map(length => {
        const window = [
          parseInstant(textOf(start))!,
          parseInstant(textOf(start + length - 1), 'until')!,
        ] as const
        start += length
        return window
      })
      const [begin, end] = [windows[0]![0].getTime(), windows.at(-1)![1].getTime()]
      assert.equal(end - begin, (start - first) * millis)
      const hit = begin + Math.floor(share * (end - begin)) + 0.999
      assert.equal(
        windows.filter(([from, until]) => from.getTime() <= hit && hit < until.getTime()).length,
        1,
      )
    }),
  )
})

test('a long text is no moment, and is known as none at once', () => {
  for (const text of [
    `2026-01-01${' '.repeat(1_000_000)}x`,
    '9'.repeat(1_000_000),
    `2026-01-01T10:00:00.${'9'.repeat(1_000_000)}`,
  ])
    assert.equal(read(text), undefined)
})

test('a moment that is written is read as itself', () => {
  const moment = fc.date({
    min: new Date('0002-01-01T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(moment, date => assert.equal(read(formatInstant(date)), date.toISOString())),
  )
})
