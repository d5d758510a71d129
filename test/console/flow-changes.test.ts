/** The differences of two texts of a trigger, by value and by step. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ComparedText,
  headChanges,
  stepChanges,
} from '../../src/console/shared/trigger-changes/flow-changes.ts'

type Step = NonNullable<ComparedText['flow']>['steps'][number]

const wait = (key: string, minutes: number, to: string | null): Step => ({
  key,
  code: 'wait',
  values: { text: `${minutes}`, minutes },
  here: 0,
  ways: [{ way: 'next', to, people: 0 }],
})

const text = (steps: Step[] | undefined, head: Record<string, string> = {}): ComparedText => ({
  source: '',
  head: Object.entries(head).map(([word, value]) => ({ word, value, from: 0, to: 0 })),
  flow: steps && { start: { code: 'joined', values: {} }, steps },
})

test('a step that is gone, new, does something else, or leads elsewhere', () => {
  const before = text([wait('a', 1, 'b'), wait('b', 2, 'c'), wait('c', 3, null)])
  const after = text([wait('a', 1, 'n'), wait('n', 9, 'c'), wait('c', 4, null)])
  const said = stepChanges(before, after).map(({ key, before, after, does, ways }) => [
    key,
    before !== undefined,
    after !== undefined,
    does,
    ways,
  ])
  assert.deepEqual(said, [
    ['b', true, false, false, []],
    ['a', true, true, false, [{ way: 'next', before: 'b', after: 'n' }]],
    ['n', false, true, false, []],
    ['c', true, true, true, []],
  ])
  assert.deepEqual(stepChanges(before, before), [])
})

test('the order of the values of a step, and the people on it, make no difference', () => {
  const one = wait('a', 1, null)
  const values = Object.fromEntries(Object.entries(one.values).reverse())
  const other = { ...one, values, here: 7, ways: [{ ...one.ways[0]!, people: 3 }] }
  assert.deepEqual(stepChanges(text([one]), text([other])), [])
})

test('a text with mistakes has no steps to compare; its values are', () => {
  const before = text(undefined, { zone: 'Europe/Stockholm', list: 'A' })
  const after = text([wait('a', 1, null)], { list: 'A', again: 'always' })
  assert.deepEqual(stepChanges(before, after), [])
  assert.deepEqual(headChanges(before, after), [
    { word: 'zone', before: 'Europe/Stockholm', after: undefined },
    { word: 'again', before: undefined, after: 'always' },
  ])
})
