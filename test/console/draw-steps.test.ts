/** Steps drawn, removed and renamed in the text of a trigger; the rest is byte for byte. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { withText } from '../../src/console/shared/trigger-text/change-source.ts'
import {
  withName,
  withoutStep,
  withStep,
} from '../../src/console/shared/trigger-text/draw-steps.ts'
import { isDrawable } from '../../src/console/shared/trigger-text/source-lines.ts'
import {
  START,
  STEP_KINDS,
  type StepKind,
} from '../../src/console/shared/trigger-text/step-kinds.ts'
import { type DrawnWay, stepsBefore } from '../../src/console/shared/trigger-text/step-ways.ts'
import { outlineOf } from '../../src/domain/triggers/outline.ts'

const EMPTY = `trigger: Welcome series
list: Customers
zone: Europe/Stockholm
start: joined
steps:
`

function drawn(source: string, from: string, way: DrawnWay['way'], kind: StepKind, name: string) {
  const next = withStep(source, outlineOf(source), { from, way }, kind, name)
  assert.ok(next)
  return next.source
}

function valued(source: string, key: string, word: string, value: string) {
  const text = outlineOf(source)
    .find(step => step.key === key)
    ?.texts.find(text => text.word === word)
  assert.ok(text)
  return withText(source, text, value)
}

test('the welcome series of the documentation, drawn from nothing', async () => {
  const page = await readFile(new URL('../../docs/triggers.md', import.meta.url), 'utf8')
  const wanted = /```yaml\n(trigger: Welcome series\n.*?)```/s.exec(page)?.[1]
  let text = drawn(EMPTY, START, 'next', 'send', 'hello')
  text = valued(text, 'hello', 'send', 'Welcome')
  text = drawn(text, 'hello', 'next', 'clicked', 'looked')
  text = drawn(text, 'looked', 'else', 'send', 'remind')
  text = valued(text, 'remind', 'send', 'First steps')
  text = drawn(text, 'looked', 'then', 'set', 'thanks')
  text = valued(valued(text, 'thanks', 'set', 'DD5'), 'thanks', 'to', 'interested')
  text = drawn(text, 'thanks', 'next', 'wait', 'rest')
  text = valued(text, 'rest', 'wait', 'next Tuesday 09:00')
  text = valued(text, 'remind', 'then', 'rest')
  text = drawn(text, 'rest', 'next', 'if', 'who')
  text = valued(text, 'who', 'if', 'country = "46"')
  text = drawn(text, 'who', 'then', 'send', 'sweden')
  text = valued(text, 'sweden', 'send', 'Shops near you')
  text = drawn(text, 'who', 'else', 'send', 'abroad')
  text = valued(text, 'abroad', 'send', 'How we deliver')
  assert.equal(text, wanted)
})

const COMMENTED = `# first\r
trigger: T\r
list: L\r
start: joined\r
steps: # the steps\r
  # before a\r
  -   step: a  # is a\r
      send:   'A'\r
      then: c\r
\r
  # before b\r
  -   step: b\r
      wait for:\r
        clicked: a\r
      within: 3 days\r
      else: end\r
  -   step: c\r
      sms: |\r
        one\r
        # no comment\r
  # after c`

/** Lines of a text that are not of the other, in their order. */
function onlyIn(text: string, other: string): string[] {
  const rest = other.split('\r\n')
  return text.split('\r\n').filter(line => {
    const at = rest.indexOf(line)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

test('every kind on every way: what was there stays, but for where a way leads', () => {
  const ways: DrawnWay[] = [
    { from: START, way: 'next' },
    { from: 'a', way: 'next' },
    { from: 'b', way: 'then' },
    { from: 'b', way: 'else' },
    { from: 'b', way: 'unmeasured' },
    { from: 'c', way: 'next' },
  ]
  for (const kind of STEP_KINDS)
    for (const { from, way } of ways) {
      const what = `${kind} after ${from} ${way}`
      const next = drawn(COMMENTED, from, way, kind, 'new')
      const outline = outlineOf(next)
      assert.equal(outline.length, 4, what)
      const led = from === 'a' ? ['      then: c'] : way === 'else' ? ['      else: end'] : []
      for (const line of onlyIn(COMMENTED, next)) assert.ok(led.includes(line), what)
      const bare = next.split('\n').slice(0, -1)
      assert.ok(
        bare.every(line => line.endsWith('\r')),
        what,
      )
      assert.deepEqual(loopsOf(next), [], what)
    }
})

function loopsOf(source: string): string[] {
  const outline = outlineOf(source)
  const before = new Map(outline.map(({ key }) => [key, stepsBefore(outline, key)]))
  return outline.flatMap(({ key }) =>
    [...before.get(key)!].filter(one => one !== key && before.get(one)!.has(key)),
  )
}

test('a step is removed: who led to it is led on, comments stay', () => {
  const without = (key: string) => withoutStep(COMMENTED, outlineOf(COMMENTED), key)!
  assert.deepEqual(onlyIn(COMMENTED, without('a')), [
    '  -   step: a  # is a',
    "      send:   'A'",
    '      then: c',
  ])
  const noC = without('c')
  assert.match(noC, /then: end\r\n/)
  assert.match(noC, / {2}# after c$/)
  assert.deepEqual(
    outlineOf(without('b')).map(({ key }) => key),
    ['a', 'c'],
  )
  // Removed to the last, the list can be drawn into again.
  let text = EMPTY
  for (const name of ['one', 'two']) text = drawn(text, START, 'next', 'wait', name)
  for (const name of ['one', 'two']) text = withoutStep(text, outlineOf(text), name)!
  assert.equal(text, EMPTY)
  assert.ok(isDrawable(text, []))
})

test('a step gets another name wherever it is named', () => {
  const outline = outlineOf(COMMENTED)
  const next = withName(COMMENTED, outline, 'a', 'first mail')
  assert.match(next!, /step: first mail {2}# is a\r\n[\s\S]*clicked: first mail\r\n/)
  for (const taken of ['b', 'end', ' ', 'a'])
    assert.equal(withName(COMMENTED, outline, 'a', taken), undefined)
})

test('steps that are no lines of their own are left to the text', () => {
  for (const source of [
    'steps: [{step: a, wait: 1 day}]',
    'steps:\n  - {step: a, wait: 1 day}',
    'steps:\n  -\n    step: a\n    wait: 1 day',
    '{"steps": [{"step": "a", "wait": "1 day"}]}',
    'steps: []',
    'steps:\n  x',
  ]) {
    assert.equal(isDrawable(source, outlineOf(source)), false, source)
    const way = { from: START, way: 'next' } as const
    assert.equal(withStep(source, outlineOf(source), way, 'wait', 'b'), undefined)
  }
})
