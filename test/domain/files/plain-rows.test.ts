/** Rows as pages: the same as by the careful reader, for any file. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  type ReadOptions,
  type RejectedRow,
  readFile,
} from '../../../src/domain/files/read-file.ts'
import { type FileRow, fileRowOf } from '../../../src/domain/imports/apply/given.ts'
import { readLines } from '../../../src/lib/text-decoding.ts'
import { CSV, path } from './read-setup.ts'

/** A page knows one kind of blank around a name; the rules of a person take all of them away. */
const trimmed = (row: FileRow): FileRow => ({ ...row, name: row.name.trim() })

async function read(options: Partial<ReadOptions>) {
  const rows: FileRow[] = []
  const rejected: RejectedRow[] = []
  let inPages = 0
  for await (const { page, ...block } of readFile(path, { ...CSV, ...options })) {
    rejected.push(...block.rejected)
    if (!page) rows.push(...block.rows.map(trimmed))
    for (let row = 0; page && row < page.rows; row++) rows.push(trimmed(fileRowOf({ page, row })))
    inPages += page?.rows ?? 0
    assert.equal(block.read, (page?.rows ?? 0) + block.rows.length + block.rejected.length)
  }
  return { rows, rejected, inPages }
}

/** Answers how many rows came in pages. */
async function same(content: string | Buffer, options: Partial<ReadOptions> = {}): Promise<number> {
  writeFileSync(path, content)
  const { inPages: none, ...carefully } = await read(options)
  const { inPages, ...asPages } = await read({ ...options, spare: [] })
  assert.equal(none, 0)
  assert.deepEqual(asPages, carefully)
  return inPages
}

const dialects = fc
  .tuple(
    fc.shuffledSubarray([';', ',', '\t', '|', '"', "'", '\\', '#', 'x', '\x1f'], {
      minLength: 4,
      maxLength: 4,
    }),
    fc.boolean(),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([[delimiter, quote, escaping, comment], quotes, ownEscape, comments]) => ({
    delimiter: delimiter!,
    quote: quotes ? quote! : '',
    escape: quotes && ownEscape ? escaping! : '',
    comment: comments ? comment! : '',
  }))

const files = dialects.chain(dialect => {
  const { delimiter, quote, escape: escaping, comment } = dialect
  const odd = fc.constantFrom(
    quote || '"',
    quote || "'",
    escaping || '\\',
    comment || '#',
    '\r',
    '\t',
    '&',
    '\x1e',
    '\x1f',
    '\ufeff',
    '\ufffe',
  )
  const usual = fc.constantFrom('a', 'b', ' ', 'é', '漢', '😀', '\u00a0', '@', '.')
  const unit = fc.oneof({ weight: 20, arbitrary: usual }, { weight: 1, arbitrary: odd })
  const value = fc.oneof(
    { weight: 9, arbitrary: fc.string({ unit, maxLength: 6 }) },
    {
      weight: 3,
      arbitrary: fc.string({ unit: usual, maxLength: 5 }).map(text => quote + text + quote),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        // Marked against formulas, and not.
        "'=1+1",
        `${quote}'+46${quote}`,
        "''@x",
        "'t Hooft",
        'y'.repeat(500),
        'y'.repeat(501),
        'é'.repeat(251),
        'z'.repeat(4090),
        'z'.repeat(70_000),
      ),
    },
  )
  const row = fc.oneof(
    {
      weight: 20,
      arbitrary: fc
        .array(value, { minLength: 1, maxLength: 6 })
        .map(values => values.join(delimiter)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        `${comment}x`,
        delimiter.repeat(12),
        `${quote}a\nb${quote}`,
        `${quote}open`,
      ),
    },
  )
  const end = fc.oneof(
    { weight: 9, arbitrary: fc.constant('\n') },
    { weight: 2, arbitrary: fc.constant('\r\n') },
    fc.constant('\r'),
  )
  const repeated = fc.constantFrom(1, 1, 1, 300)
  return fc.array(fc.tuple(row, end, repeated), { maxLength: 12 }).map(rows => ({
    dialect,
    text: rows
      .map(([text, lineEnd, times]) =>
        (text.length > 5000 ? text : text + lineEnd).repeat(
          times > 1 && text.length < 40 ? times : 1,
        ),
      )
      .join(''),
  }))
})

describe('pages', () => {
  test('hold what the careful reader finds, in random dialects, however much of it needs care', async () => {
    const facts = fc.record({
      hasHeaders: fc.boolean(),
      skipRows: fc.constantFrom(0, 0, 1, 5, 260),
      western: fc.boolean(),
    })
    let inPages = 0
    await fc.assert(
      fc.asyncProperty(files, facts, async ({ dialect, text }, { western, ...options }) => {
        const content = western ? Buffer.from(text.replace(/[^\0-\xff]/g, '?'), 'latin1') : text
        inPages += await same(content, { dialect, maxColumns: 10, ...options })
      }),
      { numRuns: 600 },
    )
    assert.ok(inPages > 10_000, `${inPages} rows in pages`)
  })

  test('hold nearly all of a usual file, quoted or not', async () => {
    const rows = (value: (n: number) => string) =>
      Array.from({ length: 1000 }, (_, n) => `p${n}@x.test;${value(n)};HTML;Lund;;${n}\r\n`).join(
        '',
      )
    assert.equal(await same(rows(n => `Name ${n}`)), 1000)
    assert.equal(await same(rows(n => `"Åsa; ${n}"`)), 1000)
    assert.equal(
      await same(
        Buffer.from(
          rows(() => 'Åsa'),
          'latin1',
        ),
      ),
      1000,
    )
    assert.equal(await same(`\ufeff${rows(() => 'Åsa')}`, { hasHeaders: true }), 999)
    // A row that needs care takes its neighbours with it, not the file.
    const some = await same(rows(n => (n === 500 ? '"two\nlines"' : 'N')))
    assert.ok(some > 600 && some < 1000, String(some))
  })

  test('are not made of what can not be told from bytes: UTF-16, and text with NULs', async () => {
    assert.equal(await same(Buffer.from('\ufeffa@x.test;Å\n', 'utf16le')), 0)
    assert.equal(await same(`${'a@x.test;x\n'.repeat(7000)}b@x.test;\0\nc@x.test;y\n`), 0)
  })
})

test('lines are whole however a file is cut, and so are the characters of a line that is too long', async () => {
  for (const text of ['é\nåä\n\n漢字 and more\r\nlast', 'ab\n', '', '漢字漢字漢字漢字'])
    for (let size = 8; size < 24; size++) {
      writeFileSync(path, text)
      const parts: string[] = []
      for await (const part of readLines(path, { charset: 'utf-8', skip: 0, suspect: false }, size))
        parts.push(part.toString())
      assert.equal(parts.join(''), text)
    }
  // A file that a mark calls UTF-8, and that ends within a character.
  writeFileSync(path, Buffer.from([0xef, 0xbb, 0xbf, 0x61, 10, 0x62, 0xe6, 0xbc]))
  const parts: string[] = []
  for await (const part of readLines(path, { charset: 'utf-8', skip: 3, suspect: false }))
    parts.push(part.toString())
  assert.equal(parts.join(''), 'a\nb\ufffd')
})
