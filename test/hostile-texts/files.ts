/**
 * Entries for files: imports of people, addresses that opted out, transactions; as CSV, XML and
 * spreadsheets.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { importedReason, meaningOf } from '../../src/domain/bounces/suppression/imported-reason.ts'
import { exportedInstant } from '../../src/domain/files/exported-instant.ts'
import { readAddresses } from '../../src/domain/files/read-addresses.ts'
import { beginningOf, type ReadOptions, readFile } from '../../src/domain/files/read-file.ts'
import { readXmlText } from '../../src/domain/files/read-xml-text.ts'
import { fieldsNamed } from '../../src/domain/imports/inspect/account-fields.ts'
import { inspectFile } from '../../src/domain/imports/inspect/inspect-file.ts'
import { readBatchFile } from '../../src/domain/transactions/batches/batch-file.ts'
import { readXlsx } from '../../src/lib/xlsx/xlsx.ts'
import { memoryFolder } from '../support/database.ts'
import { sheetParts, zipped } from '../support/spreadsheet.ts'
import type { Entry } from './linear.ts'

// Each text is written: on a disk that costs the processor a tenth more.
const folder = mkdtempSync(join(memoryFolder(), 'pennypost-hostile-'))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'file')

async function all(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of rows);
}

const CSV: ReadOptions = {
  kind: 'csv',
  dialect: { delimiter: ';', quote: '"', escape: '\\', comment: '#' },
  hasHeaders: true,
  mapNames: true,
  fieldNames: new Map(),
  maxColumns: 103,
}
const XML: ReadOptions = { ...CSV, kind: 'xml' }

async function written<Rows extends AsyncIterable<unknown>>(
  content: string | Buffer,
  read: () => Rows,
): Promise<void> {
  writeFileSync(path, content)
  await all(read())
}
const csv = (text: string) => written(text, () => readFile(path, CSV))
const xml = (text: string) => written(text, () => readFile(path, XML))
const batch = (text: string) => written(text, () => readBatchFile(path, { fieldNames: new Map() }))
const sheet = (rows: string, strings = '', styles = '') =>
  written(zipped(sheetParts(rows, strings, styles)), () => readXlsx(path, 103))
const inspected = (text: string) =>
  written(text, async function* () {
    yield await inspectFile(path, {}, fieldsNamed(100, []))
  })
const subscriber = (inside: string) =>
  `<Subscribers><Subscriber>${inside}</Subscriber></Subscribers>`
const legal = (text: string) => text.replace(/[<&]|[^\t\n\r -\ud7ff\ue000-\ufffd]/g, '.')

export const files: readonly Entry[] = [
  ['CSV', csv],
  ['CSV: a row', text => csv(`a@b.test;${text};x\n`)],
  ['CSV: quotes', text => csv(`a@b.test;"${text}\n`)],
  ['CSV: many short rows', text => csv(text.replace(/.{20}/gs, '$&\n'))],
  ['CSV: addresses', text => written(text, () => readAddresses(path))],
  ['CSV: headings of addresses', text => written(`${text};\na@b.test`, () => readAddresses(path))],
  [
    'CSV: facts of addresses',
    text =>
      written(`email;since;reason\na@b.test;${text};${text}`, async function* () {
        for await (const rows of readAddresses(path))
          yield rows.map(({ since = '', reason = '' }) => [
            exportedInstant(since),
            meaningOf(reason),
            importedReason(reason),
          ])
      }),
  ],
  [
    'CSV or not',
    text =>
      written(text, async function* () {
        yield (await beginningOf(path, 1_000)).kind
      }),
  ],
  ['CSV: the first rows', inspected],
  ['CSV: headings', text => inspected(`${text};email\n${text};a@b.test\n`)],
  ['XML', xml],
  ['XML: text', text => xml(subscriber(`<Email>${text}</Email>`))],
  ['XML: an attribute', text => xml(subscriber(`<Email a="${text}">a@b.test</Email>`))],
  ['XML: a name', text => xml(subscriber(`<${text}>x</${text}>`))],
  ['XML: a comment', text => xml(subscriber(`<!--${text}--><Email>a@b.test</Email>`))],
  ['XML: a declaration', text => xml(`<?xml ${text}?>${subscriber('')}`)],
  ['XML: a document type', text => xml(`<!DOCTYPE ${text}>${subscriber('')}`)],
  ['XML in a parameter', text => readXmlText(text)],
  ['XML in a parameter, text', text => readXmlText(subscriber(`<Email>${text}</Email>`))],
  ['XML in a parameter, escaped', text => readXmlText(`&lt;Subscribers&gt;${text}`)],
  ['transactions', batch],
  [
    'transactions: a value',
    text => batch(`<T><Transaction><Email>${text}</Email></Transaction></T>`),
  ],
  [
    'spreadsheet: a cell',
    text => sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${legal(text)}</t></is></c></row>`),
  ],
  ['spreadsheet: a number', text => sheet(`<row r="1"><c r="A1"><v>${legal(text)}</v></c></row>`)],
  [
    'spreadsheet: a place',
    text => sheet(`<row r="1"><c r="${legal(text).replaceAll('"', '.')}"><v>1</v></c></row>`),
  ],
  ['spreadsheet: rows', text => sheet(text)],
  [
    'spreadsheet: shared strings',
    text =>
      sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', `<si><t>${legal(text)}</t></si>`),
  ],
  [
    'spreadsheet: formats',
    text =>
      sheet(
        '<row r="1"><c r="A1" s="0"><v>1</v></c></row>',
        '',
        '<numFmts><numFmt numFmtId="164" ' +
          `formatCode="${legal(text).replaceAll('"', '.')}"/></numFmts>`,
      ),
  ],
]
