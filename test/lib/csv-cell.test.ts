/** The mark in front of formulas: written and taken off, and nothing else changes. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createCsvReader } from '../../src/lib/csv.ts'
import { csvCell, sheetText, unmarked } from '../../src/lib/csv-cell.ts'

const DIALECT = { delimiter: ';', quote: '"', escape: '', comment: '' }

/** What a reader finds in the cell. */
function readBack(cell: string): string {
  const reader = createCsvReader(DIALECT)
  const [row] = [...reader.push(`${cell};x\n`), ...reader.end()]
  return row!.columns[0]!
}

const FORMULAS = ['=1+1', '+46701234567', '-Anna', '@SUM(A1)', ' \t=x', '\u200b=x', '＝1', '\tx']

const texts = fc.string({
  unit: fc.constantFrom("'", '=', '+', '-', '@', '＋', ' ', '\t', '\n', '"', ';', 'a', 'å'),
  maxLength: 8,
})

describe('a cell', () => {
  test('that a spreadsheet would calculate is marked', () => {
    for (const text of FORMULAS) assert.ok(readBack(csvCell(text)).startsWith("'"), text)
    for (const text of ['Anna', "'t Hooft", '46701234567', '', "''"])
      assert.equal(readBack(csvCell(text)), text)
  })

  test('comes back as it was, also if it begins with apostrophes', () => {
    fc.assert(
      fc.property(texts, text => {
        assert.equal(unmarked(readBack(csvCell(text))), text)
        assert.equal(unmarked(sheetText(text)), text)
      }),
      { numRuns: 2_000 },
    )
  })

  test('of a file that another program has marked loses the mark, and no other apostrophe', () => {
    for (const text of FORMULAS) assert.equal(unmarked(`'${text}`), text)
    for (const text of ["'t Hooft", "'quoted'", "'"]) assert.equal(unmarked(text), text)
  })
})
