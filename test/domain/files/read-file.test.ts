/**
 * Import files from disk: recognised, read in blocks, the same when read again; and unreadable
 * ones.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { rejectReasons } from '../../../src/domain/files/form/row-problems.ts'
import {
  beginningOf,
  type PersonRow,
  type ReadOptions,
  type RejectedRow,
  readFile,
  UnreadableFile,
} from '../../../src/domain/files/read-file.ts'
import { createCsvReader } from '../../../src/lib/csv.ts'
import { spreadsheet } from '../../support/spreadsheet.ts'
import { CSV, folder, path } from './read-setup.ts'

async function read(content: string | Buffer, options: Partial<ReadOptions> = {}) {
  writeFileSync(path, content)
  const rows: PersonRow[] = []
  const rejected: RejectedRow[] = []
  for await (const block of readFile(path, { ...CSV, ...options })) {
    assert.ok(block.read > 0 && block.read <= 2000)
    assert.equal(block.read, block.rows.length + block.rejected.length)
    rows.push(...block.rows)
    rejected.push(...block.rejected)
  }
  return { rows, rejected }
}

const emails = ({ rows }: { rows: PersonRow[] }) => rows.map(row => row.email)
const reasons = ({ rejected }: { rejected: RejectedRow[] }) =>
  rejected.map(({ line, reason }) => [line, reason] as const)
const refused = (content: string | Buffer, what: RegExp, options: Partial<ReadOptions> = {}) =>
  assert.rejects(
    read(content, options),
    error => error instanceof UnreadableFile && what.test(error.message),
  )

describe('delimited text', () => {
  test('columns are the person, then the data fields', async () => {
    const { rows } = await read('asa@example.test;Åsa;Text;Lund;;x\r\n;;\r\nb@example.test\r\n')
    assert.deepEqual(rows, [
      {
        line: 1,
        raw: 'asa@example.test;Åsa;Text;Lund;;x',
        email: 'asa@example.test',
        name: 'Åsa',
        format: 'Text',
        countryCode: '',
        phone: '',
        fields: ['Lund', '', 'x'],
      },
      {
        line: 2,
        raw: ';;',
        email: '',
        name: '',
        format: '',
        countryCode: '',
        phone: '',
        fields: [],
      },
      {
        line: 3,
        raw: 'b@example.test',
        email: 'b@example.test',
        name: '',
        format: '',
        countryCode: '',
        phone: '',
        fields: [],
      },
    ])
  })

  test('the header is passed over, rows before it that are empty or comments too', async () => {
    const dialect = { ...CSV.dialect, comment: '#' }
    assert.deepEqual(
      emails(await read('\n#x\nEmail;Name\na@b.test\n', { hasHeaders: true, dialect })),
      ['a@b.test'],
    )
    assert.deepEqual(emails(await read('a@b.test\n', { hasHeaders: true })), [])
    assert.deepEqual(emails(await read('')), [])
  })

  test('a quote that is not closed costs its line, as the page for users shows', async () => {
    const found = await read('asa@example.test;"Åsa\nbo@example.test;Bo\ncia@example.test;"Cia"\n')
    assert.deepEqual(reasons(found), [[1, 'text-after-quote']])
    assert.deepEqual(emails(found), ['bo@example.test', 'cia@example.test'])
  })

  test('200 columns are a reject, as many as the account has are not', async () => {
    const row = (columns: number) => `a@b.test${';x'.repeat(columns - 1)}\n`
    const found = await read(row(103) + row(104) + row(200))
    assert.equal(found.rows[0]!.fields.length, 100)
    assert.deepEqual(reasons(found), [
      [2, 'too-many-columns'],
      [3, 'too-many-columns'],
    ])
    assert.deepEqual(reasons(await read(row(28) + row(29), { maxColumns: 28 })), [
      [2, 'too-many-columns'],
    ])
  })

  test('any character set, with the mark where programs put it', async () => {
    const text = 'asa@example.test;Åsa €;HTML\nb@example.test;B\n'
    const expected = ['Åsa €', 'B']
    const marked = Buffer.from(`\ufeff${text}`, 'utf16le')
    const windows = Buffer.from(text.replace('€', '\x80'), 'latin1')
    for (const content of [text, `\ufeff${text}`, marked, Buffer.from(marked).swap16(), windows]) {
      const { rows } = await read(content)
      assert.deepEqual(
        rows.map(row => row.name),
        expected,
      )
      assert.deepEqual(emails({ rows }), ['asa@example.test', 'b@example.test'])
    }
    // Within the quotes, and where files were joined.
    assert.deepEqual(emails(await read('"\ufeffa@b.test";A\n\ufeffc@b.test;C\n')), [
      'a@b.test',
      'c@b.test',
    ])
  })

  test('what can not be stored is a reject of its row', async () => {
    const many = 'a@b.test;x\n'.repeat(10_000)
    const withNul = await read(`${many}c@b.test;\0\nd@b.test;y\n`)
    assert.equal(withNul.rows.length, 10_001)
    assert.deepEqual(withNul.rejected, [
      { line: 10_001, raw: 'c@b.test;\ufffd', reason: 'not-text' },
    ])
    const lone = Buffer.from(
      '\ufeffa@b.test;x\nb@b.test;\ud83d;z\nc@b.test;\ud83d\ude00\n',
      'utf16le',
    )
    const withHalf = await read(lone)
    assert.deepEqual(emails(withHalf), ['a@b.test', 'c@b.test'])
    assert.deepEqual(reasons(withHalf), [[2, 'not-text']])
  })

  test('wherever the blocks of the file fall, rows are the same', async () => {
    // 89 bytes, a prime: the borders of blocks come to stand at every one of them.
    const tricky =
      'å@b.test;"ö;""x""\r\n漢字";😀\r\n\n"stray"x;"\r"open\n€;;"\r\r\n"";" ""\n""";plain;5" pipe\r\n'
    assert.equal(Buffer.byteLength(tricky), 89)
    const text = tricky.repeat(70_000)
    const reader = createCsvReader(CSV.dialect)
    const expected = [...reader.push(text), ...reader.end()]
    const { rows, rejected } = await read(text)
    assert.deepEqual(
      rows.map(({ line, raw, email, name, format, fields }) =>
        [line, raw, email, name, format, ...fields].join('|'),
      ),
      expected
        .filter(({ problem }) => problem === undefined)
        .map(({ line, raw, columns }) =>
          [line, raw, ...columns, ...['', ''].slice(columns.length - 1)].join('|'),
        ),
    )
    assert.deepEqual(
      rejected,
      expected.flatMap(({ line, raw, problem }) =>
        problem === undefined ? [] : [{ line, raw, reason: problem }],
      ),
    )
    assert.ok(rows.length > 100_000 && rejected.length > 50_000)
  })

  test('reading again from any row answers the same rows', async () => {
    const lines = Array.from({ length: 9000 }, (_, n) =>
      n % 700 === 3 ? `"bad"x${n}` : n % 5 === 0 ? `p${n};"a\nb"` : `p${n};ö`,
    )
    const text = `head\n${lines.join('\n')}\n`
    const whole = await read(text, { hasHeaders: true })
    assert.equal(whole.rows.length + whole.rejected.length, 9000)
    for (const skipRows of [1, 2000, 4321, 8999, 9000, 10_000]) {
      const rest = await read(text, { hasHeaders: true, skipRows })
      const gone = whole.rejected.filter(({ raw }) => Number(raw.slice(6)) < skipRows).length
      assert.deepEqual(rest.rows, whole.rows.slice(skipRows - gone))
      assert.deepEqual(rest.rejected, whole.rejected.slice(gone))
    }
  })
})

describe('other files', () => {
  test('a spreadsheet is recognised with any file name, its header too', async () => {
    const header = ['E-mail', 'Name', 'Format', 'City']
    const persons = [
      ['a@b.test', 'A "q"; x', '', 'Lund'],
      ['c@b.test', 'C'],
    ]
    // As calls of programs have it.
    const seen = { hasHeaders: 'of-sheets' } as const
    for (const kind of ['csv', 'xml'] as const) {
      const { rows } = await read(spreadsheet([header, [], ...persons]), { kind, ...seen })
      assert.deepEqual(
        rows.map(({ line, raw, email, name, fields }) => [line, raw, email, name, fields]),
        [
          [3, 'a@b.test;"A ""q""; x";;Lund', 'a@b.test', 'A "q"; x', ['Lund']],
          [4, 'c@b.test;C', 'c@b.test', 'C', ['']],
        ],
      )
    }
    assert.deepEqual(emails(await read(spreadsheet(persons))), ['a@b.test', 'c@b.test'])
    assert.deepEqual(emails(await read(spreadsheet(persons), { hasHeaders: true })), ['c@b.test'])
    // Where the header is short, what is not there is not given.
    assert.deepEqual((await read(spreadsheet([['E-mail'], ...persons]), seen)).rows[1]!.fields, [])
    const rest = await read(spreadsheet([header, ...persons]), { ...seen, skipRows: 1 })
    assert.deepEqual(emails(rest), ['c@b.test'])
  })

  test('XML is read as XML', async () => {
    const document = '<s><subscriber Email="a@b.test" DD2="x"/></s>'
    assert.deepEqual((await read(document, { kind: 'xml' })).rows[0]!.fields, [null, 'x'])
    assert.deepEqual(
      emails(await read(Buffer.from(`\ufeff${document}`, 'utf16le'), { kind: 'xml' })),
      ['a@b.test'],
    )
  })

  test('the kind of a file is told by its content', async () => {
    const kinds: [string | Buffer, string][] = [
      ['a@b.test;x\n', 'csv'],
      ['', 'csv'],
      ['\ufeff\n<s/>', 'xml'],
      [spreadsheet([['a@b.test']]), 'xlsx'],
    ]
    for (const [content, kind] of kinds) {
      writeFileSync(path, content)
      assert.equal((await beginningOf(path, 100)).kind, kind)
    }
  })

  test('files that are nothing of the kind are refused with a sentence', async () => {
    await refused('%PDF-1.7\n', /looks like a PDF document/)
    await refused(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), /looks like a picture/)
    await refused(Buffer.from([0, 1, 2, 3]), /looks like a binary file/)
    await refused(Buffer.from('PK\x03\x04 and then nothing'), /table of contents/)
    await refused('<!DOCTYPE html><html><body>Sign in', /web page/)
    await refused('<?xml version="1.0"?><s/>', /is XML/)
    await refused('a@b.test;x\n', /not valid XML/, { kind: 'xml' })
    await refused('a@b.test;x\n', /different characters/, {
      dialect: { ...CSV.dialect, quote: ';' },
    })
    await assert.rejects(
      read('x').then(() => readFile(join(folder, 'nowhere'), CSV).next()),
      { code: 'ENOENT' },
    )
  })

  test('any bytes at all end in rows, in rejects, or in a sentence', async () => {
    const pieces = [
      'a@b.test',
      ';',
      '"',
      '\n',
      '\r',
      '\0',
      '<s>',
      '</s>',
      '<subscriber Email="a@b.test"/>',
      '<?xml version="1.0"?>',
      '\ufeff',
    ]
    const parts = fc.array(fc.constantFrom(...pieces), { maxLength: 30 })
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map(array => Buffer.from(array)),
      parts.map(all => Buffer.from(all.join(''))),
      parts.map(all => Buffer.from(all.join(''), 'utf16le')),
      fc
        .uint8Array({ maxLength: 200 })
        .map(array => Buffer.concat([Buffer.from('PK\x03\x04'), array])),
    )
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.constantFrom('csv' as const, 'xml' as const),
        async (content, kind) => {
          await read(content, { kind }).catch(error =>
            assert.ok(error instanceof UnreadableFile, String(error.stack)),
          )
        },
      ),
      { numRuns: 200 },
    )
  })

  test('each reason has a sentence, and is told of in the page for users', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/import-files.md'), 'utf8')
    for (const reason of Object.keys(rejectReasons))
      assert.ok(page.includes(`\`${reason}\``), reason)
    for (const sentence of Object.values(rejectReasons)) assert.match(sentence, /^The .*\.$/)
  })
})
