/**
 * Parses rows from XML: elements of one name anywhere below the root, or the root itself, whose
 * values are child elements or attributes. Tolerant: ignores letter case, prefixes and the root's
 * name; unknown elements are ignored and counted.
 */

import { aboutFile } from '../../lib/file-words.ts'
import { MAX_ROW } from '../../lib/row-limits.ts'
import { createXmlElements, XmlBroken } from '../../lib/xml/elements.ts'
import { localName } from '../../lib/xml/leaves.ts'
import {
  createRowBlocks,
  type ReadRow,
  type RowBlock,
  type RowBlocks,
  UnreadableFile,
} from './read-rows.ts'
import { createXmlRowNames, type XmlNameOptions, type XmlTarget } from './xml-row-names.ts'

export interface XmlRowOptions<Value extends string> extends XmlNameOptions<Value> {
  /** The name of a row's element. */
  element: string
  /** If given, rows are the children of the root that have this value, with any name. */
  rowsWith?: Value | undefined
  mostFields: number
  skipRows?: number
}

export type XmlRow<Value extends string> = ReadRow & Record<Value, string>

/** The file is XML without an element of the rows' name. */
export class NoRow extends UnreadableFile {}

interface Begun<Value extends string> {
  name: string
  line: number
  /** Of the element itself: its values are one level deeper. */
  depth: number
  values: Record<Value, string>
  fields: (string | null)[]
  /** Characters of all values. */
  size: number
}

interface RowParser {
  /** Parses the next part of the file. Throws XmlBroken. */
  push(text: string): void
  end(): void
  /** The number of rows found. */
  rows(): number
  /** The first name or text that is not part of a row. */
  strange(): string | undefined
  /** The source of an unfinished row, at the end of a file that breaks off. */
  unfinished(): string
}

export async function* readXmlRows<Value extends string>(
  chunks: AsyncIterable<string>,
  options: XmlRowOptions<Value>,
  suspect: boolean,
): AsyncGenerator<RowBlock<XmlRow<Value>>> {
  const blocks = createRowBlocks<XmlRow<Value>>(suspect, options.skipRows ?? 0)
  const parser = createRowParser(options, blocks)
  let isWhole = false
  try {
    for await (const chunk of chunks) {
      parser.push(chunk)
      yield* blocks.taken(chunk.length)
    }
    parser.end()
    isWhole = true
  } catch (error) {
    if (!(error instanceof XmlBroken)) throw error
    if (parser.rows() === 0)
      throw new UnreadableFile(aboutFile('xml-broken', { line: error.line, what: error.what }))
    blocks.reject(error.line, parser.unfinished(), 'broken-file')
  }
  const strange = parser.strange()
  if (isWhole && parser.rows() === 0 && strange !== undefined) {
    const begins = strange.slice(0, 40)
    throw new NoRow(aboutFile('xml-no-row', { element: options.element, begins }))
  }
  yield* blocks.rest()
}

/** Adds rows to the blocks, element by element. */
function createRowParser<Value extends string>(
  options: XmlRowOptions<Value>,
  blocks: RowBlocks<XmlRow<Value>>,
): RowParser {
  const { mostFields, rowsWith } = options
  const wanted = options.element.toLowerCase()
  const names = createXmlRowNames(options)
  const noValues = Object.fromEntries(
    [...options.values.values()].map(value => [value, '']),
  ) as Record<Value, string>
  let depth = 0
  let row: Begun<Value> | undefined
  /** The value or field that the current element contains, and its text so far. */
  let target: XmlTarget<Value>
  let value = ''
  let rows = 0
  let strange: string | undefined

  const ignore = (name: string): void => {
    strange ??= name
    blocks.ignore()
  }
  const begin = (name: string, attributes: Readonly<Record<string, string>>): void => {
    const begun: Begun<Value> = {
      name,
      line: elements.line(),
      depth,
      values: { ...noValues },
      fields: [],
      size: 0,
    }
    elements.startRecording()
    for (const name in attributes) {
      if (isMarkup(name)) continue
      const to = names.named(localName(name))
      begun.size += attributes[name]!.length
      if (to === undefined) ignore(name)
      else put(begun, to, attributes[name]!)
    }
    row = begun
  }

  const beginValue = (
    into: Begun<Value>,
    name: string,
    attributes: Readonly<Record<string, string>>,
  ): void => {
    target = names.named(name)
    value = ''
    let isNil = false
    for (const key in attributes) {
      const local = localName(key)
      if (name === 'demographicdata' && local === 'name') target = names.labelled(attributes[key]!)
      else if (name === 'demographicdata' && local === 'value') value = attributes[key]!
      else if (local === 'nil') isNil = /^(?:true|1)$/.test(attributes[key]!.trim())
      else if (!isMarkup(key)) ignore(key)
    }
    into.size += value.length
    if (target === undefined) ignore(name)
    else if (isNil) target = undefined
  }

  const finish = ({ name, line, values, fields, size }: Begun<Value>): void => {
    const raw = elements.recorded()
    row = undefined
    if (rowsWith !== undefined && values[rowsWith].trim() === '') {
      ignore(name)
      return
    }
    rows++
    if (size > MAX_ROW) blocks.reject(line, raw, 'too-long')
    else if (fields.length > mostFields) blocks.reject(line, raw, 'too-many-columns')
    else blocks.person({ line, raw, ...values, fields })
  }

  const isRow = (name: string): boolean => {
    if (rowsWith !== undefined) return depth === 2
    // A root of this name is a row, unless it contains rows.
    return name === wanted && (row === undefined || (row.depth === 1 && depth === 2))
  }

  const elements = createXmlElements({
    open(name, attributes) {
      depth++
      if (isRow(name)) {
        target = undefined
        begin(name, attributes)
      } else if (row === undefined) {
        if (depth > 1) ignore(name)
      } else if (depth === row.depth + 1) {
        beginValue(row, name, attributes)
      } else if (depth === row.depth + 2 && target !== undefined) ignore(name)
    },
    text(text) {
      if (row === undefined) {
        if (rows === 0 && strange === undefined && text.trim() !== '') strange = 'text'
      } else if (target !== undefined && depth === row.depth + 1) {
        row.size += text.length
        value = row.size > MAX_ROW ? '' : value + text
      }
    },
    close() {
      if (row !== undefined && depth === row.depth) finish(row)
      else if (row !== undefined && depth === row.depth + 1 && target !== undefined) {
        put(row, target, value)
        target = undefined
      }
      depth--
    },
  })

  return {
    push: elements.push,
    end: elements.end,
    rows: () => rows,
    strange: () => strange,
    unfinished: () => (row === undefined ? '' : elements.recorded()),
  }
}

function put<Value extends string>(row: Begun<Value>, to: Value | number, text: string): void {
  if (typeof to === 'string') row.values[to] = text
  else {
    while (row.fields.length < to) row.fields.push(null)
    row.fields[to - 1] = text
  }
}

/** Attributes of the markup itself: namespace declarations, xsi:type, xml:space. */
const isMarkup = (name: string): boolean => /^(?:xmlns(?::|$)|xsi:|xml:)/i.test(name)
