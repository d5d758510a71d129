/**
 * A DataSet read back: the embedded schema says which columns there are, the diffgram holds the
 * rows.
 */
import type { DatasetResult, Field } from '../../../src/contract/types.ts'
import { decodeXmlName } from '../../../src/lib/xml/names.ts'
import { childOf, type Node } from './tree.ts'

export interface Column {
  name: string
  /** As the schema has it, such as `xs:int`; `guid` for the strings that it marks as one. */
  type: string
}

const columnsOfRows = new WeakMap<object, Column[]>()

/** The columns that the schema of an answer declared: also those that no row has a value in. */
export const columnsOf = (rows: object): Column[] => columnsOfRows.get(rows) ?? []

export function readDataSet(
  result: DatasetResult<Record<string, Field<unknown>>>,
  node: Node,
): Record<string, unknown>[] {
  const columns = columnsIn(childOf(node, 'schema'))
  const read = rowReader(result, columns)
  const data = childOf(childOf(node, 'diffgram'), 'NewDataSet')
  const rows = (data?.children ?? [])
    .filter(row => decodeXmlName(row.name) === result.table)
    .map(read)
  columnsOfRows.set(rows, columns)
  return rows
}

function columnsIn(node: Node | undefined): Column[] {
  if (!node) return []
  if (node.name === 'sequence') {
    return node.children.map(({ attributes }) => ({
      name: decodeXmlName(attributes.name ?? ''),
      type: attributes['{urn:schemas-microsoft-com:xml-msdata}DataType']?.startsWith('System.Guid')
        ? 'guid'
        : (attributes.type ?? ''),
    }))
  }
  return node.children.flatMap(columnsIn)
}

type RowReader = (row: Node) => Record<string, unknown>

/**
 * A cell that is not there is null; numbered columns come together as a list that ends with its
 * last filled one.
 */
function rowReader(
  result: DatasetResult<Record<string, Field<unknown>>>,
  columns: Column[],
): RowReader {
  const fixed = new Set(
    Object.values(result.fields).flatMap(field => (field.spread ? [] : [field.wire])),
  )
  const named = columns.findLast(({ name }) => !fixed.has(name))?.name
  const entries = Object.entries(result.fields)
  return row => {
    const cells = new Map(row.children.map(cell => [decodeXmlName(cell.name), cell.text]))
    return Object.fromEntries(
      entries.map(([key, field]) => {
        if (field.spread === 'numbered') return [key, numbered(cells, field.wire, columns.length)]
        if (field.spread === 'captioned') return [key, captioned(cells, fixed)]
        const text = cells.get(field.spread === 'named' ? (named ?? '') : field.wire)
        return [key, text === undefined ? null : field.read(text)]
      }),
    )
  }
}

/** The cells of all other columns, by name. */
const captioned = (cells: Map<string, string>, fixed: Set<string>): Record<string, string> =>
  Object.fromEntries([...cells].filter(([name]) => !fixed.has(name)))

function numbered(cells: Map<string, string>, prefix: string, most: number): string[] {
  const values: string[] = []
  for (let number = 1; number <= most; number++) {
    const text = cells.get(`${prefix}${number}`)
    if (text === undefined) continue
    while (values.length < number) values.push('')
    values[number - 1] = text
  }
  return values
}
