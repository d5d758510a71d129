/**
 * The form of a file: delimiter, headings, empty cells, sheet and lines that are no rows, seen
 * alike by every reader of files that people bring.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { seenDelimiter } from '../../../src/domain/files/form/file-form.ts'
import { readAddresses } from '../../../src/domain/files/read-addresses.ts'
import { type PersonRow, type ReadOptions, readFile } from '../../../src/domain/files/read-file.ts'
import { fileRowOf } from '../../../src/domain/imports/apply/given.ts'
import { fieldsNamed } from '../../../src/domain/imports/inspect/account-fields.ts'
import { inspectFile, type KnownOptions } from '../../../src/domain/imports/inspect/inspect-file.ts'
import { type ImportOptions, inColumns } from '../../../src/domain/imports/queue-import.ts'
import { sheetParts, spreadsheet, zipped } from '../../support/spreadsheet.ts'
import { CSV, path } from './read-setup.ts'

const MARKS = { quote: '"', escape: '', comment: '' }

async function rowsOf(options: Partial<ReadOptions>): Promise<string[][]> {
  const found: [line: number, email: string, name: string][] = []
  const add = ({ line, email, name }: Pick<PersonRow, 'line' | 'email' | 'name'>) =>
    found.push([line, email, name])
  for await (const { rows, page } of readFile(path, { ...CSV, ...options })) {
    for (const row of rows) add(row)
    for (let row = 0; page && row < page.rows; row++) add(fileRowOf({ page, row }))
  }
  return found.map(([, email, name]) => [email, name])
}

const asRead = (options: ImportOptions): Partial<ReadOptions> => {
  const { rejectsDelimiter, sheet, columns, hasHeaders, maxColumns } = options
  return {
    dialect: options,
    hasHeaders,
    maxColumns,
    ...(columns && { columns }),
    ...(sheet !== undefined && { sheet }),
    ...(rejectsDelimiter !== undefined && { rejectsDelimiter }),
  }
}

/** Addresses as imports find them: by their columns, and in a file of addresses. */
async function everywhere(content: string | Buffer, known: KnownOptions = {}) {
  writeFileSync(path, content)
  const { options, columns } = await inspectFile(path, known, fieldsNamed(25, []))
  const imported = (await rowsOf(asRead(inColumns(options, columns)))).map(([email]) => email)
  const listed: string[] = []
  for await (const rows of readAddresses(path, { sheet: known.sheet }))
    listed.push(...rows.map(({ address }) => address))
  return { imported, listed, options }
}

const ANNA = 'anna@x.test'
const BO = 'bo@x.test'

describe('the delimiter', () => {
  const FILES: [what: string, text: string][] = [
    ['a heading with a comma', `Name (first, last);Email\nAnna;${ANNA}\nBo;${BO}\n`],
    ['a quoted heading', `"Name, full";"Email"\n"Berg, Anna";"${ANNA}"\n"Bo";"${BO}"\n`],
    ['words before a tab', `Name, as on the card\tEmail\nAnna\t${ANNA}\nBo\t${BO}\n`],
    ['a semicolon in quotes', `"Phone; mobile",Email\n"1; 2",${ANNA}\n3,${BO}\n`],
    ['no headings', `"Berg, Anna";${ANNA}\n"Ek, Bo";${BO}\n`],
    ['commas without quotes', `Berg, Anna;${ANNA}\nEk, Bo;${BO}\n`],
    ['one column', `${ANNA}\n${BO}\n`],
    ['some rows shorter', `${ANNA};1,5;2,5\n${BO}\n`],
    ['a line of the spreadsheet program', `sep=,\r\nName;x,Email\r\nA;1,${ANNA}\r\nB,${BO}\r\n`],
    ['such a line in quotes', `"sep=\t"\nAnna\t${ANNA}\nBo\t${BO}\n`],
  ]
  for (const [what, text] of FILES)
    test(`is seen alike by all readers: ${what}`, async () => {
      const { imported, listed } = await everywhere(text)
      assert.deepEqual(imported, [ANNA, BO])
      assert.deepEqual(listed, [ANNA, BO])
    })

  test('is one of the four, or the one of the first line that says so', () => {
    for (const delimiter of [';', ',', '\t', '|'])
      assert.equal(seenDelimiter(`a@x.test${delimiter}b\n`, MARKS), delimiter)
    assert.equal(seenDelimiter('sep=#\na;b\n', MARKS), '#')
    assert.equal(seenDelimiter('', MARKS), ';')
    assert.equal(seenDelimiter('a,b', { ...MARKS, quote: ',' }), ';')
  })

  test('is detected by the reader itself without an inspection, as for an address', async () => {
    writeFileSync(path, `sep=,\n${ANNA},"Berg, Anna"\n`)
    const unseen: Partial<ReadOptions> = {
      dialect: { ...MARKS, delimiter: '' },
      hasHeaders: 'seen',
    }
    for (const more of [{}, { spare: [] }])
      assert.deepEqual(await rowsOf({ ...unseen, ...more }), [[ANNA, 'Berg, Anna']])
    writeFileSync(path, `E-mail|Name\n${ANNA}|Anna\n`)
    assert.deepEqual(await rowsOf(unseen), [[ANNA, 'Anna']])
  })

  test('lines keep their numbers behind a line that is no row, for both readers', async () => {
    writeFileSync(path, `sep=;\r\nhead;er\r\n${ANNA};Anna\r\nb`)
    for (const more of [{}, { spare: [] }]) {
      const lines: number[] = []
      const options = { ...CSV, hasHeaders: true, ...more }
      for await (const { rows, page } of readFile(path, options)) {
        lines.push(...rows.map(({ line }) => line))
        for (let row = 0; page && row < page.rows; row++) lines.push(fileRowOf({ page, row }).line)
      }
      assert.deepEqual(lines, [3, 4])
    }
  })
})

describe('the first row', () => {
  const SHEET = [
    ['Anna', ANNA],
    ['Bo', BO],
  ]
  const text = (rows: string[][]) => rows.map(row => row.join(';')).join('\n')

  test('with an address in any cell is a person, in text and in a sheet', async () => {
    for (const content of [text(SHEET), spreadsheet(SHEET)]) {
      const { imported, listed } = await everywhere(content)
      assert.deepEqual(
        [imported, listed],
        [
          [ANNA, BO],
          [ANNA, BO],
        ],
      )
      const alone = await everywhere(
        typeof content === 'string' ? text([SHEET[0]!]) : spreadsheet([SHEET[0]!]),
      )
      assert.deepEqual([alone.imported, alone.listed], [[ANNA], [ANNA]])
    }
  })

  test('without one holds headings, unless an option says otherwise', async () => {
    const rows = [['Name', 'Email'], ...SHEET]
    for (const content of [text(rows), spreadsheet(rows)]) {
      const { imported, listed, options } = await everywhere(content)
      assert.deepEqual([imported, listed, options.hasHeaders], [[ANNA, BO], [ANNA, BO], true])
      writeFileSync(path, content)
      const said = await inspectFile(path, { hasHeaders: false }, fieldsNamed(25, []))
      assert.equal(said.options.hasHeaders, false)
      const read = await rowsOf(asRead(inColumns(said.options, ['name', 'email'])))
      assert.deepEqual(read[0], ['Email', 'Name'])
    }
  })

  test('of a sheet is detected by the reader without an inspection, and never in text', async () => {
    const known: Partial<ReadOptions> = { hasHeaders: 'of-sheets', columns: ['name', 'email'] }
    writeFileSync(path, spreadsheet([['Name', 'Email'], ...SHEET]))
    assert.equal((await rowsOf(known)).length, 2)
    writeFileSync(path, spreadsheet(SHEET))
    assert.deepEqual((await rowsOf(known))[0], [ANNA, 'Anna'])
    writeFileSync(path, text([['Name', 'Email'], ...SHEET]))
    assert.equal((await rowsOf(known)).length, 3)
  })

  test('of addresses names their column in any language; otherwise the addresses do', async () => {
    for (const heading of ['E-postadress', 'Correo electrónico', 'Kontakt']) {
      const { listed } = await everywhere(`Nr;${heading}\n1;${ANNA}\n2;${BO}\n`)
      assert.deepEqual(listed, [ANNA, BO], heading)
    }
  })
})

describe('a sheet', () => {
  const row = (...cells: string[]) => `<row>${cells.join('')}</row>`
  const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

  test('has empty cells where another program wrote an empty index or another one than digits', async () => {
    const shared = `<si><t>${BO}</t></si><si><t>two</t></si>`
    for (const value of ['', ' ', '-1', '1.5', '2', '1e0', 'x', '0x1']) {
      const cell = `<c r="A2" t="s"><v>${value}</v></c>`
      const parts = sheetParts(`${row(inline(ANNA))}<row r="2">${cell}</row>`, shared)
      const { listed, imported } = await everywhere(zipped(parts))
      assert.deepEqual([listed, imported], [[ANNA], [ANNA]], value)
    }
    const good = sheetParts(`${row(inline(ANNA))}<row><c t="s"><v> 0 </v></c></row>`, shared)
    assert.deepEqual((await everywhere(zipped(good))).listed, [ANNA, BO])
  })
})
