/**
 * Spreadsheets: as several programs write them, values as persons see them, and files that are
 * broken or too much.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { formatOf, shownNumber } from '../../src/lib/xlsx/values.ts'
import { readXlsx, type SheetRow, SpreadsheetBroken } from '../../src/lib/xlsx/xlsx.ts'
import { columnName, sheetParts, spreadsheet, zipped } from '../support/spreadsheet.ts'

const folder = mkdtempSync(join(tmpdir(), 'pennypost-xlsx-'))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'file.xlsx')

async function read(bytes: Buffer, maxColumns = 100): Promise<Omit<SheetRow, 'passed'>[]> {
  writeFileSync(path, bytes)
  const rows: Omit<SheetRow, 'passed'>[] = []
  for await (const { passed: _, ...row } of readXlsx(path, maxColumns)) rows.push(row)
  return rows
}
const columns = async (bytes: Buffer) => (await read(bytes)).map(row => row.columns)
const broken = (bytes: Buffer, what: RegExp) =>
  assert.rejects(
    read(bytes),
    error => error instanceof SpreadsheetBroken && what.test(error.message),
  )

describe('a spreadsheet', () => {
  const rows = [
    ['asa@example.test', 'Åsa <&> "x"', '', '漢字'],
    ['b@example.test', ' two\r\nlines_x0041_ '.replace('_x0041_', '')],
  ]

  test('is read from every kind of zip file', async () => {
    for (const options of [
      {},
      { stored: true },
      { streamed: true },
      { zip64: true },
      { streamed: true, zip64: true },
    ]) {
      assert.deepEqual(await columns(spreadsheet(rows, options)), rows, JSON.stringify(options))
    }
  })

  test('is read from what another program has packed', {
    skip: !hasProgram('zip') && 'needs zip',
  }, async () => {
    const parts = sheetParts('<row><c t="inlineStr"><is><t>a@b.test</t></is></c></row>')
    for (const [name, text] of Object.entries(parts)) {
      mkdirSync(dirname(join(folder, 'parts', name)), { recursive: true })
      writeFileSync(join(folder, 'parts', name), text)
    }
    execFileSync('zip', ['-q', '-r', '../packed.xlsx', '.'], { cwd: join(folder, 'parts') })
    const found: string[][] = []
    for await (const row of readXlsx(join(folder, 'packed.xlsx'), 10)) found.push(row.columns)
    assert.deepEqual(found, [['a@b.test']])
  })

  test('keeps any text in any place', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'å', '漢', '😀', '&', '<', ' ', '\n', '\r', '"', '_'),
      maxLength: 8,
    })
    const row = fc.array(fc.oneof(text, fc.constant('')), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), async rows => {
        const expected = rows
          .map((row, index) => ({
            line: index + 1,
            columns: row.slice(0, row.findLastIndex(text => text !== '') + 1),
          }))
          .filter(({ columns }) => columns.length > 0)
        assert.deepEqual(await read(spreadsheet(rows)), expected)
      }),
      { numRuns: 200 },
    )
  })

  test('cells of all types, as different programs write them', async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/><numFmt \
numFmtId="165" formatCode="00000"/>
<numFmt numFmtId="166" formatCode="[$-41D]&quot;dag &quot;0"/></numFmts><cellStyleXfs><xf \
numFmtId="14"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="165"/><xf \
numFmtId="166"/><xf numFmtId="20"/></cellXfs>
<cellStyles><cellStyle xfId="0"/></cellStyles>`
    const shared =
      '<si><r><rPr><b/></rPr><t>ri</t></r><r><t xml:space="preserve">ch ' +
      '</t></r><rPh><t>no</t></rPh></si><si><t/></si>'
    const cells = [
      ['t="s"', '<v>0</v>', 'rich '],
      ['t="s"', '<v>1</v>', ''],
      ['t="s"', '<v>99</v>', ''],
      ['t="inlineStr"', '<is><r><t>in</t></r><r><t>line</t></r></is>', 'inline'],
      ['t="str"', '<f>A1&amp;"x"</f><v>formula</v>', 'formula'],
      ['t="b"', '<v>1</v>', 'TRUE'],
      ['t="b"', '<v>0</v>', 'FALSE'],
      ['t="e"', '<v>#N/A</v>', ''],
      ['t="d"', '<v>2026-11-21T00:00:00</v>', '2026-11-21'],
      ['t="d"', '<v>2026-11-21T14:30:00</v>', '2026-11-21 14:30:00'],
      ['', '<v>46701234567</v>', '46701234567'],
      ['t="n"', '<v>4.6701234567E+10</v>', '46701234567'],
      ['', '<v>0.30000000000000004</v>', '0.3'],
      ['s="1"', '<v>46347</v>', '2026-11-21'],
      ['s="2"', '<v>46347.604166666664</v>', '2026-11-21 14:30:00'],
      ['s="3"', '<v>123</v>', '00123'],
      ['s="4"', '<v>5</v>', '5'],
      ['s="5"', '<v>0.5</v>', '12:00:00'],
      ['s="1"', '', ''],
      ['', '<v>7</v>', '7'],
    ]
    const withPlaces = cells
      .map(([facts, inner], index) => `<c r="${columnName(index)}3" ${facts}>${inner}</c>`)
      .join('')
    const without = cells
      .map(([facts, inner]) => `<x:c ${facts}>${inner!.replaceAll(/<(\/?)/g, '<$1x:')}</x:c>`)
      .join('')
    const data =
      `<row r="3" spans="1:9">${withPlaces}</row><x:row ` +
      `xmlns:x="urn:x">${without}</x:row><row/><row r="9"><c r="B9"/></row>`
    const expected = cells.map(([, , text]) => text!)
    assert.deepEqual(await read(zipped(sheetParts(data, shared, styles))), [
      { line: 3, columns: expected },
      { line: 4, columns: expected },
    ])
    const parts = sheetParts(
      '<row><c s="0"><v>44885</v></c></row>',
      '',
      '<cellXfs><xf numFmtId="14"/></cellXfs>',
    )
    parts['xl/workbook.xml'] = parts['xl/workbook.xml']!.replace(
      '<workbookPr/>',
      '<workbookPr date1904="1"/>',
    )
    assert.deepEqual(await columns(zipped(parts)), [['2026-11-21']])
  })

  test('numbers and dates are written out', () => {
    const shown = (raw: string, code = 'General') => shownNumber(raw, formatOf(code), false)
    assert.equal(shown('1e+21'), '1000000000000000000000')
    assert.equal(shown('-1.5E-7'), '-0.00000015')
    assert.equal(shown('12345678901234567'), '12345678901234600')
    assert.equal(shown('not a number'), 'not a number')
    assert.equal(shown('1', 'd/m/yy'), '1900-01-01')
    assert.equal(shown('59', 'd/m/yy'), '1900-02-28')
    assert.equal(shown('61', 'd/m/yy'), '1900-03-01')
    assert.equal(shown('46347.99999999', 'yyyy-mm-dd hh:mm'), '2026-11-22')
    assert.equal(shown('1.5', '[h]:mm'), '36:00:00')
    assert.equal(shown('-1', 'yyyy'), '-1')
    assert.equal(shown('99999999', 'yyyy'), '99999999')
    assert.deepEqual(
      ['mmm', 'mm:ss', '0.00', '#,##0', '"day" 0', '[Red]0', '0000', 'General', '@', 'dddd;@'].map(
        formatOf,
      ),
      ['date', 'time', undefined, undefined, undefined, undefined, 4, undefined, undefined, 'date'],
    )
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
        const text = shown(String(value))
        assert.match(text, /^-?\d+(\.\d+)?$/)
        assert.ok(Math.abs(Number(text) - value) <= Math.abs(value) * 1e-14)
      }),
    )
  })

  test('rows that are too wide or too long say so; empty cells do not count', async () => {
    const wide = '<row><c r="A1"><v>1</v></c><c r="D1"><v>2</v></c></row>'
    const styled = '<row><c r="A2"><v>1</v></c><c r="XFD2" s="0"/></row>'
    const absurd = '<row><c r="ZZZZZZZZ3"><v>2</v></c></row>'
    const long =
      `<row>${'<c t="str"><v>'}${'x'.repeat(600_000)}</v></c><c ` +
      `t="str"><v>${'x'.repeat(600_000)}</v></c></row>`
    const rows = await read(zipped(sheetParts(wide + styled + absurd + long)), 3)
    assert.deepEqual(
      rows.map(({ line, columns, problem }) => [line, problem ?? columns]),
      [
        [1, 'too-many-columns'],
        [2, ['1']],
        [3, 'too-many-columns'],
        [4, 'too-long'],
      ],
    )
  })

  test('another kind of file is refused by its kind', async () => {
    await broken(zipped({ mimetype: 'x', 'content.xml': '<x/>' }), /OpenDocument/)
    await broken(zipped({ '_rels/.rels': '', 'word/document.xml': '' }), /Word/)
    await broken(zipped({ '_rels/.rels': '', 'xl/workbook.bin': '' }), /xlsb/)
    await broken(zipped({ 'list.csv': 'a@b.test' }), /looks like a zip file/)
  })

  test('a broken file is refused, wherever it breaks', async () => {
    const good = spreadsheet([['a@b.test', 'x'.repeat(500)]])
    await broken(good.subarray(0, 500), /table of contents/)
    await broken(Buffer.from('PK\x03\x04'), /table of contents|truncated/)
    const { 'xl/worksheets/sheet1.xml': _, ...without } = sheetParts('')
    await broken(zipped(without), /no sheet/)
    await broken(zipped(sheetParts('<row><c>')), /The sheet of the spreadsheet is broken: line \d+/)
    await broken(zipped(sheetParts('', '<!DOCTYPE x>')), /The text of the spreadsheet is broken/)
    // Any byte may be wrong: either nobody can tell, or it is said. Nothing else is thrown, and
    // nothing hangs.
    const wide = spreadsheet([['a@b.test']], { zip64: true })
    for (const [bytes, step] of [
      [good, 13],
      [wide, 11],
    ] as const) {
      for (let at = 0; at < bytes.length; at += step) {
        const spoilt = Buffer.from(bytes)
        spoilt[at] = spoilt[at]! ^ 0xd5
        await read(spoilt).catch(error =>
          assert.ok(error instanceof SpreadsheetBroken, `${at}: ${error.stack}`),
        )
      }
    }
  })

  test('a zip bomb is refused while it unpacks, in spite of its declared size', async () => {
    const blank = Buffer.alloc(17 << 20, '<abcdefghijklmno/>').toString()
    const parts = {
      ...sheetParts('<row><c><v>1</v></c></row>'),
      'xl/styles.xml': `<x>${blank}</x>`,
    }
    const bomb = zipped(parts)
    assert.ok(bomb.length < 100_000)
    await broken(bomb, /The list of styles of the spreadsheet unpacks to more than 16 MB/)
    // The size in the table of contents is made to lie.
    const table = bomb.indexOf('PK\x01\x02')
    const entry = bomb.indexOf('xl/styles.xml', table)
    bomb.writeUInt32LE(1000, entry - 46 + 24)
    await broken(bomb, /unpacks to more than 16 MB/)
  })
})

function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
