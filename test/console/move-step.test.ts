/** Steps moved in the text of a trigger: their lines go, comments with them, others stay. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import {
  moveBeside,
  type StepPlace,
  waysFor,
  withMoved,
} from '../../src/console/shared/trigger-text/move-step.ts'
import { START } from '../../src/console/shared/trigger-text/step-kinds.ts'
import { type DrawnWay, stepsBefore } from '../../src/console/shared/trigger-text/step-ways.ts'
import { outlineOf } from '../../src/domain/triggers/outline.ts'

const moved = (source: string, key: string, place: StepPlace) =>
  withMoved(source, outlineOf(source), key, place)

const onto = (from: string, way: DrawnWay['way'] = 'next'): DrawnWay => ({ from, way })

const CHAIN = `# first
trigger: T
steps: # the steps
  # above a
  - step: a  # is a
    send: 'A'

  # above b
  - step: b
    wait: 1 day   # short
  - step: c
    sms: |
      one
  # after c`

test('in a chain only the lines of the step go, with what stands right above', () => {
  assert.equal(
    moved(CHAIN, 'b', onto(START)),
    `# first
trigger: T
steps: # the steps
  # above b
  - step: b
    wait: 1 day   # short
  # above a
  - step: a  # is a
    send: 'A'

  - step: c
    sms: |
      one
  # after c`,
  )
  const last = moved(CHAIN, 'a', onto('c'))!
  assert.equal(
    last,
    `# first
trigger: T
steps: # the steps

  # above b
  - step: b
    wait: 1 day   # short
  - step: c
    sms: |
      one
  # above a
  - step: a  # is a
    send: 'A'
  # after c`,
  )
  assert.equal(
    moved(last, 'a', { before: 'b' })!.replace("'A'\n\n", "'A'\n"),
    CHAIN.replace('the steps\n', 'the steps\n\n').replace("'A'\n\n", "'A'\n"),
  )
})

test('lines that end by CR LF, and a text without a last line end', () => {
  const source =
    'trigger: T\r\nsteps:\r\n  - step: a\r\n    send: A\r\n  - step: b\r\n    wait: 1 day'
  const wanted =
    'trigger: T\r\nsteps:\r\n  - step: b\r\n    wait: 1 day\r\n  - step: a\r\n    send: A'
  assert.equal(moved(source, 'b', { before: 'a' }), wanted)
  assert.equal(moved(source, 'a', onto('b')), wanted)
})

const series = async () => {
  const page = await readFile(new URL('../../docs/triggers.md', import.meta.url), 'utf8')
  return /```yaml\n(trigger: Welcome series\n.*?)```/s.exec(page)![1]!
}

/** Each step with where its ways lead. */
function leadsOf(source: string): string[] {
  const outline = outlineOf(source)
  return outline.map(({ key, texts }, i) => {
    const below = outline[i + 1]?.key ?? 'end'
    const to = (word: string) => texts.find(text => text.word === word)?.value ?? below
    const branches = texts.some(({ word }) => word === 'else')
    return branches ? `${key} ${to('then')} ${to('else')}` : `${key} ${to('then')}`
  })
}

test('out of a branch and into another', async () => {
  const source = await series()
  assert.deepEqual(leadsOf(moved(source, 'remind', onto('who', 'then'))!), [
    'hello looked',
    'looked thanks rest',
    'thanks rest',
    'rest who',
    'who remind abroad',
    'remind sweden',
    'sweden end',
    'abroad end',
  ])
  assert.deepEqual(leadsOf(moved(source, 'rest', onto('looked', 'else'))!), [
    'hello looked',
    'looked thanks rest',
    'rest remind',
    'remind who',
    'thanks who',
    'who sweden abroad',
    'sweden end',
    'abroad end',
  ])
  // With its other way.
  assert.deepEqual(leadsOf(moved(source, 'who', { before: 'rest' })!), [
    'hello looked',
    'looked thanks remind',
    'remind who',
    'thanks who',
    'who rest abroad',
    'rest sweden',
    'sweden end',
    'abroad end',
  ])
})

test('by keys: up before what leads to it, down after what it leads to', async () => {
  const source = await series()
  const outline = outlineOf(source)
  assert.equal(moveBeside(outline, 'hello', 'up'), undefined)
  assert.equal(moveBeside(outline, 'sweden', 'down'), undefined)
  assert.deepEqual(moveBeside(outline, 'rest', 'up'), {
    place: { before: 'thanks' },
    beside: 'thanks',
  })
  assert.deepEqual(moveBeside(outline, 'hello', 'down'), {
    place: onto('looked', 'then'),
    beside: 'looked',
  })
  const { place } = moveBeside(outline, 'rest', 'down')!
  const down = moved(source, 'rest', place)!
  assert.equal(leadsOf(down).join(), leadsOf(moved(source, 'who', { before: 'rest' })!).join())
})

test('nowhere that leads back: not onto its own ways, nor behind what it branches to', () => {
  const source = `trigger: T
steps:
  - step: z
    send: Z
  - step: a
    if: name = "x"
    then: c
    else: b
  - step: b
    wait: 1 day
  - step: c
    send: C
  - step: d
    send: D
`
  const outline = outlineOf(source)
  const ways = [onto(START), onto('a', 'then'), onto('a', 'else'), onto('b'), onto('c'), onto('d')]
  assert.deepEqual(
    waysFor(outline, 'c', ways),
    ways.filter(({ from }) => from !== 'c'),
  )
  // `else` leads over b to c: behind c it would lead back.
  assert.deepEqual(waysFor(outline, 'a', ways), [onto(START)])
  assert.equal(moved(source, 'a', onto('c')), undefined)
  assert.equal(moved(source, 'nobody', onto('c')), undefined)
  assert.equal(moved(source, 'c', { before: 'nobody' }), undefined)
})

test('every step to every place: no comment is lost, no way leads back, nobody is left out', async () => {
  for (const source of [CHAIN, await series()]) {
    const outline = outlineOf(source)
    const places: StepPlace[] = [
      onto(START),
      ...outline.flatMap(({ key }): StepPlace[] => [
        { before: key },
        onto(key),
        onto(key, 'then'),
        onto(key, 'else'),
      ]),
    ]
    let count = 0
    for (const { key } of outline)
      for (const place of places) {
        const next = moved(source, key, place)
        if (next === undefined) continue
        count++
        const what = `${key} ${JSON.stringify(place)}`
        const after = outlineOf(next)
        const keys = (of: typeof after) => of.map(one => one.key).toSorted()
        assert.deepEqual(keys(after), keys(outline), what)
        const lines = next.split('\n')
        for (const line of source.split('\n'))
          if (!/then:|else:/.test(line)) assert.ok(lines.includes(line), `${what}: ${line}`)
        const reached = stepsBefore(after, after.at(-1)!.key)
        assert.ok(reached.size > 0)
        for (const { key: one } of after)
          for (const other of stepsBefore(after, one))
            assert.ok(one === other || !stepsBefore(after, other).has(one), `${what}: ${one}`)
      }
    assert.ok(count > 5)
  }
})
