/**
 * node bench/read-files.ts [--megabytes 100] [--runs 5]
 * The readers of import files, beside csv-parse on the same files in the same run, in turns: MB and rows of 28 columns
 * for each second of processor time, which other programs on the machine disturb less than the clock.
 * No store is used, so it is not among those of `npm run bench`.
 */
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse'
import { type ReadOptions, readFile } from '../src/domain/imports/read-file.ts'
import { columnName, sheetParts, zipped } from '../test/support/spreadsheet.ts'

const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '100' }, runs: { type: 'string', default: '5' } },
})
const folder = mkdtempSync(join(tmpdir(), 'pennypost-read-'))
const OPTIONS: ReadOptions = {
  kind: 'csv',
  dialect: { delimiter: ';', quote: '"', escape: '"', comment: '' },
  hasHeaders: false,
  mapNames: false,
  fieldNames: new Map(),
  maxColumns: 103,
}

/** Person number `n`: address, name, format, and 25 values of which every fifth is empty. */
function person(n: number): string[] {
  const columns = [`person${n}@example.test`, n % 10 === 0 ? `Åsa Öberg ${n}` : `Name ${n}`, 'HTML']
  for (let field = 0; field < 25; field++) columns.push(field % 5 === 0 ? '' : `value ${field} ${(n * 7 + field) % 100_000}`)
  return columns
}

/** Of a hundred values, `quoted` are quoted and hold a delimiter and a quote. */
const csvRow = (columns: string[], n: number, quoted: number): string =>
  `${columns.map((value, at) => ((n * 28 + at) % 100 < quoted ? `"${value}; ""x"""` : value)).join(';')}\r\n`

const xmlRow = ([email, name, format, ...fields]: string[]): string =>
  `<Subscriber><Email>${email}</Email><Name>${name}</Name><Format>${format}</Format>${fields
    .map((value, at) => (value === '' ? '' : `<DD${at + 1}>${value}</DD${at + 1}>`))
    .join('')}</Subscriber>\n`

/** Rows until there are so many bytes. */
function rowsOf(bytes: number, row: (n: number) => string): string {
  const parts: string[] = []
  for (let n = 0, length = 0; length < bytes; n++) {
    const part = row(n)
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}

async function ours(path: string, options: Partial<ReadOptions> = {}): Promise<number> {
  let rows = 0
  for await (const block of readFile(path, { ...OPTIONS, ...options })) rows += block.rows.length
  return rows
}

async function csvParse(path: string): Promise<number> {
  let rows = 0
  const parser = createReadStream(path, { highWaterMark: 1 << 16 }).pipe(
    parse({ delimiter: ';', relax_column_count: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n', '\r'] }),
  )
  for await (const _ of parser) rows++
  return rows
}

interface Way {
  name: string
  path: string
  read: () => Promise<number>
}

const bytes = Number(values.megabytes) * 1e6
const ways: Way[] = []
function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

try {
  for (const quoted of [0, 2, 100]) {
    const path = file(
      `${quoted}.csv`,
      rowsOf(bytes, n => csvRow(person(n), n, quoted)),
    )
    const name = `CSV, ${quoted} % of values quoted`
    ways.push({ name, path, read: () => ours(path) }, { name: `${name}: csv-parse`, path, read: () => csvParse(path) })
    if (quoted === 2) ways.push({ name: `${name}: skipping all rows`, path, read: () => ours(path, { skipRows: 1e9 }) })
  }
  const windows = file(
    'windows.csv',
    Buffer.from(
      rowsOf(bytes, n => csvRow(person(n), n, 2)),
      'latin1',
    ),
  )
  ways.push({ name: 'CSV in windows-1252', path: windows, read: () => ours(windows) })
  const xml = file('x.xml', `<Subscribers>${rowsOf(bytes / 3, n => xmlRow(person(n)))}</Subscribers>`)
  ways.push({ name: 'XML', path: xml, read: () => ours(xml, { kind: 'xml' }) })
  const cell = (text: string, at: number, n: number) =>
    text === '' ? '' : `<c r="${columnName(at)}${n + 1}" t="str"><v>${text}</v></c>`
  const sheet = rowsOf(
    bytes / 3,
    n =>
      `<row r="${n + 1}">${person(n)
        .map((text, at) => cell(text, at, n))
        .join('')}</row>`,
  )
  const xlsx = file('x.xlsx', zipped(sheetParts(sheet)))
  ways.push({ name: `Spreadsheet (of ${Math.round(sheet.length / 1e6)} MB unpacked)`, path: xlsx, read: () => ours(xlsx) })

  const seconds = new Map<Way, number[]>(ways.map(way => [way, []]))
  const rows = new Map<Way, number>()
  const loads = [loadavg()[0]!]
  for (let run = 0; run < Number(values.runs); run++) {
    for (const way of ways) {
      const began = process.cpuUsage()
      rows.set(way, await way.read())
      const { user, system } = process.cpuUsage(began)
      seconds.get(way)!.push((user + system) / 1e6)
    }
    loads.push(loadavg()[0]!)
  }
  console.log(`${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node.js ${process.versions.node}`)
  console.log(`load average ${loads.map(load => load.toFixed(1)).join(' ')}\n`)
  console.log('| | MB per second of processor time, median | slowest to fastest | rows per second |\n|---|---|---|---|')
  for (const [way, taken] of seconds) {
    const sorted = taken.toSorted((a, b) => a - b)
    const size = statSync(way.path).size / 1e6
    const rate = (at: number) => (size / sorted[at]!).toFixed(1)
    const median = Math.floor(sorted.length / 2)
    const perSecond = Math.round(rows.get(way)! / sorted[median]!)
    console.log(
      `| ${way.name} | ${rate(median)} | ${rate(sorted.length - 1)} to ${rate(0)} | ${perSecond === 0 ? '' : perSecond} |`,
    )
  }
} finally {
  rmSync(folder, { recursive: true })
}
