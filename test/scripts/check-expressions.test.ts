/** The gate for regular expressions lets through what is linear, and nothing that is not. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nameOf } from '../../scripts/expressions/exceptions.ts'
import { unproven } from '../../scripts/expressions/prove.ts'

describe('the gate for regular expressions', () => {
  test('finds what takes the square of the length or worse', async () => {
    const slow = [
      '[ \\t]+\\n',
      '^\\s*(html|text)?\\s*$',
      '\\/+$',
      '(a|a)*b',
      '(?<![ \\t])(?:a+)+b',
      '(?<!a)[ab]+c',
    ]
    const problems = await unproven(slow.map(source => ({ source, flags: '' })))
    assert.deepEqual([...problems.keys()].map(({ source }) => source).sort(), [...slow].sort())
  })

  test('lets through runs that are begun once, and counts', async () => {
    const linear = [
      '(?<![ \\t])[ \\t]+\\n',
      '^(html|text)?$',
      '(?<!\\/)\\/+$',
      'a{1,300}b',
      '(?<![^/])[^/]*@',
      '^0+(?!\\d)',
    ]
    assert.deepEqual([...(await unproven(linear.map(source => ({ source, flags: '' }))))], [])
  })

  test('a long expression has another name when any character of it changes', () => {
    assert.equal(nameOf('a+b'), 'a+b')
    assert.notEqual(nameOf(`${'a|'.repeat(200)}b`), nameOf(`${'a|'.repeat(200)}c`))
  })
})
