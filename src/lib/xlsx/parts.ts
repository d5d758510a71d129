/**
 * The parts of a spreadsheet file (ECMA-376) other than the rows of its sheets: which sheets there
 * are, styles, and shared strings.
 */
import type { FileHandle } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { aboutFile } from '../file-words.ts'
import { percentDecoded } from '../percent-decoding.ts'
import {
  createXmlElements,
  type ElementsHandler,
  XmlBroken,
  type XmlElements,
} from '../xml/elements.ts'
import { localName } from '../xml/leaves.ts'
import { decodeXmlName } from '../xml/names.ts'
import { WRITTEN_BY } from './own-files.ts'
import { builtInFormat, formatOf, type NumberFormat } from './values.ts'
import { unpacked, ZipBroken, type ZipEntry } from './zip.ts'

/** Limit for parts that are read whole. */
const MAX_SMALL = 16 << 20
/** Shared strings are held in memory: limits for their bytes of UTF-8 and their number. */
const MAX_SHARED = 96 << 20
const MAX_SHARED_TEXTS = 8_000_000
const MAX_SHARED_XML = 1 << 30
const TOO_MUCH_SHARED = aboutFile('sheet-texts', { megabytes: MAX_SHARED >> 20 })

export interface Spreadsheet {
  handle: FileHandle
  entries: ReadonlyMap<string, ZipEntry>
  /** Those with cells, hidden ones too, in the order of the workbook. */
  sheets: Sheet[]
  /** Written by this program, and not saved by another since. */
  isOwn: boolean
  shared: SharedTexts
  /** By the index of a cell's style. */
  formats: NumberFormat[]
  since1904: boolean
}

export interface Sheet {
  name: string
  isVisible: boolean
  /** Undefined: the file does not hold it. */
  entry: ZipEntry | undefined
}

export const NO_SHEET = aboutFile('sheet-none')

/** Shared strings, held as bytes: a tenth of the memory of JavaScript strings. */
export interface SharedTexts {
  /** '' if there is no such text. */
  at(index: number): string
}

/** Parses the XML of one part, calling the handler; yields the length of each of its blocks. */
export async function* readPart(
  handle: FileHandle,
  entry: ZipEntry,
  [limit, what]: [limit: number, what: string],
  handler: (elements: () => XmlElements) => ElementsHandler,
): AsyncGenerator<number> {
  const elements: XmlElements = createXmlElements(handler(() => elements))
  const decoder = new StringDecoder('utf8')
  let isFirst = true
  try {
    for await (const block of unpacked(handle, entry, limit, what)) {
      const text = decoder.write(block)
      elements.push(isFirst ? text.replace(/^\ufeff/, '') : text)
      if (text !== '') isFirst = false
      yield text.length
    }
    elements.push(decoder.end())
    elements.end()
  } catch (error) {
    if (error instanceof XmlBroken) {
      const { line, what: why } = error
      throw new ZipBroken(aboutFile('sheet-broken', { part: what, line, what: why }))
    }
    throw error
  }
  yield 0
}

type Attributes = Readonly<Record<string, string>>

/** An attribute by its local name in lower case. */
function attributeOf(attributes: Attributes, wanted: string): string | undefined {
  for (const name in attributes) if (localName(name) === wanted) return attributes[name]
  return undefined
}

async function eachElement(
  handle: FileHandle,
  entry: ZipEntry | undefined,
  what: string,
  open: (name: string, attributes: Attributes) => void,
): Promise<void> {
  if (entry === undefined) return
  for await (const _ of readPart(handle, entry, [MAX_SMALL, what], () => ({
    open,
    text() {},
    close() {},
  })));
}

/** Of zip files that are no spreadsheets that can be read. */
export const ZIP_KINDS = [
  'a binary Excel file (.xlsb)',
  'an OpenDocument file (.ods)',
  'a Word document',
  'a zip file',
] as const

/** The kind of a zip file that is no readable spreadsheet, or undefined if it may be one. */
export function unsupportedKind(
  entries: ReadonlyMap<string, ZipEntry>,
): (typeof ZIP_KINDS)[number] | undefined {
  if (
    entries.has('_rels/.rels') &&
    [...entries.keys()].some(name => /(?:^|\/)workbook\.xml$/.test(name))
  )
    return undefined
  if (entries.has('xl/workbook.bin')) return 'a binary Excel file (.xlsb)'
  if (entries.has('mimetype') && entries.has('content.xml')) return 'an OpenDocument file (.ods)'
  if (entries.has('word/document.xml')) return 'a Word document'
  return 'a zip file'
}

/** Reads everything except the rows of the sheets. Throws ZipBroken. */
export async function openSpreadsheet(
  handle: FileHandle,
  entries: ReadonlyMap<string, ZipEntry>,
): Promise<Spreadsheet> {
  const relations = async (of: string) => {
    const found = new Map<string, { type: string; target: string }>()
    const cut = of.lastIndexOf('/') + 1
    const entry = entries.get(`${of.slice(0, cut)}_rels/${of.slice(cut)}.rels`)
    await eachElement(handle, entry, 'The list of parts', (name, attributes) => {
      if (name !== 'relationship') return
      const target = resolved(of.slice(0, cut), attributeOf(attributes, 'target') ?? '')
      const type = attributeOf(attributes, 'type') ?? ''
      found.set(attributeOf(attributes, 'id') ?? '', {
        type: type.slice(type.lastIndexOf('/') + 1),
        target,
      })
    })
    return found
  }
  const ofType = (all: Map<string, { type: string; target: string }>, type: string): string =>
    [...all.values()].find(one => one.type === type)?.target ?? ''

  const workbook = ofType(await relations(''), 'officeDocument')
  const parts = await relations(workbook)
  let since1904 = false
  let isOwn = false
  const sheets: Sheet[] = []
  await eachElement(handle, entries.get(workbook), 'The workbook', (name, attributes) => {
    if (name === 'workbookpr')
      since1904 = /^(?:1|true)$/.test(attributeOf(attributes, 'date1904') ?? '')
    else if (name === 'fileversion') isOwn = attributeOf(attributes, 'appname') === WRITTEN_BY
    else if (name === 'sheet') {
      // Not its sheetId, which is another number: the id of the relation has a prefix.
      const part = parts.get(attributes[Object.keys(attributes).find(isRelationId) ?? ''] ?? '')
      // A chart has no cells.
      if (part && part.type !== 'worksheet') return
      sheets.push({
        name: attributeOf(attributes, 'name') ?? '',
        isVisible: (attributeOf(attributes, 'state') ?? 'visible') === 'visible',
        entry: part && entries.get(part.target),
      })
    }
  })
  if (sheets.length === 0) throw new ZipBroken(NO_SHEET)
  const formats = await readFormats(handle, entries.get(ofType(parts, 'styles')))
  const shared = await readShared(handle, entries.get(ofType(parts, 'sharedStrings')))
  return { handle, entries, sheets, isOwn, shared, formats, since1904 }
}

const isRelationId = (name: string): boolean => /:id$/i.test(name)

/**
 * The target of a relation, relative to the root or to the folder of the part that has it; names of
 * entries are in lower case.
 */
function resolved(folder: string, target: string): string {
  const path = new URL(target.toLowerCase(), `zip://x/${folder}`).pathname.slice(1)
  return percentDecoded(path)
}

async function readFormats(
  handle: FileHandle,
  entry: ZipEntry | undefined,
): Promise<NumberFormat[]> {
  const custom = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let isInCells = false
  await eachElement(handle, entry, 'The list of styles', (name, attributes) => {
    const id = Number(attributeOf(attributes, 'numfmtid') ?? 0)
    if (name === 'numfmt') custom.set(id, formatOf(attributeOf(attributes, 'formatcode') ?? ''))
    else if (name === 'cellxfs') isInCells = true
    else if (name === 'cellstyles' || name === 'cellstylexfs' || name === 'dxfs') isInCells = false
    else if (name === 'xf' && isInCells)
      formats.push(custom.has(id) ? custom.get(id) : builtInFormat(id))
  })
  return formats
}

async function readShared(handle: FileHandle, entry: ZipEntry | undefined): Promise<SharedTexts> {
  let bytes = Buffer.alloc(1 << 16)
  let ends = new Uint32Array(1 << 12)
  let used = 0
  let count = 0
  const put = (text: string): void => {
    const length = Buffer.byteLength(text)
    if (used + length > MAX_SHARED || count >= MAX_SHARED_TEXTS)
      throw new ZipBroken(TOO_MUCH_SHARED)
    if (used + length > bytes.length) {
      const more = Buffer.alloc(Math.min(MAX_SHARED, Math.max(bytes.length * 2, used + length)))
      bytes.copy(more, 0, 0, used)
      bytes = more
    }
    if (count === ends.length) {
      const more = new Uint32Array(count * 2)
      more.set(ends)
      ends = more
    }
    used += bytes.write(text, used)
    ends[count++] = used
  }
  if (entry !== undefined) {
    const limit: [number, string] = [MAX_SHARED_XML, 'The text']
    for await (const _ of readPart(handle, entry, limit, () => richText('si', put)));
  }
  return {
    at: index =>
      Number.isInteger(index) && index >= 0 && index < count
        ? bytes.toString('utf8', index === 0 ? 0 : ends[index - 1]!, ends[index]!)
        : '',
  }
}

/** The text of each element with this name: all `t` in it except phonetic hints. */
export function richText(outer: string, emit: (text: string) => void): ElementsHandler {
  let text = ''
  let isWanted = false
  let isPhonetic = false
  return {
    open(name) {
      if (name === outer) text = ''
      else if (name === 'rph') isPhonetic = true
      else if (name === 't') isWanted = !isPhonetic
    },
    text(part) {
      if (isWanted) text += part
    },
    close(name) {
      if (name === 't') isWanted = false
      else if (name === 'rph') isPhonetic = false
      // Characters that XML does not allow are encoded as _x000D_.
      else if (name === outer) emit(decodeXmlName(text))
    },
  }
}
