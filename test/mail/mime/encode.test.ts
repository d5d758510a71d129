/**
 * Transfer encodings, encoded words and character sets: what is written is read back, by others.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decodeWords } from 'postal-mime'
import { canonicalBody } from '../../../src/mail/message/dkim.ts'
import { charsetNamed, UTF8 } from '../../../src/mail/mime/charset.ts'
import {
  base64Lines,
  encodedWords,
  quotedPrintable,
  quotedPrintableSlot,
  SOFT,
} from '../../../src/mail/mime/encode.ts'
import { encodeIso2022Jp } from '../../../src/mail/mime/iso-2022-jp.ts'
import { hasPython, runPython } from '../message/message-readers.ts'

const readQp = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

const body = fc
  .array(
    fc.oneof(
      fc.constantFrom(' ', '\t', '  ', '.', 'From ', '=', '\r\n', 'a', 'ö'),
      fc.string({ unit: 'grapheme' }),
    ),
  )
  .map(parts => parts.join('').replace(/\r(?!\n)|(?<!\r)\n/g, ''))

describe('quoted-printable', () => {
  test('is read back, in lines of at most 76, canonical for DKIM', () => {
    fc.assert(
      fc.property(body, text => {
        const encoded = quotedPrintable(Buffer.from(text))
        assert.equal(readQp(encoded).toString(), text)
        for (const line of encoded.split('\r\n')) {
          assert(line.length <= 76, line)
          assert.match(line, /^[ -~]*$/)
          assert(!line.startsWith('.') && !line.startsWith('From '), line)
        }
        const closed = `${encoded}${SOFT}x\r\n`
        assert.equal(canonicalBody(Buffer.from(closed)).toString(), closed)
      }),
      { numRuns: 2000 },
    )
  })

  test('slots are as the whole would be', () => {
    fc.assert(
      fc.property(body, text => {
        const slot = quotedPrintableSlot(text, UTF8)!
        assert(slot === '' || slot.endsWith('\r\n'))
        assert.equal(readQp(slot).toString(), text)
        assert.equal(canonicalBody(Buffer.from(`${slot}x\r\n`)).toString(), `${slot}x\r\n`)
        for (const line of slot.split('\r\n'))
          assert(line.length <= 76 && !line.startsWith('.') && !line.startsWith('From '), line)
      }),
      { numRuns: 2000 },
    )
  })
})

test('base64 has lines of 76', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      const lines = base64Lines(Buffer.from(bytes))
      assert.deepEqual(Buffer.from(lines, 'base64'), Buffer.from(bytes))
      assert(lines.split('\r\n').every(line => line.length <= 76))
    }),
  )
})

const SETS = [
  'utf-8',
  'iso-8859-1',
  'windows-1252',
  'iso-2022-jp',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'koi8-r',
  'big5',
]

describe('encoded words', () => {
  for (const name of SETS)
    test(`${name}: of at most 75 characters, each readable alone`, () => {
      const charset = charsetNamed(name)
      const messages = fc.constantFrom(...'aä ö漢字かなЖ한中?=_"é😀')
      fc.assert(
        fc.property(
          fc.string({
            unit: fc.oneof(messages, fc.constantFrom('b')),
            minLength: 1,
            maxLength: 150,
          }),
          fc.nat(70),
          (text, used) => {
            const words = encodedWords(text, charset, used)
            if (charset.encode(text) === undefined) {
              assert.equal(words, undefined)
              return
            }
            const all = words!.split('\r\n ')
            assert(
              all.every(
                word =>
                  word === '' || (word.length <= 75 && /^=\?[\w-]+\?[BQ]\?[!-~]*\?=$/.test(word)),
              ),
              words,
            )
            assert(used + all[0]!.length <= 76 || all[0] === '')
            // Alone: nothing of one word is needed to read the next.
            assert.equal(all.map(word => decodeWords(word)).join(''), text)
          },
        ),
        { numRuns: 400 },
      )
    })
})

describe('character sets', () => {
  test('what does not fit is never written', () => {
    for (const [set, fits, not] of [
      ['iso-8859-1', 'Åsa é ÿ', 'žlutý €'],
      ['windows-1252', 'Åsa € ž “”', 'Ж'],
      ['iso-8859-15', 'Åsa € ž', '¤'],
      ['iso-2022-jp', '日本語のお知らせ abc', '①'],
      ['koi8-r', 'Жук', 'é'],
      ['us-ascii', 'abc', 'é'],
    ] as const) {
      assert(charsetNamed(set).encode(fits), set)
      assert.equal(charsetNamed(set).encode(not), undefined, set)
      assert.equal(charsetNamed(set).encode(fits + not), undefined, set)
    }
  })

  test('sets that MIME text cannot be written in are UTF-8', () => {
    for (const set of [
      'utf-16',
      'utf-7',
      'utf-32le',
      'no-such-set',
      '',
      'base64',
      'UTF8',
      'unicode11utf8',
    ])
      assert.equal(charsetNamed(set), UTF8, set)
  })

  test('labels are the usual ones', () => {
    for (const [set, label] of [
      ['latin1', 'iso-8859-1'],
      ['ISO_8859-1', 'iso-8859-1'],
      ['cp1252', 'windows-1252'],
      ['win1250', 'windows-1250'],
      ['latin9', 'iso-8859-15'],
      ['ISO-2022-JP', 'iso-2022-jp'],
      ['Shift_JIS', 'shift_jis'],
    ] as const)
      assert.equal(charsetNamed(set).label, label)
  })

  test('iso-2022-jp: every character reads the same in WHATWG and in Python', {
    skip: !hasPython && 'no Python here',
  }, () => {
    const reader = new TextDecoder('iso-2022-jp', { fatal: true })
    const lines: string[] = []
    for (let code = 0x80; code < 0x10000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue
      const bytes = encodeIso2022Jp(String.fromCharCode(code))
      if (!bytes) continue
      assert.equal(reader.decode(bytes), String.fromCharCode(code))
      lines.push(`${code} ${bytes.toString('hex')}`)
    }
    assert(lines.length > 6800, `${lines.length}`)
    const program = `import sys, json
print(json.dumps([l for l in sys.stdin if bytes.fromhex(l.split()[1]).decode('iso2022_jp') != \
chr(int(l.split()[0]))]))`
    assert.deepEqual(runPython(program, lines), [])
  })

  test('iso-2022-jp: a line ends in ASCII', () => {
    assert.equal(
      encodeIso2022Jp('日\r\n本')!.toString('latin1'),
      '\x1b$BF|\x1b(B\r\n\x1b$BK\\\x1b(B',
    )
  })
})
