/**
 * The reader of delimited text: against csv-parse over random dialects, over every way of cutting
 * the text, and where it gives up.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { type CsvRow, createCsvReader } from '../../src/lib/csv.ts'
import { type CsvDialect, dialectProblem } from '../../src/lib/csv-dialect.ts'
import { clipped, MAX_ROW } from '../../src/lib/row-limits.ts'

const PLAIN: CsvDialect = { delimiter: ';', quote: '"', escape: '', comment: '' }

function readAll(parts: Iterable<string>, dialect = PLAIN, skip = 0): CsvRow[] {
  const reader = createCsvReader(dialect, skip)
  const rows: CsvRow[] = []
  for (const part of parts) for (const row of reader.push(part)) rows.push(row)
  for (const row of reader.end()) rows.push(row)
  return rows
}

const columnsOf = (text: string, dialect = PLAIN): string[][] =>
  readAll([text], dialect).map(row => row.columns)
const inBrief = (rows: CsvRow[]) =>
  rows.map(({ line, columns, problem }) => [line, problem ?? columns])

const cut = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, part) =>
    text.slice(part * size, (part + 1) * size),
  )

const dialects = fc
  .tuple(
    fc.shuffledSubarray([';', ',', '\t', '|', '"', "'", '\\', '#', '~', 'x', 'ö', '€'], {
      minLength: 4,
      maxLength: 4,
    }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([[delimiter, quote, escaping, comment], ownEscape, comments]) => ({
    delimiter: delimiter!,
    quote: quote!,
    escape: ownEscape ? escaping! : quote!,
    comment: comments ? comment! : '',
  }))

/**
 * A document that any reader of the dialect should understand: fields written as they must be, or
 * quoted without need.
 */
const documents = dialects.chain(dialect => {
  const { delimiter, quote, escape: escaping, comment } = dialect
  const characters = fc.constantFrom(
    delimiter,
    quote,
    escaping,
    comment || '#',
    '\n',
    '\r\n',
    '\r',
    ' ',
    'a',
    'b',
    'å',
    '漢',
    '😀',
    '@',
  )
  const field = fc.tuple(fc.string({ unit: characters, maxLength: 6 }), fc.boolean())
  const line = fc.oneof(
    { weight: 8, arbitrary: fc.array(field, { minLength: 1, maxLength: 5 }) },
    { weight: 1, arbitrary: fc.constant('blank' as const) },
    { weight: 1, arbitrary: fc.constant('comment' as const) },
  )
  return fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 8 })
    .map(lines => {
      const written = (value: string, quoted: boolean, first: boolean): string => {
        const must =
          /[\r\n]/.test(value) || value.includes(delimiter) || value.includes(quote) || value === ''
        if (!quoted && !must && !(first && comment !== '' && value.startsWith(comment)))
          return value
        const inner = [...value]
          .map(char => (char === quote || char === escaping ? escaping + char : char))
          .join('')
        return quote + inner + quote
      }
      let text = ''
      const expected: string[][] = []
      for (const [fields, end] of lines) {
        if (fields === 'comment' && comment !== '') text += `${comment}${quote}${delimiter}a`
        else if (fields !== 'blank' && fields !== 'comment') {
          expected.push(fields.map(([value]) => value))
          text += fields
            .map(([value, quoted], index) => written(value, quoted, index === 0))
            .join(delimiter)
        }
        text += end
      }
      return { dialect, text, expected }
    })
})

describe('delimited text', () => {
  test('is read as csv-parse reads it, in random dialects', () => {
    fc.assert(
      fc.property(documents, ({ dialect, text, expected }) => {
        const oracle = parse(text, {
          delimiter: dialect.delimiter,
          quote: dialect.quote,
          escape: dialect.escape,
          comment: dialect.comment === '' ? null : dialect.comment,
          comment_no_infix: true,
          record_delimiter: ['\r\n', '\n', '\r'],
          relax_column_count: true,
          skip_empty_lines: true,
        })
        assert.deepEqual(oracle, expected, 'the oracle')
        assert.deepEqual(columnsOf(text, dialect), expected)
      }),
      { numRuns: 3000 },
    )
  })

  test('is the same for any text and any chunks of the stream', () => {
    const soup = dialects.chain(dialect => {
      const { delimiter, quote, escape: escaping, comment } = dialect
      const unit = fc.constantFrom(
        delimiter,
        quote,
        quote,
        escaping,
        comment || 'c',
        '\n',
        '\n',
        '\r',
        '\r\n',
        ' ',
        'a',
        '😀',
      )
      return fc.tuple(
        fc.constant(dialect),
        fc.string({ unit, maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
      )
    })
    fc.assert(
      fc.property(soup, ([dialect, text, size]) => {
        const whole = readAll([text], dialect)
        assert.deepEqual(readAll(cut(text, size), dialect), whole)
        // Skipping sees the same rows.
        assert.deepEqual(readAll(cut(text, size), dialect, 2), whole.slice(2))
        // Each row stands where it says, as it says.
        const lines = text.split(/\r\n|\n|\r/)
        for (const { line, raw } of whole)
          assert.ok(raw.startsWith(lines[line - 1]!), JSON.stringify({ text, line, raw }))
      }),
      { numRuns: 5000 },
    )
  })

  test('keeps blanks, ragged rows and quotes within a field; a comment only begins a row', () => {
    const text = ' a ;b\r\n\r\n#no\n#;x\nc#;5" pipe\r;;\n"x;""y""\r\nz"; "q"\n'
    assert.deepEqual(columnsOf(text, { ...PLAIN, comment: '#' }), [
      [' a ', 'b'],
      ['c#', '5" pipe'],
      ['', '', ''],
      ['x;"y"\r\nz', ' "q"'],
    ])
  })

  test('an escape unlike the quote stands before a quote or itself, and is plain elsewhere', () => {
    const dialect = { ...PLAIN, escape: '\\' }
    assert.deepEqual(columnsOf('"a\\"b";"c\\\\";"C:\\dir";d\\"e', dialect), [
      ['a"b', 'c\\', 'C:\\dir', 'd\\"e'],
    ])
    assert.deepEqual(inBrief(readAll(['"a""b"\n'], dialect)), [[1, 'text-after-quote']])
  })

  test('line numbers count every kind of line end, also within quotes', () => {
    const rows = readAll(['a\r\n"b\r\nb\nb\rb"\r\r\n\nc\n'])
    assert.deepEqual(
      rows.map(row => [row.line, row.raw]),
      [
        [1, 'a'],
        [2, '"b\r\nb\nb\rb"'],
        [8, 'c'],
      ],
    )
  })

  test('a row that can not be read costs its first line', () => {
    const rows = readAll(['1;"ok"\n2;"open\n3;a\n4;"x"y;"z"\n5;b\n6;"never\n7;c'])
    assert.deepEqual(inBrief(rows), [
      [1, ['1', 'ok']],
      [2, 'text-after-quote'],
      [3, ['3', 'a']],
      [4, 'text-after-quote'],
      [5, ['5', 'b']],
      [6, 'unterminated-quote'],
      [7, ['7', 'c']],
    ])
    assert.equal(rows[1]!.raw, '2;"open')
  })

  test('rows up to the limit are read, longer ones given up, wherever the stream is cut', () => {
    const long = 'x'.repeat(MAX_ROW - 2)
    const text = `${long};1\n${long}y;1\n"${`${'y'.repeat(1023)}\n`.repeat(1024)}";q\na;b\n"${long}z";1\n`
    const whole = readAll([text])
    const rejected = whole
      .filter(row => row.problem !== undefined)
      .map(row => [row.line, row.problem, row.raw.length])
    const after = 3 + 1024
    assert.deepEqual(rejected, [
      [2, 'too-long', 4096],
      [3, 'unterminated-quote', 1024],
      [after, 'text-after-quote', 3],
      [after + 2, 'too-long', 4096],
    ])
    assert.equal(whole[0]!.columns[0]!.length, MAX_ROW - 2)
    for (const size of [65_536, 99_991, MAX_ROW + 1, MAX_ROW + 2])
      assert.deepEqual(readAll(cut(text, size)), whole)
  })

  test('a quote in every line is no reason to read the rest again for each', () => {
    // Each line opens a quote that the next one closes with text behind it. Of other characters
    // there may be none for miles.
    for (const line of ['a;"b\n', 'a;"\\"b\n', `a;"b${'\n'.repeat(50)}`, '"b\n']) {
      const reader = createCsvReader({ ...PLAIN, escape: line.includes('\\') ? '\\' : '' })
      const problems = new Map<string | undefined, number>()
      const count = (rows: CsvRow[]) => {
        for (const { problem } of rows) problems.set(problem, (problems.get(problem) ?? 0) + 1)
      }
      for (let part = 0; part < 50; part++) count(reader.push(line.repeat(4000)))
      count(reader.end())
      assert.deepEqual(
        [...problems],
        [
          ['text-after-quote', 199_999],
          ['unterminated-quote', 1],
        ],
      )
    }
  })

  test('the kept part of a row is at most 4 kB of UTF-8, whole characters', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 'å', '漢', '😀'),
          minLength: 1300,
          maxLength: 5000,
        }),
        text => {
          const kept = clipped(text)
          assert.ok(text.startsWith(kept) && kept.isWellFormed())
          const bytes = Buffer.byteLength(kept)
          assert.ok(bytes <= 4096 && (kept === text || bytes > 4092))
        },
      ),
    )
  })

  test('dialects that mean two things are refused', () => {
    assert.equal(dialectProblem(PLAIN), undefined)
    assert.equal(dialectProblem({ delimiter: '\t', quote: '', escape: '', comment: '' }), undefined)
    assert.equal(dialectProblem({ ...PLAIN, escape: '"' }), undefined)
    for (const wrong of [
      { delimiter: '' },
      { delimiter: ';;' },
      { delimiter: '\n' },
      { quote: ';' },
      { escape: ';' },
      { comment: '"' },
    ]) {
      assert.match(
        dialectProblem({ ...PLAIN, ...wrong })?.detail ?? '',
        /\.$/,
        JSON.stringify(wrong),
      )
    }
  })
})
