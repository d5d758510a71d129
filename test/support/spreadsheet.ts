/**
 * Zip files and spreadsheets as programs write them, made part by part so that a test may get any
 * part wrong.
 */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipOptions {
  stored?: boolean
  /** Sizes behind the data and zero before it, as programs do that write to a stream. */
  streamed?: boolean
  /** Sizes and places in Zip64 fields, whether needed or not. */
  zip64?: boolean
}

/** A zip file of parts by name. */
export function zipped(
  parts: Record<string, string | Buffer>,
  { stored = false, streamed = false, zip64 = false }: ZipOptions = {},
) {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const data = Buffer.from(content as string)
    const packed = stored ? data : deflateRawSync(data)
    const facts = Buffer.alloc(12)
    facts.writeUInt32LE(crc32(data), 0)
    facts.writeUInt32LE(packed.length, 4)
    facts.writeUInt32LE(data.length, 8)
    const head = Buffer.alloc(10)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(streamed ? 8 : 0, 2)
    head.writeUInt16LE(stored ? 0 : 8, 4)
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(name.length, 0)
    const before = streamed ? Buffer.alloc(12) : facts
    const behind = streamed
      ? Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), facts])
      : Buffer.alloc(0)
    const file = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      head,
      before,
      lengths,
      Buffer.from(name),
      packed,
      behind,
    ])
    const wide = Buffer.alloc(zip64 ? 28 : 0)
    const known = Buffer.from(facts)
    const end = Buffer.alloc(14)
    end.writeUInt32LE(offset, 10)
    if (zip64) {
      wide.writeUInt16LE(1, 0)
      wide.writeUInt16LE(24, 2)
      wide.writeBigUInt64LE(BigInt(data.length), 4)
      wide.writeBigUInt64LE(BigInt(packed.length), 12)
      wide.writeBigUInt64LE(BigInt(offset), 20)
      known.fill(0xff, 4)
      end.fill(0xff, 10)
      lengths.writeUInt16LE(wide.length, 2)
    }
    const version = Buffer.from([20, 0])
    directory.push(
      Buffer.from('PK\x01\x02', 'latin1'),
      version,
      head,
      known,
      lengths,
      end,
      Buffer.from(name),
      wide,
    )
    files.push(file)
    offset += file.length
  }
  const table = Buffer.concat(directory)
  const count = Object.keys(parts).length
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(zip64 ? 0xffffffff : table.length, 12)
  end.writeUInt32LE(zip64 ? 0xffffffff : offset, 16)
  const end64 = Buffer.alloc(zip64 ? 76 : 0)
  if (zip64) {
    end64.write('PK\x06\x06', 'latin1')
    end64.writeBigUInt64LE(BigInt(table.length), 40)
    end64.writeBigUInt64LE(BigInt(offset), 48)
    end64.write('PK\x06\x07', 56, 'latin1')
    end64.writeBigUInt64LE(BigInt(offset + table.length), 64)
  }
  return Buffer.concat([...files, table, end64, end])
}

/** As Excel does, with `_x0041_` kept from being read as A. */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/\r/g, '_x000D_')

export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') +
  String.fromCharCode(65 + (index % 26))

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** The parts of a spreadsheet around the content of `sheetData`, of `sst`, and of `styleSheet`. */
export function sheetParts(rows: string, shared = '', styles = ''): Record<string, string> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (...all: string[]) =>
    `<Relationships xmlns="${PACKAGE}">${all.join('')}</Relationships>`
  const declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
  return {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': declared + relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml':
      `${declared}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr/><sheets><sheet ` +
      'name="Persons" sheetId="7" r:id="rId3"/><sheet name="Other" sheetId="1" state="hidden" ' +
      'r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/sheet2.xml'),
      relation('rId3', 'worksheet', '/xl/worksheets/sheet1.xml'),
      relation('rId4', 'styles', 'styles.xml'),
      relation('rId5', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/worksheets/sheet1.xml':
      `${declared}<worksheet xmlns="${MAIN}"><dimension ref="A1:ZZ9"/><cols><col min="1" ` +
      `max="1"/></cols><sheetData>${rows}</sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml':
      `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c ` +
      'r="A1"><v>1</v></c></row></sheetData></worksheet>',
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `${declared}<sst xmlns="${MAIN}">${shared}</sst>`,
  }
}

/** A spreadsheet of texts. Each is shared, as in what Excel writes; empty cells are left out. */
export function spreadsheet(rows: readonly (readonly string[])[], options?: ZipOptions): Buffer {
  const shared = new Map<string, number>()
  const cell = (text: string, column: number, row: number): string => {
    if (text === '') return ''
    if (!shared.has(text)) shared.set(text, shared.size)
    return `<c r="${columnName(column)}${row + 1}" t="s"><v>${shared.get(text)}</v></c>`
  }
  const data = rows.map(
    (row, index) =>
      '<row ' +
      `r="${index + 1}">${row.map((text, column) => cell(text, column, index)).join('')}</row>`,
  )
  const texts = [...shared.keys()].map(
    text => `<si><t xml:space="preserve">${escaped(text)}</t></si>`,
  )
  return zipped(sheetParts(data.join(''), texts.join('')), options)
}
