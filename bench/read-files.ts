/**
 * node bench/read-files.ts [--megabytes 100] [--runs 5]
 * The readers of import files, beside csv-parse on the same files in the same run, in turns: MB and
 * rows of 28 columns for each second of processor time, which other programs on the machine disturb
 * less than the clock. No store is used, so it is not among those of `npm run bench`.
 */
import { execFile } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { parse } from 'csv-parse'
import { type ReadOptions, readFile } from '../src/domain/files/read-file.ts'
import { columnName, sheetParts, zipped } from '../test/support/spreadsheet.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    megabytes: { type: 'string', default: '100' },
    runs: { type: 'string', default: '5' },
    read: { type: 'string' },
  },
})
const OPTIONS: ReadOptions = {
  kind: 'csv',
  dialect: { delimiter: ';', quote: '"', escape: '"', comment: '' },
  hasHeaders: false,
  mapNames: false,
  fieldNames: new Map(),
  maxColumns: 103,
}

/** Subscriber number `n`: address, name, format, and 25 values of which every fifth is empty. */
function person(n: number): string[] {
  const columns = [`person${n}@example.test`, n % 10 === 0 ? `Åsa Öberg ${n}` : `Name ${n}`, 'HTML']
  for (let field = 0; field < 25; field++)
    columns.push(field % 5 === 0 ? '' : `value ${field} ${(n * 7 + field) % 100_000}`)
  return columns
}

/**
 * Two values of a hundred contain a delimiter and quotes; `quoted` of the rest are quoted
 * needlessly. With 0, none is.
 */
function csvRow(columns: string[], n: number, quoted: number): string {
  const written = columns.map((value, at) => {
    const place = (n * 28 + at) % 100
    if (place >= quoted) return value
    return place < 2 ? `"${value}; ""x"""` : `"${value}"`
  })
  return `${written.join(';')}\r\n`
}

const xmlRow = ([email, name, format, ...fields]: string[]): string =>
  `<Subscriber><Email>${email}</Email><Name>${name}</Name><Format>${format}</Format>${fields
    .map((value, at) => (value === '' ? '' : `<DD${at + 1}>${value}</DD${at + 1}>`))
    .join('')}</Subscriber>\n`

/** Rows up to this number of bytes. */
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
    parse({
      delimiter: ';',
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }),
  )
  for await (const _ of parser) rows++
  return rows
}

interface Way {
  name: string
  path: string
  how: keyof typeof reading
}

const reading = {
  csv: (path: string) => ours(path),
  skip: (path: string) => ours(path, { skipRows: 1e9 }),
  xml: (path: string) => ours(path, { kind: 'xml' }),
  'csv-parse': csvParse,
}

/**
 * Processor seconds and rows of one reading, in a separate process for isolation. Two readings
 * before warm it up: code is compiled, and the young generation grows to its size.
 */
async function measured({ path, how }: Way): Promise<[seconds: number, rows: number]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    import.meta.filename,
    '--read',
    how,
    path,
  ])
  return JSON.parse(stdout)
}

async function readWarm(how: keyof typeof reading, path: string): Promise<void> {
  await reading[how](path)
  await reading[how](path)
  const began = process.cpuUsage()
  const rows = await reading[how](path)
  const { user, system } = process.cpuUsage(began)
  console.log(JSON.stringify([(user + system) / 1e6, rows]))
}

async function compared(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-read-'))
  const bytes = Number(values.megabytes) * 1e6
  const ways: Way[] = []
  const file = (name: string, content: string | Buffer): string => {
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
      ways.push({ name, path, how: 'csv' }, { name: `${name}: csv-parse`, path, how: 'csv-parse' })
      if (quoted === 2) ways.push({ name: `${name}: skipping all rows`, path, how: 'skip' })
    }
    const windows = file(
      'windows.csv',
      Buffer.from(
        rowsOf(bytes, n => csvRow(person(n), n, 2)),
        'latin1',
      ),
    )
    ways.push({ name: 'CSV in windows-1252', path: windows, how: 'csv' })
    const xml = file(
      'x.xml',
      `<Subscribers>${rowsOf(bytes / 3, n => xmlRow(person(n)))}</Subscribers>`,
    )
    ways.push({ name: 'XML', path: xml, how: 'xml' })
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
    ways.push({
      name: `Spreadsheet (of ${Math.round(sheet.length / 1e6)} MB unpacked)`,
      path: xlsx,
      how: 'csv',
    })

    const seconds = new Map<Way, number[]>(ways.map(way => [way, []]))
    const rows = new Map<Way, number>()
    const loads = [loadavg()[0]!]
    for (let run = 0; run < Number(values.runs); run++) {
      for (const way of ways) {
        const [taken, found] = await measured(way)
        rows.set(way, found)
        seconds.get(way)!.push(taken)
      }
      loads.push(loadavg()[0]!)
    }
    console.log(
      `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node.js ` +
        `${process.versions.node}`,
    )
    console.log(`load average ${loads.map(load => load.toFixed(1)).join(' ')}\n`)
    console.log(
      '| | MB per second of processor time, median | slowest to fastest | rows per second ' +
        '|\n|---|---|---|---|',
    )
    for (const [way, taken] of seconds) {
      const sorted = taken.toSorted((a, b) => a - b)
      const size = statSync(way.path).size / 1e6
      const rate = (at: number) => (size / sorted[at]!).toFixed(1)
      const median = Math.floor(sorted.length / 2)
      const perSecond = Math.round(rows.get(way)! / sorted[median]!)
      console.log(
        `| ${way.name} | ${rate(median)} | ${rate(sorted.length - 1)} to ${rate(0)} | ` +
          `${perSecond === 0 ? '' : perSecond} |`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (values.read === undefined) await compared()
else await readWarm(values.read as keyof typeof reading, positionals[0]!)
