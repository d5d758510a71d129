/**
 * Spreadsheets as we write them, read back by our own reader and, where it is there, unpacked by
 * another program.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { type SheetCell, type SheetColumn, xlsxStream } from '../../src/lib/xlsx/write.ts'
import { readXlsx } from '../../src/lib/xlsx/xlsx.ts'

const folder = mkdtempSync(join(tmpdir(), 'pennypost-xlsx-write-'))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'file.xlsx')

const COLUMNS: SheetColumn[] = [
  { title: 'Name & so on', kind: 'text' },
  { title: 'Number', kind: 'number' },
  { title: 'When', kind: 'moment' },
]

async function* batchesOf(...batches: SheetCell[][][]): AsyncGenerator<SheetCell[][]> {
  yield* batches
}

async function written(batches: AsyncIterable<SheetCell[][]>, mostRows?: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of xlsxStream('Rows', COLUMNS, batches, mostRows)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function readBack(bytes: Buffer): Promise<string[][]> {
  writeFileSync(path, bytes)
  const rows: string[][] = []
  for await (const row of readXlsx(path, 100)) rows.push(row.columns)
  return rows
}

const unzip = (() => {
  try {
    execFileSync('unzip', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe('a spreadsheet that we write', () => {
  test('is read back: texts, exact numbers, moments at +01:00, and empty cells', async () => {
    const rows = await readBack(
      await written(
        batchesOf(
          [
            ['Åsa <&> "x" 漢字 😀', 12, new Date('2026-05-04T11:00:00Z')],
            ['=1+1', '99.95', '2026-05-04 12:30:15+01'],
          ],
          [],
          [
            [null, null, null],
            ['two\r\nlines, _x0041_', '12345678901234567890.5', null],
            [null, 0.5, null],
          ],
        ),
      ),
    )
    assert.deepEqual(rows, [
      ['Name & so on', 'Number', 'When'],
      ['Åsa <&> "x" 漢字 😀', '12', '2026-05-04 12:00:00'],
      ['=1+1', '99.95', '2026-05-04 12:30:15'],
      ['two\r\nlines, _x0041_', '12345678901234567890.5'],
      ['', '0.5'],
    ])
  })

  test('has its titles when there are no rows', async () => {
    assert.deepEqual(await readBack(await written(batchesOf())), [
      ['Name & so on', 'Number', 'When'],
    ])
  })

  test('keeps any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 20 }),
        async texts => {
          const rows = await readBack(
            await written(batchesOf(texts.map(text => [`.${text}`, null, null]))),
          )
          assert.deepEqual(
            rows.slice(1),
            texts.map(text => [`.${text}`]),
          )
        },
      ),
      { numRuns: 50 },
    )
  })

  test('has as many sheets as its rows need, whole for another program', {
    skip: !unzip && 'needs unzip',
  }, async () => {
    const rows = Array.from({ length: 25 }, (_, at) => [`row ${at}`, at, null])
    writeFileSync(path, await written(batchesOf(rows.slice(0, 13), rows.slice(13)), 11))
    execFileSync('unzip', ['-tq', path])
    const part = (name: string) => execFileSync('unzip', ['-p', path, name], { encoding: 'utf8' })
    const counts = [1, 2, 3].map(n => part(`xl/worksheets/sheet${n}.xml`).split('<row>').length - 1)
    assert.deepEqual(counts, [11, 11, 6])
    assert.match(
      part('xl/workbook.xml'),
      /<sheet name="Rows" .*<sheet name="Rows 2" .*<sheet name="Rows 3" /,
    )
    assert.equal(part('\\[Content_Types\\].xml').split('worksheet+xml').length - 1, 3)
  })

  test('is written while the rows come, and ends with their error', async () => {
    let asked = 0
    async function* endless(): AsyncGenerator<SheetCell[][]> {
      for (;;) {
        asked++
        yield Array.from({ length: 1000 }, () => [
          Math.random().toString(36).repeat(20),
          asked,
          null,
        ])
      }
    }
    const stream = xlsxStream('Rows', COLUMNS, endless())
    let bytes = 0
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > 1_000_000) break
    }
    assert.ok(asked < 100, `${asked} batches were read for one megabyte`)
    async function* failing(): AsyncGenerator<SheetCell[][]> {
      yield [['one', 1, null]]
      throw new Error('the store is gone')
    }
    await assert.rejects(written(failing()), /the store is gone/)
  })
})
