/** Reading a file takes linear time, for any bytes: any account may give one. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { addRow, newBatch } from '../../../src/domain/imports/apply/prepare.ts'
import { judgeRow } from '../../../src/domain/transactions/batches/batch-rows.ts'
import { formatOf } from '../../../src/lib/xlsx/values.ts'
import { readXlsx } from '../../../src/lib/xlsx/xlsx.ts'
import { leastMillis, takesAtMost } from '../../support/processor-time.ts'
import { sheetParts, zipped } from '../../support/spreadsheet.ts'
import { path } from '../files/read-setup.ts'

const PERSON = {
  line: 1,
  raw: '',
  email: 'asa@example.test',
  name: '',
  countryCode: '',
  phone: '',
  fields: [],
}
const TRANSACTION = {
  line: 1,
  raw: '',
  email: 'asa@example.test',
  name: '',
  identifier: '',
  sendTime: '',
  fields: [],
}
/** For 300 kB. */
const MOST_MILLIS = 150

for (const [name, blank] of [
  ['blanks', ' '],
  ['tabs', '\t'],
  ['no-break spaces', '\u00a0'],
] as const)
  test(`a format of 300 kB of ${name} is no format, and told at once`, async () => {
    const format = `${blank.repeat(300_000)}x`
    const batch = newBatch()
    await takesAtMost(MOST_MILLIS, () => {
      addRow(batch, { ...PERSON, format })
      assert.equal(judgeRow({ ...TRANSACTION, format }, 'html'), 'format')
    })
    assert.equal(batch.rejects[0]!.reason, 'format')
  })

test('a format may stand between blanks', () => {
  const batch = newBatch()
  addRow(batch, { ...PERSON, format: '\t Text\n' })
  assert.equal(batch.rejects.length, 0)
})

test('a number format of brackets is told at once, and one that is too long is none', async () => {
  for (const code of ['['.repeat(255), '['.repeat(300_000), `${'['.repeat(300_000)}]yyyy`])
    await takesAtMost(MOST_MILLIS, () => assert.equal(formatOf(code), undefined))
  assert.equal(formatOf('[$-409][Red]yyyy'), 'date')
})

test('a spreadsheet of 1.4 kB with such formats is read at once', async () => {
  const styles = `<numFmts count="1"><numFmt numFmtId="164" formatCode="${'['.repeat(200_000)}"/></numFmts>`
  const file = zipped(
    sheetParts(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>asa@example.test</t></is></c></row>',
      '',
      styles,
    ),
  )
  assert.ok(file.length < 4_000)
  writeFileSync(path, file)
  const millis = await leastMillis(async () => {
    let rows = 0
    for await (const { columns } of readXlsx(path, 103)) {
      assert.deepEqual(columns, ['asa@example.test'])
      rows++
    }
    assert.equal(rows, 1)
  }, 1_000)
  assert.ok(millis < 1_000, `${millis} ms`)
})
