/**
 * Writes a spreadsheet (ECMA-376) as a stream, row by row: one table, on as many sheets as its rows
 * need. Texts are never formulas.
 */
import { sheetText } from '../csv-cell.ts'
import { momentOfStore } from '../instant.ts'
import { escapeText } from '../xml/xml.ts'
import { continuedName, WRITTEN_BY } from './own-files.ts'
import { type ZipPart, zipStream } from './zip-write.ts'

export interface SheetColumn {
  title: string
  /**
   * `moment`: a Date or the store's text of one, shown at +01:00. `number` accepts exact decimals
   * as text, too.
   */
  kind: 'text' | 'number' | 'moment'
}

export type SheetCell = string | number | Date | null

/** Maximum rows of a sheet in spreadsheet programs; the first row has the titles. */
const MOST_ROWS = 1_048_576
/** Maximum characters of a cell. */
const MOST_TEXT = 32_767
/** Maximum bytes of a sheet before compression, approximately: a zip entry ends at 4 GB. */
const MOST_SIZE = 2 ** 31
/** Significant digits of a number in a spreadsheet. */
const MOST_DIGITS = 15

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Styles by index: 0 general, 1 timestamp, 2 title. */
const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" ` +
  `formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz ' +
  'val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill ' +
  'patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" ' +
  'applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" ' +
  'builtinId="0"/></cellStyles></styleSheet>'

/** The bytes of the file, while the rows are read. `mostRows` is for tests. */
export function xlsxStream(
  name: string,
  columns: SheetColumn[],
  batches: AsyncIterable<SheetCell[][]>,
  mostRows = MOST_ROWS,
): AsyncGenerator<Buffer> {
  return zipStream(partsOf(name, columns, batches, mostRows))
}

async function* partsOf(
  name: string,
  columns: SheetColumn[],
  batches: AsyncIterable<SheetCell[][]>,
  mostRows: number,
): AsyncGenerator<ZipPart> {
  const rows = oneByOne(batches)
  let next = await rows.next()
  let sheets = 0
  const sheet = async function* () {
    yield sheetStart(columns)
    let text = ''
    let size = 0
    for (let row = 2; !next.done && row <= mostRows && size < MOST_SIZE; row++) {
      text += rowOf(next.value, columns)
      if (text.length > 1 << 16) {
        size += text.length
        yield text
        text = ''
      }
      next = await rows.next()
    }
    yield `${text}</sheetData></worksheet>`
  }
  do {
    sheets++
    yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet() }
  } while (!next.done)
  yield* frame(name, sheets)
}

async function* oneByOne<Row>(batches: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch
}

const WIDTHS = { text: 30, number: 12, moment: 19 }

const sheetStart = (columns: SheetColumn[]): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ` +
  'ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  `</sheetView></sheetViews><cols>${columns.map(({ kind }, at) => `<col min="${at + 1}" max="${at + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`).join('')}` +
  `</cols><sheetData><row>${columns.map(({ title }) => textCell(title, ' s="2"')).join('')}</row>`

const rowOf = (cells: SheetCell[], columns: SheetColumn[]): string =>
  `<row>${columns.map(({ kind }, at) => cellOf(cells[at] ?? null, kind)).join('')}</row>`

/** An empty cell is written, because cells have no reference to give their column. */
function cellOf(value: SheetCell, kind: SheetColumn['kind']): string {
  if (value === null || value === '') return '<c/>'
  if (kind === 'moment')
    return (
      '<c ' +
      `s="1"><v>${serial(value instanceof Date ? value : momentOfStore(String(value)))}</v></c>`
    )
  if (kind === 'number') {
    const digits = String(value)
    if (/^-?[\d.]+$/.test(digits) && digits.replace(/^-?0*\.?0*|\./g, '').length <= MOST_DIGITS)
      return `<c><v>${digits}</v></c>`
  }
  return textCell(String(value), '')
}

function textCell(text: string, style: string): string {
  const shown = escaped(sheetText(text).slice(0, MOST_TEXT).toWellFormed())
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${escapeText(shown)}</t></is></c>`
}

/**
 * `_x0041_` would be read as A, so its underscore is encoded; so is a carriage return, which XML
 * would turn into a line feed.
 */
const escaped = (text: string): string =>
  text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_').replaceAll('\r', '_x000D_')

/** Days since the end of 1899, at +01:00. */
const serial = (moment: Date): number => (moment.getTime() + 3_600_000) / 86_400_000 + 25_569

function* frame(name: string, sheets: number): Generator<ZipPart> {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  const part = (path: string, content: string): ZipPart => ({
    name: path,
    content: [HEAD + content],
  })
  const titles = numbers.map(n => escapeText(continuedName(name, n)))
  yield part(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" ` +
      `xmlns:r="${DOCUMENT}"><fileVersion appName="${WRITTEN_BY}"/><sheets>${numbers.map(n => `<sheet name="${titles[n - 1]}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
  )
  const related = numbers.map(
    n =>
      `<Relationship Id="rId${n}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  yield part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}<Relationship ` +
      `Id="rId${sheets + 1}" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
  )
  yield { name: 'xl/styles.xml', content: [STYLES] }
  yield part(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
      `Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  yield part(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/><Override ' +
      `PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
      `${numbers
        .map(
          n =>
            `<Override PartName="/xl/worksheets/sheet${n}.xml" ` +
            `ContentType="${TYPE}.worksheet+xml"/>`,
        )
        .join('')}</Types>`,
  )
}
