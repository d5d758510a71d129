/**
 * A DataSet: its schema, then its rows as a diffgram, in the format that .NET reads and writes.
 * Everything that does not depend on the rows is built once per operation, frame and set of
 * columns; a row is then only string concatenation.
 */
import type { DatasetResult, Field, Table } from '../contract/types.ts'
import { FIELD_SEPARATOR } from '../lib/field-separator.ts'
import { encodeXmlName } from '../lib/xml/names.ts'
import { escapeAttribute, escapeText } from '../lib/xml/xml.ts'
import {
  type CellWriter,
  cellOf,
  type Defaults,
  type Frame,
  type ResponseBody,
  writeRows,
} from './rows.ts'

const MSDATA = 'urn:schemas-microsoft-com:xml-msdata'
const DIFFGR = 'urn:schemas-microsoft-com:xml-diffgram-v1'
const GUID_TYPE =
  'msdata:DataType="System.Guid, mscorlib, Version=4.0.0.0, Culture=neutral, ' +
  'PublicKeyToken=b77a5c561934e089" type="xs:string"'

type Row = Record<string, unknown>

interface Layout {
  start: string
  end: string
  none: string
  row(row: Row, index: number): string
}

/** The layout for a width and a caption, or for the names of captioned columns. */
export type Layouts = (width: number, caption: string, captions?: readonly string[]) => Layout

/** Layouts with a caption are not cached: callers can choose any number of captions. */
export function layoutsOf(
  result: DatasetResult<Record<string, Field<never>>>,
  frame: Frame,
): Layouts & { caption?: string } {
  const kept: Layout[] = []
  const fields = Object.values(result.fields)
  const numbered = fields.some(({ spread }) => spread === 'numbered' || spread === 'captioned')
  const layouts: Layouts = (width, caption, captions) => {
    if (caption !== '' || captions) return layoutOf(result, frame, width, caption, captions)
    const place = numbered ? width : 0
    kept[place] ??= layoutOf(result, frame, place, '')
    return kept[place]
  }
  return Object.assign(layouts, { caption: fields.find(({ spread }) => spread === 'named')?.wire })
}

export function writeDataset(
  layouts: ReturnType<typeof layoutsOf>,
  table: Table<Row>,
  defaults: Defaults,
): ResponseBody {
  const given =
    'caption' in table ? table.caption : layouts.caption && defaults.caption(layouts.caption)
  const layout = layouts(
    table.width ?? defaults.width,
    layouts.caption === undefined ? '' : (given ?? ''),
    table.captions,
  )
  return writeRows(table.rows, layout.row, layout.start, layout.end, layout.none)
}

interface Column {
  name: string
  type: string
}

function layoutOf(
  { table, fields }: DatasetResult<Record<string, Field<never>>>,
  frame: Frame,
  width: number,
  caption: string,
  captions?: readonly string[],
): Layout {
  const columns: Column[] = []
  const cells: { key: string; cell: CellWriter }[] = []
  const before = frame.line(4)
  for (const [key, field] of Object.entries(fields)) {
    if (field.spread === 'numbered' || field.spread === 'captioned') {
      const names: string[] = []
      for (let index = 0; index < (captions?.length ?? width); index++) {
        const name = captions?.[index] ?? `${field.wire}${index + 1}`
        names.push(free(name, columns))
        columns.push({ name: names.at(-1)!, type: typeOf(field) })
      }
      cells.push({ key, cell: numberedCells(names, before) })
    } else if (field.spread !== 'named' || caption !== '') {
      const name = field.spread === 'named' ? free(caption, columns) : field.wire
      columns.push({ name, type: typeOf(field) })
      cells.push({ key, cell: cellOf(field, encodeXmlName(name), before, true) })
    }
  }
  const line = frame.line
  const diffgram = `${line(1)}<diffgr:diffgram xmlns:msdata="${MSDATA}" xmlns:diffgr="${DIFFGR}"`
  const schema = schemaOf(table, columns, frame)
  return {
    start: `${frame.open}${schema}${diffgram}>${line(2)}<NewDataSet xmlns="">`,
    end: `${line(2)}</NewDataSet>${line(1)}</diffgr:diffgram>${frame.close}`,
    none: `${frame.open}${schema}${diffgram} />${frame.close}`,
    row: rowWriter(encodeXmlName(table), cells, frame),
  }
}

const TYPES: Record<string, string> = { guid: GUID_TYPE }
const typeOf = (field: Field<never>): string => TYPES[field.xsd] ?? `type="xs:${field.xsd}"`

/** The given name of a column, changed if another column has it in any letter case. */
function free(given: string, columns: Column[]): string {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  let name = given
  for (let turn = 1; taken.has(name.toLowerCase()); turn++) name = `${given}_${turn}`
  return name
}

function schemaOf(table: string, columns: Column[], { line }: Frame): string {
  const elements = columns.map(
    ({ name, type }) =>
      `${line(8)}<xs:element name="${escapeAttribute(encodeXmlName(name))}" ${type} ` +
      'minOccurs="0" />',
  )
  return (
    `${line(1)}<xs:schema id="NewDataSet" xmlns="" ` +
    `xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="${MSDATA}">` +
    `${line(2)}<xs:element name="NewDataSet" msdata:IsDataSet="true" ` +
    'msdata:UseCurrentLocale="true">' +
    `${line(3)}<xs:complexType>${line(4)}<xs:choice minOccurs="0" maxOccurs="unbounded">` +
    `${line(5)}<xs:element ` +
    `name="${escapeAttribute(encodeXmlName(table))}">${line(6)}<xs:complexType>${line(7)}<xs:sequence>` +
    `${elements.join('')}` +
    `${line(7)}</xs:sequence>${line(6)}</xs:complexType>${line(5)}</xs:element>` +
    `${line(4)}</xs:choice>${line(3)}</xs:complexType>${line(2)}</xs:element>${line(1)}</xs:schema>`
  )
}

function rowWriter(
  table: string,
  cells: { key: string; cell: CellWriter }[],
  { line }: Frame,
): Layout['row'] {
  const open = `${line(3)}<${table} diffgr:id="${table}`
  const order = '" msdata:rowOrder="'
  const close = `${line(3)}</${table}>`
  return (row, index) => {
    let inside = ''
    for (const { key, cell } of cells) {
      const value = row[key]
      if (value !== null && value !== undefined) inside += cell(value)
    }
    const start = `${open}${index + 1}${order}${index}"`
    return inside === '' ? `${start} />` : `${start}>${inside}${close}`
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the separator aside, these are what escapeText looks at.
const SUSPECT = /[&<>\x00-\x08\x0b\x0c\x0e-\x1e\ud800-\udfff\ufffe\uffff]/

/**
 * Writes many cells from one joined text. The text is escaped once for all of them, and an end tag
 * and the next start tag are one string: most rows of the longest responses consist of these cells.
 */
function numberedCells(names: string[], before: string): CellWriter {
  const tags = names.map(encodeXmlName)
  const opens = tags.map(tag => `${before}<${tag}>`)
  const spaced = tags.map(tag => `${before}<${tag} xml:space="preserve">`)
  const closes = tags.map(tag => `</${tag}>`)
  const separators = tags.map((_, index) => (closes[index - 1] ?? '') + opens[index]!)
  return value => {
    const joined = value as string
    const suspect = SUSPECT.test(joined)
    let text = ''
    let open = -1
    let from = 0
    for (let index = 0; index < names.length && from < joined.length; index++) {
      const next = joined.indexOf(FIELD_SEPARATOR, from)
      const end = next < 0 ? joined.length : next
      if (end > from) {
        const part = joined.slice(from, end)
        if (part.charCodeAt(0) <= 0x20 && part.trim() === '')
          text += (closes[open] ?? '') + spaced[index]!
        else text += open === index - 1 ? separators[index]! : (closes[open] ?? '') + opens[index]!
        text += suspect ? escapeText(part) : part
        open = index
      }
      from = end + 1
    }
    return text === '' ? text : text + closes[open]!
  }
}
