/** Which sheet of a spreadsheet is read, and cells that other programs write in odd ways. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { xlsxStream } from '../../src/lib/xlsx/write.ts'
import {
  readXlsx,
  type SheetRow,
  SpreadsheetBroken,
  visibleSheets,
} from '../../src/lib/xlsx/xlsx.ts'
import { sheetParts, zipped } from '../support/spreadsheet.ts'

const folder = mkdtempSync(join(tmpdir(), 'pennypost-sheets-'))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'file.xlsx')

async function read(bytes: Buffer): Promise<Omit<SheetRow, 'passed'>[]> {
  writeFileSync(path, bytes)
  const rows: Omit<SheetRow, 'passed'>[] = []
  for await (const { passed: _, ...row } of readXlsx(path, 100)) rows.push(row)
  return rows
}

describe('a spreadsheet', () => {
  describe('with several sheets', () => {
    const row = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
    const CHART = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet'
    interface Given {
      state?: string
      rows?: string[]
      chart?: true
    }
    /** A workbook of sheets by name. */
    function workbook(sheets: Record<string, Given>): Buffer {
      const parts = sheetParts('')
      const all = Object.entries(sheets)
      parts['xl/workbook.xml'] = parts['xl/workbook.xml']!.replace(
        /<sheets>.*<\/sheets>/,
        `<sheets>${all
          .map(
            ([name, { state }], at) =>
              `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"${state ? ` state="${state}"` : ''}/>`,
          )
          .join('')}</sheets>`,
      )
      const relations = 'xl/_rels/workbook.xml.rels'
      for (const [at, [, { rows = [], chart }]] of all.entries()) {
        const type = chart ? CHART : CHART.replace('chartsheet', 'worksheet')
        const relation = `<Relationship Id="r${at}" Type="${type}" Target="worksheets/own${at}.xml"/>`
        parts[relations] = parts[relations]!.replace('</', `${relation}</`)
        parts[`xl/worksheets/own${at}.xml`] =
          `<worksheet><sheetData>${rows.map(row).join('')}</sheetData></worksheet>`
      }
      return zipped(parts)
    }
    const named = async (bytes: Buffer, sheet?: string) => {
      writeFileSync(path, bytes)
      const found: string[] = []
      for await (const row of readXlsx(path, 10, sheet)) found.push(row.columns[0]!)
      return found
    }

    test('the first visible one with rows is read', async () => {
      const first = { rows: ['a'] }
      assert.deepEqual(await named(workbook({ Empty: {}, Data: first })), ['a'])
      assert.deepEqual(await named(workbook({ Chart: { chart: true }, Data: first })), ['a'])
      for (const state of ['hidden', 'veryHidden'])
        assert.deepEqual(
          await named(
            workbook({ Old: { state, rows: ['old'] }, Data: first, More: { rows: ['b'] } }),
          ),
          ['a'],
        )
      assert.deepEqual(
        await named(workbook({ Old: { state: 'hidden', rows: ['x'] }, Data: {} })),
        [],
      )
    })

    test('one is read by name, a hidden one too; another name is told with those there are', async () => {
      const bytes = workbook({ One: { rows: ['1'] }, Två: { rows: ['2'], state: 'hidden' } })
      assert.deepEqual(await named(bytes, ' TVÅ '), ['2'])
      await assert.rejects(
        named(bytes, 'Three'),
        error => error instanceof SpreadsheetBroken && /"Three".*"One", "Två"/.test(error.message),
      )
      assert.deepEqual(await visibleSheets(path), ['One'])
    })

    test('a table of ours continues over its sheets; one of another program does not', async () => {
      const rows = Array.from({ length: 7 }, (_, n) => [`person ${n}`])
      async function* batches() {
        yield rows
      }
      const parts: Buffer[] = []
      const columns = [{ title: 'Email', kind: 'text' as const }]
      for await (const part of xlsxStream('People', columns, batches(), 4)) parts.push(part)
      assert.deepEqual(await named(Buffer.concat(parts)), ['Email', ...rows.flat()])
      assert.deepEqual(await visibleSheets(path), ['People', 'People 2', 'People 3'])
      assert.deepEqual(await named(Buffer.concat(parts), 'People 3'), ['Email', 'person 6'])
      const foreign = workbook({
        People: { rows: ['Email', 'a'] },
        'People 2': { rows: ['Email', 'b'] },
      })
      assert.deepEqual(await named(foreign), ['Email', 'a'])
    })
  })

  test('cells and rows without a place that can be read come after those before', async () => {
    const cell = (place: string, text: string) =>
      `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
    const found = await read(
      zipped(
        sheetParts(
          `<row r="2">${cell('A2', 'a')}${cell('7', 'b')}</row><row r="">${cell('', 'c')}</row>`,
        ),
      ),
    )
    assert.deepEqual(found, [
      { line: 2, columns: ['a', 'b'] },
      { line: 3, columns: ['c'] },
    ])
  })

  test('cells of any type may be empty', async () => {
    const cells = ['s', 'b', 'n', 'd', 'e', 'str'].map(type => `<c t="${type}"><v></v></c>`)
    const rows = `<row>${cells.join('')}<c t="b"><v> </v></c><c t="n"><v>7</v></c></row>`
    assert.deepEqual(
      (await read(zipped(sheetParts(rows, '<si><t>first</t></si>')))).map(row => row.columns),
      [[...Array(7).fill(''), '7']],
    )
  })
})
