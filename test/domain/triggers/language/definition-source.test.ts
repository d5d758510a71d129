/** Hostile sources: bombs, depth, length, and words of YAML that have no place in a trigger. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { wrong } from './definition-known.ts'

/** Each level ten times the one below: written out it would be a hundred million words. */
const LAUGHS = `a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]
${['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  .map((name, i) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[i]}`).join(', ')}]`)
  .join('\n')}
trigger: *i
list: 1
`

describe('the text of a definition', () => {
  test('has no references, so nothing in it can grow', () => {
    const problems = wrong(LAUGHS)
    assert.equal(problems.length, 20)
    assert.equal(problems[0], '2:8 References (*name) are not allowed: write the value out.')
  })

  test('is not deep, however depth is written', () => {
    const says = /^\d+:\d+ A definition is nested at most 30 levels deep\.$/
    for (const source of [
      '['.repeat(200_000),
      '{a: '.repeat(60_000),
      '- '.repeat(120_000),
      '? '.repeat(120_000),
    ])
      assert.match(wrong(source).join(), says)
    const stairs = Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')
    assert.match(wrong(stairs).join(), says)
  })

  test('is not long', () => {
    assert.deepEqual(wrong(`trigger: ${'x'.repeat(262_144)}`), [
      '1:1 A definition has at most 262144 characters.',
    ])
  })

  test('has not very many words', () => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => `k${i}:`).join('\n')
    assert.equal(wrong(words(2_000)).length, 20)
    const says = /^\d+:\d+ A definition has at most 10000 words, signs and line ends\.$/
    for (const many of [words(30_000), '- a\n'.repeat(30_000), `a:${'\n'.repeat(30_000)}`]) {
      assert.equal(wrong(many).length, 1)
      assert.match(wrong(many).join(), says)
    }
  })

  test('is read up to the first bracket that closes nothing', () => {
    assert.deepEqual(wrong(']'.repeat(200_000)).length, 1)
    assert.match(wrong(`a: 1\n${']'.repeat(200_000)}`).join(), /^2:1 Unexpected flow-seq-end token/)
  })

  test('has no tags, no second document, no keys that are no words', () => {
    assert.deepEqual(wrong('trigger: !!binary x'), ['1:19 Tags (!name) are not allowed.'])
    assert.match(wrong('trigger: !js/function x').join(), /^1:10 Unresolved tag: !js\/function\./)
    assert.match(wrong('a: 1\n---\nb: 2').join(), /^2:1 A file contains one trigger/)
    assert.deepEqual(wrong('[a]: 1'), [
      '1:1 A key before a colon is a word. Quote text that begins with {.',
    ])
  })

  test('holds no control characters', () => {
    const [problem] = wrong(
      'trigger: "a\\0b"\nlist: 1\nstart: joined\nsteps:\n  - step: a\n    send: 3\n',
    )
    assert.equal(problem, '1:10 The name of the trigger contains control characters.')
  })

  test('never runs code or reaches a prototype', () => {
    const source =
      '__proto__: {polluted: yes}\nconstructor: x\ntrigger: T\nlist: 1\nstart: joined\n' +
      'steps:\n  - step: a\n    send: 3\n'
    assert.match(wrong(source).join(), /A trigger has no "__proto__"/)
    assert.equal(Reflect.get({}, 'polluted'), undefined)
  })
})
