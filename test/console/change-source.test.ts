/** A value changed in the text of a trigger: it reads as given, and all else is byte for byte. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSchedule, scheduleText } from '../../src/console/shared/feeds/feed-schedule.ts'
import { withHead, withText } from '../../src/console/shared/trigger-text/change-source.ts'
import { headOf, outlineOf } from '../../src/domain/triggers/outline.ts'

const SOURCE = `\ufeff# first\r
trigger: "A: b"
list: Readers   # whose people enter
start: joined
steps:
  - step: hello   # the first
    send: 'It''s here' # quoted
  # between
  - {step: looked, wait for: {clicked: hello}, within: 3 days, else: last}
  - step: last
    set: DD5
    to:
  - step: long
    sms: |
      two
      lines
`

const VALUES = [
  'plain',
  '',
  ' blank ',
  'a: b',
  'a # b',
  '- x',
  '{x',
  'a, b}',
  '"q"',
  'ä\u2028',
  '12',
]

test('each value on one line is found, and changed where it stands', () => {
  const outline = outlineOf(SOURCE)
  assert.deepEqual(
    outline.map(({ key, line, lastLine }) => [key, line, lastLine]),
    [
      ['hello', 6, 8],
      ['looked', 9, 9],
      ['last', 10, 12],
      ['long', 13, 16],
    ],
  )
  const found = outline.flatMap(({ key, texts }) => texts.map(({ word }) => `${key} ${word}`))
  assert.deepEqual(found, [
    'hello step',
    'hello send',
    'looked step',
    'looked clicked',
    'looked within',
    'looked else',
    'last step',
    'last set',
    'last to',
    'long step',
  ])
  for (const [s, { texts }] of outline.entries())
    for (const [t, text] of texts.entries())
      for (const value of VALUES) {
        const changed = withText(SOURCE, text, value)
        const what = `${text.word} ${JSON.stringify(value)}`
        assert.equal(outlineOf(changed)[s]?.texts[t]?.value, value, what)
        const { from, to } = outlineOf(changed)[s]!.texts[t]!
        // A blank may come after a key that had no value.
        assert.equal(changed.slice(0, from).trimEnd(), SOURCE.slice(0, text.from).trimEnd(), what)
        assert.equal(changed.slice(to), SOURCE.slice(text.to), what)
      }
})

test('what is no YAML, or has no steps, has no outline', () => {
  for (const source of ['', '[', 'trigger: x', 'steps: 5', 'steps:\n  - 5\n  - {a: b}', '- a'])
    assert.deepEqual(outlineOf(source), [])
})

test('what happens to people who pause is a line of its own, or changed where it stands', () => {
  const choose = (source: string, value: string) =>
    withHead(source, headOf(source), 'paused', value)
  const below = 'start: joined\n'
  const waiting = choose(SOURCE, 'wait')!
  assert.equal(waiting, SOURCE.replace(below, `${below}paused: wait\n`))
  assert.equal(choose(waiting, 'skip'), waiting.replace('paused: wait', 'paused: skip'))
  const nested = SOURCE.replace(below, 'start:\n  date: DD5\n  at: 09:00\n').replaceAll(
    '\n',
    '\r\n',
  )
  const line = '  at: 09:00\r\n'
  assert.equal(choose(nested, 'wait'), nested.replace(line, `${line}paused: wait\r\n`))
  // A value of several lines is none that a line could stand in.
  const long = nested.replace(line, '  at: >\r\n    09:00\r\n')
  const list = 'list: Readers   # whose people enter\r\n'
  assert.equal(choose(long, 'wait'), long.replace(list, `${list}paused: wait\r\n`))
  assert.equal(choose('{"trigger": "A",\n"list": 1, "start": "joined"}', 'wait'), undefined)
})

test('days and the hour of a feed are read as they are written', () => {
  for (const text of ['08:00', 'Monday 08:00', 'Monday, Thursday 09:30'])
    assert.equal(scheduleText(readSchedule(text)!), text)
  assert.equal(scheduleText(readSchedule('thursday,monday 9:30')!), 'Monday, Thursday 09:30')
  for (const wrong of ['', 'Someday 08:00', '8', 'Monday', `${'a'.repeat(200)} 08:00`])
    assert.equal(readSchedule(wrong), undefined)
})
