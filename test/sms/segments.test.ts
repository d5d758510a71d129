/** How an SMS is cut, at the boundaries, and as an independent implementation counts. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { SEPTETS } from '../../src/sms/alphabet.ts'
import { lookAlike, withLookAlikes } from '../../src/sms/look-alikes.ts'
import { octetsOf } from '../../src/sms/octets.ts'
import { asSent, segment } from '../../src/sms/segments.ts'

const { SegmentedMessage } = createRequire(import.meta.url)('sms-segments-calculator') as {
  SegmentedMessage: new (
    text: string,
  ) => { encodingName: 'GSM-7' | 'UCS-2'; segmentsCount: number; messageSize: number }
}

const sizes = (text: string) => octetsOf(segment(text)).map(({ length }) => length)

describe('the GSM alphabet', () => {
  test('160 alone, 153 each of several', () => {
    assert.deepEqual(sizes(''), [])
    assert.deepEqual(sizes('a'.repeat(160)), [160])
    assert.deepEqual(sizes('a'.repeat(161)), [153, 8])
    assert.deepEqual(sizes('a'.repeat(306)), [153, 153])
    assert.deepEqual(sizes('a'.repeat(307)), [153, 153, 1])
  })

  test('characters of the extension table take two, never in two parts', () => {
    assert.deepEqual(sizes('€'.repeat(80)), [160])
    assert.deepEqual(sizes('€'.repeat(81)), [152, 10])
    assert.deepEqual(sizes(`${'a'.repeat(159)}€`), [153, 8])
    const cut = segment(`${'a'.repeat(152)}€${'b'.repeat(20)}`)
    assert.deepEqual(
      cut.parts.map(({ text }) => text),
      ['a'.repeat(152), `€${'b'.repeat(20)}`],
    )
    assert.deepEqual([...octetsOf(cut)[1]!.subarray(0, 3)], [0x1b, 0x65, 0x62])
  })

  test('has the codes of the standard', () => {
    const codes = (text: string) => [...octetsOf(segment(text))[0]!]
    assert.deepEqual(
      codes('@£\n\r_ Aa0àÅΞ'),
      [0, 1, 10, 13, 0x11, 0x20, 0x41, 0x61, 0x30, 0x7f, 0x0e, 0x1a],
    )
    assert.deepEqual(
      codes('^{}\\[~]|€\f'),
      [0x14, 0x28, 0x29, 0x2f, 0x3c, 0x3d, 0x3e, 0x40, 0x65, 0x0a].flatMap(code => [0x1b, code]),
    )
    assert.equal(SEPTETS.size, 127 + 10)
  })
})

describe('UCS-2', () => {
  test('70 alone, 67 each of several, two octets a unit', () => {
    assert.deepEqual(sizes('ж'.repeat(70)), [140])
    assert.deepEqual(sizes('ж'.repeat(71)), [134, 8])
  })

  test('never splits a surrogate pair', () => {
    assert.deepEqual(sizes('😀'.repeat(35)), [140])
    assert.deepEqual(sizes('😀'.repeat(36)), [132, 12])
    assert.deepEqual(sizes(`${'a'.repeat(66)}😀${'b'.repeat(10)}`), [132, 24])
  })

  test('names each character that is the reason', () => {
    const { alphabet, offending, units } = segment('“Ça va” – 😀 ç ç')
    assert.deepEqual([alphabet, offending, units], ['ucs2', ['“', '”', '–', '😀', 'ç'], 16])
    assert.deepEqual([...octetsOf(segment('aж😀'))[0]!], [0, 0x61, 4, 0x36, 0xd8, 0x3d, 0xde, 0])
  })
})

test('line ends and tabs cost what is seen of them', () => {
  assert.equal(asSent('a\r\nb\rc\td'), 'a\nb\nc d')
})

describe('what to write instead', () => {
  test('quotes, dashes and blanks of word processors, and letters without their marks', () => {
    assert.equal(
      withLookAlikes('“Don’t” – 50\u00a0%… œ č 😀 ж Åßé'),
      '"Don\'t" - 50 %... œ c 😀 ж Åßé',
    )
    for (const character of ['😀', 'ж', '漢', '\u0301', '\ud83d', '\x1b'])
      assert.equal(lookAlike(character), undefined)
  })

  test('is in the alphabet', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), text => {
        for (const character of text) {
          const plain = lookAlike(character)
          if (plain !== undefined) assert.equal(segment(plain).alphabet, 'gsm')
        }
      }),
    )
  })
})

describe('whatever the text', () => {
  const gsm = fc
    .array(fc.constantFrom(...SEPTETS.keys()), { maxLength: 700, size: 'max' })
    .map(all => all.join(''))
  const any = fc
    .array(
      fc.oneof(fc.constantFrom(...SEPTETS.keys()), fc.constantFrom('😀', 'ж', '“', '漢', '👍')),
      {
        maxLength: 300,
        size: 'max',
      },
    )
    .map(all => all.join(''))
  const texts = fc.oneof(gsm, any, fc.string({ unit: 'binary', maxLength: 300, size: 'max' }))

  test('its parts are the text again, each within its room, and none could have taken what comes next', () => {
    fc.assert(
      fc.property(texts, text => {
        const { alphabet, parts, units } = segment(text)
        assert.equal(parts.map(part => part.text).join(''), text)
        const wide = alphabet === 'gsm' ? 1 : 2
        const octets = octetsOf({ alphabet, parts })
        assert.deepEqual(
          octets.map(({ length }) => length),
          parts.map(part => part.units * wide),
        )
        assert.equal(
          parts.reduce((sum, part) => sum + part.units, 0),
          units,
        )
        const room = (parts.length > 1 ? { gsm: 153, ucs2: 67 } : { gsm: 160, ucs2: 70 })[alphabet]
        for (const [at, { text: own, units: filled }] of parts.entries()) {
          assert.ok(filled <= room)
          const last = octets[at]!.at(-1)
          assert.ok(own.isWellFormed() && last !== (alphabet === 'gsm' ? 0x1b : undefined))
          const next = parts[at + 1]?.text
          if (next) assert.ok(filled + segment([...next][0]!).units > room || alphabet === 'ucs2')
        }
      }),
    )
  })

  // It keeps what is seen as one character in one part, at the price of more parts; telephones join
  // parts before they show them.
  const clusters = new Intl.Segmenter()
  const plain = texts.filter(text => [...clusters.segment(text)].length === [...text].length)

  test('an independent implementation counts as many', () => {
    fc.assert(
      fc.property(plain, text => {
        const theirs = new SegmentedMessage(text)
        const { alphabet, parts } = segment(text)
        assert.equal(
          alphabet === 'gsm' ? 'GSM-7' : 'UCS-2',
          text === '' ? 'GSM-7' : theirs.encodingName,
        )
        assert.equal(parts.length, text === '' ? 0 : theirs.segmentsCount, JSON.stringify(text))
      }),
      { numRuns: 500 },
    )
  })
})
