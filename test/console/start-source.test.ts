/** The start of a trigger, changed in its text: another kind, and lines that need not be there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  START_KINDS,
  startKindOf,
  withBelow,
  withOffset,
  withStart,
} from '../../src/console/shared/trigger-text/start-source.ts'
import { headOf, outlineOf } from '../../src/domain/triggers/outline.ts'

const SOURCE = `# first
trigger: A
list: Readers   # whose people enter
start: joined
steps:
  - step: hello   # the first
    send: Welcome
`
const LINES = 'start:\n  feed: https://\n  at: Monday 08:00\n'

for (const eol of ['\n', '\r\n'])
  test(`each kind takes the place of each other, with line ends ${JSON.stringify(eol)}`, () => {
    const source = SOURCE.replaceAll('\n', eol)
    for (const from of START_KINDS) {
      const one = withStart(source, headOf(source), from)!
      assert.equal(startKindOf(headOf(one)), from)
      for (const to of START_KINDS) {
        const other = withStart(one, headOf(one), to)!
        assert.equal(other, withStart(source, headOf(source), to), `${from} to ${to}`)
        assert.equal(startKindOf(headOf(other)), to)
        assert.deepEqual(
          outlineOf(other).map(({ key }) => key),
          ['hello'],
        )
      }
    }
    assert.equal(withStart(source, headOf(source), 'joined'), source)
  })

test('a feed is read at an hour, and how many items the first email has stands below it', () => {
  const fed = withStart(SOURCE, headOf(SOURCE), 'feed')!
  assert.equal(fed, SOURCE.replace('start: joined\n', LINES))
  const first = withBelow(fed, headOf(fed), 'at', { word: 'first', value: '3' })!
  assert.equal(first, fed.replace('08:00\n', '08:00\n  first: 3\n'))
  assert.equal(
    withBelow(first, headOf(first), 'at', { word: 'first', value: '4' }),
    first.replace('first: 3', 'first: 4'),
  )
})

test('comments of the start stay, and a value that looks like one is none', () => {
  const commented = SOURCE.replace(
    'start: joined\n',
    'start: # who\n  event: cart # of the shop\n  # a line\n  unknown people: add # careful\n',
  )
  const joined = withStart(commented, headOf(commented), 'joined')!
  assert.equal(
    joined,
    SOURCE.replace(
      'start: joined\n',
      'start: joined\n  # who\n  # of the shop\n  # a line # careful\n',
    ),
  )
  assert.equal(startKindOf(headOf(joined)), 'joined')
  const linked = SOURCE.replace('joined', '\n  clicked: W\n  link: "https://x.test/ #a"')
  assert.equal(
    withStart(linked, headOf(linked), 'converted'),
    SOURCE.replace('joined', 'converted'),
  )
})

test('what is no line below the start stays text', () => {
  const flow = SOURCE.replace('joined', '{event: cart}')
  assert.equal(withStart(flow, headOf(flow), 'joined'), undefined)
  assert.equal(withStart('{"start": "joined"}', headOf('{"start": "joined"}'), 'date'), undefined)
})

test('before and after take the place of each other, or stand below the field', () => {
  const dated = withStart(SOURCE, headOf(SOURCE), 'date')!
  const after = withOffset(dated, headOf(dated), 'after 3 days')!
  assert.equal(after, dated.replace('before: 0 days', 'after: 3 days'))
  assert.equal(withOffset(after, headOf(after), 'before 0 days'), dated)
  const bare = SOURCE.replace('joined', '\n  date: Birthday # of them\n  at: 09:00')
  assert.equal(
    withOffset(bare, headOf(bare), 'before 1 week'),
    bare.replace('# of them\n', '# of them\n  before: 1 week\n'),
  )
})
