/** Names made of any text: the encoded form, and that it decodes to the same. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decodeXmlName, encodeXmlName } from '../../src/lib/xml/names.ts'

describe('names of elements', () => {
  for (const [text, name] of [
    ['Subscriber', 'Subscriber'],
    ['Odd name/1', 'Odd_x0020_name_x002F_1'],
    ['Ålder', 'Ålder'],
    ['5', '_x0035_'],
    ['-a', '_x002D_a'],
    ['a-b.c', 'a-b.c'],
    ['a:b', 'a_x003A_b'],
    ['_x0020_', '_x005F_x0020_'],
    ['_xylophone', '_xylophone'],
    ['\u{1F600}', '_x0001F600_'],
    ['', ''],
  ] as const) {
    test(`${JSON.stringify(text)} is ${name || 'nothing'}`, () => {
      assert.equal(encodeXmlName(text), name)
      assert.equal(decodeXmlName(name), text)
    })
  }

  test('any text comes back, and the name is one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), text => {
        const name = encodeXmlName(text)
        assert.match(name, /^[\p{L}_][\p{L}\p{N}._-]*$/u)
        assert.equal(decodeXmlName(name), text)
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^(_x00|[0-9a-f_x])*$/), text => {
        assert.equal(decodeXmlName(encodeXmlName(text)), text)
      }),
    )
  })
})
