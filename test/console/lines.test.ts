/** The lines of a scroll bar and the rows of its table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineOfRow, linesOf, rowOfLine } from '../../src/console/features/subscribers/lines.ts'

test('a table of a million has lines that any browser shows, each of a row that follows', () => {
  for (const total of [0, 1, 999, 400_000, 400_001, 1_000_000, 30_000_000]) {
    const lines = linesOf(total)
    assert.ok(lines * 40 < 17_800_000)
    assert.equal(rowOfLine(lines, total), total)
    for (let line = 1; line <= lines; line += 97)
      assert.ok(rowOfLine(line, total) > rowOfLine(line - 1, total))
    for (const row of [0, 1, 500, total - 500, total - 1, total].filter(row => row >= 0)) {
      const isNearAnEnd = row <= 1000 || total - row <= 1000
      if (isNearAnEnd) assert.equal(rowOfLine(lineOfRow(row, total), total), row)
    }
  }
})
