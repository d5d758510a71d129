/** The language of filters: what is read, and what it reads back to. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Condition } from '../../../src/domain/filters/condition.ts'
import { FilterError } from '../../../src/domain/filters/filter-words.ts'
import { readFilter } from '../../../src/domain/filters/read-filter.ts'
import { writeFilter } from '../../../src/domain/filters/write-filter.ts'
import { FIELDS } from './fields.ts'
import { condition } from './random.ts'

describe('the language', () => {
  const reads = (source: string, meant: Condition) =>
    assert.deepEqual(readFilter(source, FIELDS), meant)

  test('is read as people mean it', () => {
    reads('country = "46" and (DD5 contains "Lund" or clicked within 90 days) and not on list 7', {
      all: [
        { column: 'country', text: '=', values: ['46'] },
        {
          any: [
            { column: 5, text: 'contains', values: ['Lund'] },
            { did: 'clicked', days: 90 },
          ],
        },
        { not: { list: 7 } },
      ],
    })
    reads('NAME = "a" OR name != "b" AND City Not Begins With "c"', {
      any: [
        { column: 'name', text: '=', values: ['a'] },
        {
          all: [
            { not: { column: 'name', text: '=', values: ['b'] } },
            { not: { column: 5, text: 'begins', values: ['c'] } },
          ],
        },
      ],
    })
    const ofEvent: [string, Condition][] = [
      ['event.total > -100', { column: 'event.total', number: '>', value: '-100' }],
      ['event.day < today + 3', { column: 'event.day', date: '<', value: 3 }],
      ['event.a.1 != "x"', { not: { column: 'event.a.1', text: '=', values: ['x'] } }],
      ['event.a is not empty', { not: { column: 'event.a', empty: true } }],
    ]
    for (const [source, meant] of ofEvent) {
      assert.deepEqual(readFilter(source, FIELDS, { events: true }), meant)
      assert.equal(writeFilter(meant), source)
      assert.throws(() => readFilter(source, FIELDS), /an event has values in the conditions/i)
    }
    reads('["points"] >= -12.5', { column: 3, number: '>=', value: '-12.5' })
    reads('DD4 < today - 30', { column: 4, date: '<', value: -30 })
    reads('["Renewed \\"on\\" [day]"] != 2026-01-31', {
      not: { column: 4, date: '=', value: '2026-01-31' },
    })
    reads('clicked link 3 of sending 12 within 1 day', {
      did: 'clicked',
      sending: 12,
      link: 3,
      days: 1,
    })
    reads('joined list 7 by import 3 within 30 days or Joined By Form 2 since 2026-01-31', {
      any: [
        { joined: 7, import: 3, days: 30 },
        { joined: 'any', form: 2, since: '2026-01-31' },
      ],
    })
    reads('got newsletter 5 and not got sending 9 within 2 days and got and clicked newsletter 4', {
      all: [
        { got: 'newsletter', id: 5 },
        { not: { got: 'sending', id: 9, days: 2 } },
        { got: 'any' },
        { did: 'clicked', newsletter: 4 },
      ],
    })
    reads('format = html and domain in (\'a.test\', "b.test")', {
      all: [
        { column: 'format', text: '=', values: ['html'] },
        { column: 'domain', text: '=', values: ['a.test', 'b.test'] },
      ],
    })
  })

  for (const [source, says] of [
    ['', /^Column 1: expected a condition.*but the filter ends/],
    ['country "46"', /^Column 9: expected =, !=.*but "46" was found/],
    [
      'country = 46',
      /^Column 11: expected a text; put it in quotes, since it is compared as text: "46"/,
    ],
    ['name = Ada', /^Column 8: expected a text; put it in quotes: "Ada"/],
    ['name = “Ada”', /^Column 8: typographic quotes/],
    ['name = "Ada', /^Column 8: a quote is opened and not closed/],
    ['name > "Ada"', /^Column 1: > compares numbers and days only/],
    ['DD5 > 7', /let it hold numbers or dates/],
    [
      'town = "x"',
      /^Column 1: there is no field "town"\. There are: email, .*Points.*DD1 to DD100/,
    ],
    ['DD101 = "x"', /^Column 1: there is no field "DD101"/],
    ['DD0 = "x"', /^Column 1: there is no field "DD0"/],
    ['name = "a" and', /^Column 15: expected a condition/],
    ['(name = "a"', /^Column 12: expected "and", "or" or "\)"/],
    ['name = "a" name', /^Column 12: expected "and", "or" or the end of the filter, but "name"/],
    ['name = "a"\n  && x', /^Line 2, column 3: "&" is not expected here/],
    ['on list x', /^Column 9: expected the id of a list/],
    ['on list 0', /^Column 9: expected the id of a list/],
    ['opened link 3 of sending 1', /^Column 8: links are clicked/],
    ['clicked link 3', /^Column 15: expected "of sending"/],
    ['opened within 90', /^Column 17: expected "days"/],
    ['opened within 99999 days', /^Column 15: a number of days is at most 36600/],
    ['joined by mail', /^Column 11: expected "import" or "form", and its id/],
    ['joined since 31.1.2026', /^Column 18: days are written as 2026-01-31, numbers as 12.5/],
    ['joined since 2026-02-30', /^Column 14: there is no day 2026-02-30/],
    ['got newsletter', /^Column 15: expected the id of a newsletter/],
    ['clicked link 1 of newsletter 3', /^Column 19: expected "sending" and its id/],
    ['DD3 = "7"', /^Column 7: expected a number/],
    ['DD3 = 7.1234567', /6 after it/],
    ['DD4 = 2026-02-30', /^Column 7: there is no day 2026-02-30/],
    ['DD4 = "soon"', /^Column 7: expected a day/],
    ['name = "a\u0000b"', /control characters/],
    ['name = "\ud800"', /control characters/],
    ['format = "pdf"', /^Column 10: expected "html" or "text"/],
    ['name is full', /^Column 9: expected "empty" or "not empty"/],
    ['name not = "x"', /^Column 10: expected "contains"/],
    [`name = "${'x'.repeat(1001)}"`, /at most 1000 characters/],
    [Array(500).fill('name = "a"').join(' and '), /a filter has at most 100 conditions/],
    [`${'('.repeat(50)}name = "a"${')'.repeat(50)}`, /nested at most 20 deep/],
    [`${'not '.repeat(4000)}name = "a"`, /nested at most 20 deep/],
    ['x'.repeat(20_001), /at most 20000 characters/],
  ] as const)
    test(`refuses ${JSON.stringify(source.slice(0, 40))}`, () => {
      assert.throws(
        () => readFilter(source, FIELDS),
        error =>
          (error instanceof FilterError && says.test(error.message)) || assert.fail(String(error)),
      )
    })

  test('a written condition parses to the same', () => {
    const fields = [
      { number: 1, name: 'and', type: 'text' },
      { number: 2, name: 'a "quoted" = name', type: 'text' },
      { number: 3, name: 'n', type: 'number' },
      { number: 4, name: 'd', type: 'date' },
    ]
    const names = new Map(fields.map(({ number, name }) => [number, name]))
    fc.assert(
      fc.property(condition, fc.boolean(), (given, named) => {
        const text = writeFilter(given, named ? names : new Map())
        // Groups of one kind in each other may be written as one: what counts is the meaning, and
        // that it stays as it is from here on.
        assert.equal(writeFilter(readFilter(text, fields), named ? names : new Map()), text)
        assert.deepEqual(readFilter(text, fields), JSON.parse(JSON.stringify(given)))
      }),
      { numRuns: 500 },
    )
  })
})
