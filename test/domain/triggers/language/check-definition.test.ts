/**
 * What may not be although each part is right: loops, steps that nobody comes to, rings of
 * triggers.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkDefinition } from '../../../../src/domain/triggers/language/check-definition.ts'
import {
  type FeedingTrigger,
  ringOf,
} from '../../../../src/domain/triggers/language/check-feeding.ts'
import type { Definition } from '../../../../src/domain/triggers/language/definition.ts'
import { read, trigger } from './definition-known.ts'

function definition(source: string): Definition {
  const { definition, problems } = read(source)
  assert.deepEqual(problems, [])
  return definition!
}

function steps(text: string) {
  const { wrong, notes } = checkDefinition(definition(trigger(text)))
  const said = (findings: typeof wrong) => findings.map(({ key, says }) => ({ key, says }))
  return { wrong: said(wrong), notes: said(notes) }
}
const round = (between: string) =>
  steps(
    `  - step: a\n    send: 3\n${between}  - step: who\n    if: name = "x"\n    then: a\n` +
      `    else: end\n`,
  ).wrong

describe('a loop', () => {
  test('without a delay is refused, with the steps that make it', () => {
    assert.deepEqual(round(''), [
      {
        key: 'a',
        says:
          'The steps "a", "who" lead to each other without a wait: an endless loop. Add a ' +
          '"wait:" between them, or let one lead to "end".',
      },
    ])
    assert.equal(steps('  - step: a\n    send: 3\n    then: a\n').wrong.length, 1)
  })

  test('that takes time is fine', () => {
    assert.deepEqual(round('  - step: w\n    wait: 1 day\n'), [])
    assert.deepEqual(round('  - step: w\n    wait: next Tuesday 09:00\n'), [])
    assert.deepEqual(
      round('  - step: w\n    wait for: converted\n    within: 1 day\n    then: end\n'),
      [],
    )
  })

  test('over a wait that may be none is refused: a day that has passed, something that has happened', () => {
    assert.equal(round('  - step: w\n    wait: until 2027-12-24 09:00\n').length, 1)
    assert.equal(
      round('  - step: w\n    wait for: converted\n    within: 1 day\n    else: end\n').length,
      1,
    )
  })

  test('among very many ways is looked for once a step', () => {
    const many = Array.from(
      { length: 99 },
      (_, i) =>
        `  - step: s${i}\n    if: name = "x"\n    then: s${Math.min(i + 2, 98)}\n` +
        `    else: s${Math.min(i + 1, 98)}\n`,
    )
    many[98] = '  - step: s98\n    end:\n'
    many[97] = '  - step: s97\n    send: 3\n'
    assert.deepEqual(steps(many.join('')).wrong, [])
  })
})

describe('steps', () => {
  test('that are unreachable are refused', () => {
    const { wrong } = steps(
      '  - step: a\n    send: 3\n    then: end\n  - step: b\n    send: 4\n  - step: c\n' +
        '    send: 4\n    then: b\n',
    )
    assert.deepEqual(
      wrong.filter(({ says }) => says.includes('is unreachable')).map(({ key }) => key),
      ['b', 'c'],
    )
  })

  test('after leaving the own list are refused', () => {
    assert.match(
      steps('  - step: a\n    leave: News\n  - step: b\n    send: 3\n').wrong[0]!.says,
      /leaving it ends the run/,
    )
    assert.deepEqual(steps('  - step: a\n    leave: News\n').wrong, [])
    assert.deepEqual(
      steps('  - step: a\n    leave: Customers\n  - step: b\n    send: 3\n').wrong,
      [],
    )
  })

  test('that decide nothing are refused', () => {
    const { wrong } = steps(
      '  - step: a\n    if: name = "x"\n    then: b\n  - step: b\n    send: 3\n',
    )
    assert.deepEqual(wrong, [
      { key: 'a', says: '"then" and "else" lead to the same step, so the branch has no effect.' },
    ])
  })

  test('that go by opens are noted', () => {
    const { wrong, notes } = checkDefinition(
      definition(trigger('  - step: a\n    send: 3\n', 'start: {not opened: 4, within: 3 days}')),
    )
    assert.deepEqual([wrong.length, notes.length], [0, 1])
    assert.match(notes[0]!.says, /^Opens are an estimate/)
  })
})

const feeding = (name: string, list: string, head: string, text: string): FeedingTrigger => ({
  name,
  definition: definition(`trigger: ${name}\nlist: ${list}\n${head}\nsteps:\n${text}`),
})
const ALWAYS = 'start: joined\nagain: always'

describe('triggers that start each other', () => {
  const toNews = feeding('to News', 'Customers', ALWAYS, '  - step: a\n    join: News\n')

  test('in a ring without time are refused', () => {
    const toCustomers = feeding(
      'to Customers',
      'News',
      ALWAYS,
      '  - step: a\n    join: Customers\n',
    )
    assert.deepEqual(ringOf(toCustomers, [toNews]), ['to Customers', 'to News', 'to Customers'])
    assert.equal(ringOf(toCustomers, []), undefined)
  })

  test('are fine where it takes time, or one lets people in once', () => {
    const slow = feeding(
      'slow',
      'News',
      ALWAYS,
      '  - step: w\n    wait: 1 hour\n  - step: a\n    join: Customers\n',
    )
    assert.equal(ringOf(slow, [toNews]), undefined)
    const once = feeding('once', 'News', 'start: joined', '  - step: a\n    join: Customers\n')
    assert.equal(ringOf(once, [toNews]), undefined)
    assert.deepEqual(ringOf(once, [toNews], 'all'), ['once', 'to News', 'once'])
  })

  test('by a field that they set are refused, alone or over a third', () => {
    const itself = feeding(
      'x',
      'News',
      'start: {changed: City}\nagain: always',
      '  - step: a\n    set: City\n    to: Lund\n',
    )
    assert.deepEqual(ringOf(itself, []), ['x', 'x'])
    const toLund = feeding(
      'Lund',
      'News',
      'start: {changed: City, to: Malmö}\nagain: always',
      '  - step: a\n    set: City\n    to: Lund\n',
    )
    const toMalmo = feeding(
      'Malmö',
      'News',
      'start: {changed: City, to: lund}\nagain: always',
      '  - step: a\n    set: City\n    to: malmö\n',
    )
    assert.deepEqual(ringOf(toLund, [toNews, toMalmo]), ['Lund', 'Malmö', 'Lund'])
    const toYstad = feeding(
      'Ystad',
      'News',
      'start: {changed: City, to: Lund}\nagain: always',
      '  - step: a\n    set: City\n    to: Ystad\n',
    )
    assert.equal(ringOf(toLund, [toYstad]), undefined)
  })
})
