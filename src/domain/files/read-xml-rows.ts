/**
 * Rows from XML: elements of one name anywhere below the root, or as the root itself, whose values
 * are child elements or attributes. The reader is tolerant: letter case, prefixes and the root's
 * name do not matter, what is unknown is ignored and counted.
 */
import { MAX_ROW } from '../../lib/csv.ts'
import { createXmlElements, localName, XmlBroken } from '../../lib/xml/elements.ts'
import { decodeXmlName } from '../../lib/xml/names.ts'
import { createRowBlocks, type ReadRow, type RowBlock, UnreadableFile } from './read-rows.ts'

export interface XmlRowOptions<Value extends string> {
  /** What a row is called. */
  element: string
  /** Given: rows are the children of the root that have this value, whatever they are called. */
  rowsWith?: Value | undefined
  /** Its values by the names of their elements, in lower case. */
  values: ReadonlyMap<string, Value>
  /** Whether data fields may be named as the account names them. */
  mapNames: boolean
  /** The account's names in lower case. */
  fieldNames: ReadonlyMap<string, number>
  mostFields: number
  skipRows?: number
}

export type XmlRow<Value extends string> = ReadRow & Record<Value, string>

const NUMBERED = /^dd0*([1-9]\d?|100)$/
const NUMBER = /^(?:dd)?0*([1-9]\d?|100)$/

/** The file is XML, and nothing in it is called as rows are. */
export class NoRow extends UnreadableFile {}

interface Begun<Value extends string> {
  name: string
  line: number
  /** Of the element itself: its values are one deeper. */
  depth: number
  values: Record<Value, string>
  fields: (string | null)[]
  /** Characters of all values. */
  size: number
}

export async function* readXmlRows<Value extends string>(
  chunks: AsyncIterable<string>,
  options: XmlRowOptions<Value>,
  suspect: boolean,
): AsyncGenerator<RowBlock<XmlRow<Value>>> {
  const blocks = createRowBlocks<XmlRow<Value>>(suspect, options.skipRows ?? 0)
  const most = options.mostFields
  const { rowsWith } = options
  const wanted = options.element.toLowerCase()
  const noValues = Object.fromEntries(
    [...options.values.values()].map(value => [value, '']),
  ) as Record<Value, string>
  let depth = 0
  let row: Begun<Value> | undefined
  let target: Value | number | undefined
  let value = ''
  let rows = 0
  let strange: string | undefined

  const ignore = (name: string): void => {
    strange ??= name
    blocks.ignore()
  }
  const named = (label: string): number | undefined => {
    const key = label.trim().toLowerCase()
    const number =
      (options.mapNames ? options.fieldNames.get(key) : undefined) ??
      Number(NUMBER.exec(key)?.[1] ?? 0)
    return number === 0 ? undefined : number
  }
  const known = new Map<string, Value | number | undefined>()
  /** Which value of a row an element or attribute holds. */
  const targetOf = (name: string): Value | number | undefined => {
    const found = known.get(name)
    if (found !== undefined || known.has(name)) return found
    const target = targetNamed(name)
    if (known.size < 1000) known.set(name, target)
    return target
  }
  const targetNamed = (name: string): Value | number | undefined => {
    const fixed = options.values.get(name)
    if (fixed !== undefined) return fixed
    const number = NUMBERED.exec(name)?.[1]
    if (number !== undefined) return Number(number)
    return options.mapNames ? options.fieldNames.get(decodeXmlName(name).toLowerCase()) : undefined
  }
  const put = (into: Begun<Value>, to: Value | number, text: string): void => {
    if (typeof to === 'string') into.values[to] = text
    else {
      while (into.fields.length < to) into.fields.push(null)
      into.fields[to - 1] = text
    }
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
    elements.keep()
    for (const name in attributes) {
      if (isMarkup(name)) continue
      const to = targetOf(localName(name))
      begun.size += attributes[name]!.length
      if (to === undefined) ignore(name)
      else put(begun, to, attributes[name]!)
    }
    row = begun
  }

  const finish = ({ name, line, values, fields, size }: Begun<Value>): void => {
    const raw = elements.kept()
    row = undefined
    if (rowsWith !== undefined && values[rowsWith].trim() === '') {
      ignore(name)
      return
    }
    rows++
    if (size > MAX_ROW) blocks.reject(line, raw, 'too-long')
    else if (fields.length > most) blocks.reject(line, raw, 'too-many-columns')
    else blocks.person({ line, raw, ...values, fields })
  }

  const isRow = (name: string): boolean => {
    if (rowsWith !== undefined) return depth === 2
    // A root of this name is a row, unless rows are found in it.
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
        target = targetOf(name)
        value = ''
        let isNil = false
        for (const key in attributes) {
          const local = localName(key)
          if (name === 'demographicdata' && local === 'name') target = named(attributes[key]!)
          else if (name === 'demographicdata' && local === 'value') value = attributes[key]!
          else if (local === 'nil') isNil = /^(?:true|1)$/.test(attributes[key]!.trim())
          else if (!isMarkup(key)) ignore(key)
        }
        row.size += value.length
        if (target === undefined) ignore(name)
        else if (isNil) target = undefined
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

  const broken = (error: unknown): void => {
    if (!(error instanceof XmlBroken)) throw error
    if (rows === 0)
      throw new UnreadableFile(`The file is no XML that can be read: ${error.message}`)
    blocks.reject(error.line, row === undefined ? '' : elements.kept(), 'broken-file')
  }
  let isWhole = false
  try {
    for await (const chunk of chunks) {
      elements.push(chunk)
      yield* blocks.taken(chunk.length)
    }
    elements.end()
    isWhole = true
  } catch (error) {
    broken(error)
  }
  if (isWhole && rows === 0 && strange !== undefined) {
    throw new NoRow(
      `There is no ${options.element} element in the file; what is there begins with ${strange.slice(0, 40)}.`,
    )
  }
  yield* blocks.rest()
}

/** Attributes that are about the markup: declarations of namespaces, xsi:type, xml:space. */
const isMarkup = (name: string): boolean => /^(?:xmlns(?::|$)|xsi:|xml:)/i.test(name)
