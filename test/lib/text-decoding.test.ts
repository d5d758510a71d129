/**
 * Character sets of files that do not tell: recognised from all of their bytes, and read the same
 * however the blocks fall.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { type CharacterSet, readText, recogniseText } from '../../src/lib/text-decoding.ts'

const folder = mkdtempSync(join(tmpdir(), 'pennypost-text-'))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'file')

/** Character set, suspicion, and the text, read in parts of `size` bytes from blocks of `block`. */
async function read(
  bytes: Buffer,
  size?: number,
  block?: number,
): Promise<[string, boolean, string]> {
  writeFileSync(path, bytes)
  const file = await recogniseText(path)
  assert.ok('charset' in file, JSON.stringify(file))
  let text = ''
  for await (const part of readText(path, file, size, block)) text += part
  return [file.charset, file.suspect, text]
}

const TEXT = 'åsa@example.test;Åsa €;漢字\r\n😀;"x"\n'

describe('the text of a file', () => {
  test('is UTF-8, UTF-16 or windows-1252, with and without a mark', async () => {
    const utf16be = Buffer.from(TEXT, 'utf16le').swap16()
    assert.deepEqual(await read(Buffer.from(TEXT)), ['utf-8', false, TEXT])
    assert.deepEqual(await read(Buffer.from(`\ufeff${TEXT}`)), ['utf-8', false, TEXT])
    assert.deepEqual(await read(Buffer.from(`\ufeff${TEXT}`, 'utf16le')), ['utf-16le', true, TEXT])
    assert.deepEqual(await read(Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be])), [
      'utf-16be',
      true,
      TEXT,
    ])
    const plain = 'asa@example.test;Åsa\n'
    assert.deepEqual(await read(Buffer.from(plain, 'utf16le')), ['utf-16le', true, plain])
    assert.deepEqual(await read(Buffer.from(plain, 'utf16le').swap16()), ['utf-16be', true, plain])
    assert.deepEqual(await read(Buffer.alloc(0)), ['utf-8', false, ''])
  })

  test('all of windows-1252 is read as iconv reads it', async () => {
    const bytes = Buffer.from(Array.from({ length: 255 }, (_, index) => index + 1))
    const [charset, , text] = await read(bytes)
    assert.equal(charset, 'windows-1252')
    // Five bytes are no characters there. Browsers keep them as control characters, iconv does not.
    assert.equal(
      text.replace(/[\x81\x8d\x8f\x90\x9d]/g, '\ufffd'),
      iconv.decode(bytes, 'windows-1252'),
    )
    assert.equal(text[0x7f], '€')
  })

  test('is not UTF-8 if a single byte of it is not, even the last', async () => {
    const most = Buffer.from('å'.repeat(1 << 20))
    assert.equal((await read(most))[0], 'utf-8')
    assert.equal((await read(Buffer.concat([Buffer.from('x'), most])))[0], 'utf-8')
    for (const wrong of [[0xe5], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80]]) {
      assert.equal((await read(Buffer.concat([most, Buffer.from(wrong)])))[0], 'windows-1252')
    }
    // With a mark it is UTF-8, and what is broken is shown as such.
    const [charset, , text] = await read(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xe5, 0x62, 0xc3]))
    assert.deepEqual([charset, text], ['utf-8', 'a\ufffdb\ufffd'])
  })

  test('does not depend on where the blocks fall', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.constantFrom('a', 'å', '€', '漢', '😀', '\n'),
          minLength: 1,
          maxLength: 40,
        }),
        fc.integer({ min: 8, max: 20 }),
        fc.integer({ min: 8, max: 50 }),
        fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
        async (text, size, block, charset) => {
          const written = charset === 'windows-1252' ? text.replace(/[漢😀]/gu, '\xff') : text
          const mark = charset === 'utf-8' || charset.startsWith('utf-16')
          const bytes = iconv.encode(`${mark ? '\ufeff' : 'a\xffa'}${written}`, charset)
          const [, , got] = await read(bytes, size, block)
          assert.equal(got, mark ? written : `a\xffa${written}`)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is read in the chosen character set, without detection', async () => {
    const chosen = async (bytes: Buffer, charset: CharacterSet) => {
      writeFileSync(path, bytes)
      const file = await recogniseText(path, charset)
      assert.ok('charset' in file)
      let text = ''
      for await (const part of readText(path, file)) text += part
      return text
    }
    // Three letters of windows-1252 that are also one of UTF-8, and the other way round.
    const three = Buffer.from([0xe2, 0x82, 0xac])
    assert.deepEqual((await read(three))[2], '€')
    assert.equal(await chosen(three, 'windows-1252'), 'â‚¬')
    assert.equal(await chosen(Buffer.from([0x61, 0xe5]), 'utf-8'), 'a\ufffd')
    // Only the mark of the chosen one is no character.
    assert.equal(await chosen(Buffer.from('\ufeffå'), 'utf-8'), 'å')
    assert.equal(await chosen(Buffer.from('\ufeffå'), 'windows-1252'), 'ï»¿Ã¥')
    const wide = Buffer.from('漢字', 'utf16le')
    assert.equal(await chosen(wide, 'utf-16le'), '漢字')
    assert.equal(await chosen(Buffer.from(wide).swap16(), 'utf-16be'), '漢字')
    const marked = Buffer.from('\ufeff漢', 'utf16le')
    assert.equal(await chosen(marked, 'utf-16le'), '漢')
    assert.equal(await chosen(Buffer.from('a\0b'), 'windows-1252'), 'a\0b')
    writeFileSync(path, '%PDF-1.7\n')
    assert.ok('looksLike' in (await recogniseText(path, 'utf-8')))
  })

  test('a NUL far behind makes the text suspect, one near the beginning makes it no text', async () => {
    const line = Buffer.from('asa@example.test;Asa\n')
    const many = Buffer.alloc(100_000, line)
    assert.deepEqual((await read(Buffer.concat([many, Buffer.from([0])]))).slice(0, 2), [
      'utf-8',
      true,
    ])
    writeFileSync(path, Buffer.concat([line, Buffer.from([0]), many]))
    assert.deepEqual(await recogniseText(path), { looksLike: 'a binary file' })
  })

  test('half a unit of UTF-16 at the end is no character', async () => {
    const odd = Buffer.concat([Buffer.from('\ufeffab', 'utf16le'), Buffer.from([0x41])])
    assert.equal((await read(odd))[2], 'ab\ufffd')
  })

  test('a binary file is refused by its kind', async () => {
    const kinds: [string | number[], RegExp][] = [
      ['%PDF-1.7\n', /PDF/],
      [[0x89, 0x50, 0x4e, 0x47], /PNG/],
      [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], /old Excel file/],
      [[0x50, 0x4b, 3, 4], /zip/],
      [[0x1f, 0x8b, 8], /gzip/],
      [[0xff, 0xfe, 0, 0, 0x61, 0, 0, 0], /UTF-32/],
      [[0, 0, 0xfe, 0xff, 0, 0, 0, 0x61], /UTF-32/],
      [[1, 0, 2, 0, 0, 5], /binary/],
    ]
    for (const [bytes, what] of kinds) {
      writeFileSync(path, typeof bytes === 'string' ? bytes : Buffer.from(bytes))
      const answer = await recogniseText(path)
      assert.ok('looksLike' in answer)
      assert.match(answer.looksLike, what)
    }
  })
})
