/**
 * Reads a backup and verifies counts and checksums on the way; see format.ts. A truncated or
 * modified file is rejected before its end.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import {
  type BackupEnd,
  BackupFailed,
  type BackupHead,
  type BackupProgress,
  counter,
  END_OF_ROWS,
  FORMAT,
  type TableCounts,
} from './format.ts'

export interface TableInBackup {
  name: string
  columns: string[]
  /** Must be read to the end before the next table; throws if the checksum differs. */
  rows: AsyncIterable<Buffer>
  /** Counts of the rows read so far. */
  counted: { readonly rows: number; readonly bytes: number }
}

export interface OpenBackup {
  head: BackupHead
  /** Can be read only once. */
  tables(): AsyncGenerator<TableInBackup, BackupEnd>
  close(): void
}

const MAGIC = Buffer.from('28b52ffd', 'hex')
const LONGEST_LINE = 4 * 1024 * 1024

export async function openBackup(file: string): Promise<OpenBackup> {
  await look(file)
  const source = createReadStream(file, { highWaterMark: 256 * 1024 })
  const unpack = createZstdDecompress({ chunkSize: 256 * 1024 })
  const bytes = pipeline(source, unpack, () => {})
  const text = textOf(bytes, file)
  const close = () => {
    source.destroy()
    unpack.destroy()
  }
  try {
    const first = await text.line()
    const head = readHead(first, file)
    return { head, tables: () => tablesOf(head, first, text, file), close }
  } catch (error) {
    close()
    throw error
  }
}

/** Reads the whole backup and returns its counts; throws if it is damaged. */
export async function verifyBackup(
  file: string,
  onProgress: (progress: BackupProgress) => void = () => {},
) {
  const backup = await openBackup(file)
  try {
    const tables: { table: string; rows: number; bytes: number }[] = []
    const end = await eachTable(backup, async ({ name, rows, counted }) => {
      for await (const _ of rows) onProgress({ table: name, ...counted, done: false })
      onProgress({ table: name, ...counted, done: true })
      tables.push({ table: name, ...counted })
    })
    return { head: backup.head, tables, end }
  } finally {
    backup.close()
  }
}

/** Runs the work for each table in turn; returns the end record. */
export async function eachTable(
  backup: OpenBackup,
  work: (table: TableInBackup) => Promise<void>,
): Promise<BackupEnd> {
  const tables = backup.tables()
  for (;;) {
    const next = await tables.next()
    if (next.done) return next.value
    await work(next.value)
  }
}

async function* tablesOf(
  head: BackupHead,
  first: string,
  text: Text,
  file: string,
): AsyncGenerator<TableInBackup, BackupEnd> {
  const hash = createHash('sha256').update(`${first}\n`)
  const line = async () => {
    const next = await text.line()
    hash.update(`${next}\n`)
    return fromJson(next, file)
  }
  for (const { name, columns } of head.tables) {
    if ((await line()).table !== name) throw damaged(file)
    const counted = counter()
    let whole = false
    async function* rows() {
      for await (const chunk of text.rows()) {
        counted.add(chunk)
        yield chunk
      }
      const written = (await line()) as unknown as TableCounts
      const found = counted.total()
      if (
        found.rows !== written.rows ||
        found.bytes !== written.bytes ||
        found.sha256 !== written.sha256
      )
        throw damaged(file, name)
      whole = true
    }
    yield { name, columns, rows: rows(), counted: counted.counted }
    if (!whole) throw new Error(`the rows of ${name} were not read`)
  }
  const checksum = hash.copy().digest('hex')
  const end = fromJson(await text.line(), file) as unknown as BackupEnd
  if (end.end !== true || end.sha256 !== checksum || end.tables !== head.tables.length)
    throw damaged(file)
  if (!(await text.isOver())) throw damaged(file)
  return end
}

interface Text {
  /** The next line, without its line break. */
  line(): Promise<string>
  /** Everything up to the end-of-rows line, which is consumed and not returned. */
  rows(): AsyncGenerator<Buffer>
  isOver(): Promise<boolean>
}

function textOf(stream: AsyncIterable<Buffer>, file: string): Text {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** Reads another chunk into the buffer; false at the end of the file. */
  const more = async (): Promise<boolean> => {
    const next = await chunks.next().catch(cause => {
      throw cause.code === 'Z_BUF_ERROR' ? cutOff(file, cause) : damaged(file, undefined, cause)
    })
    if (next.done) return false
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
    return true
  }
  const take = (length: number): Buffer => {
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    return taken
  }

  return {
    async line() {
      let end = rest.indexOf(10)
      while (end < 0) {
        if (rest.length > LONGEST_LINE) throw damaged(file)
        if (!(await more())) throw cutOff(file)
        end = rest.indexOf(10)
      }
      return take(end + 1).toString('utf8', 0, end)
    },
    async *rows() {
      const marker = Buffer.from(`\n${END_OF_ROWS}`)
      // A table without rows is the marker alone; otherwise the marker follows a line break.
      while (rest.length < END_OF_ROWS.length) if (!(await more())) throw cutOff(file)
      if (rest.subarray(0, END_OF_ROWS.length).equals(Buffer.from(END_OF_ROWS)))
        return void take(END_OF_ROWS.length)
      for (;;) {
        const at = rest.indexOf(marker)
        if (at >= 0) {
          yield take(at + 1)
          return void take(END_OF_ROWS.length)
        }
        const sure = rest.length - marker.length + 1
        if (sure > 0) yield take(sure)
        if (!(await more())) throw cutOff(file)
      }
    },
    isOver: async () => rest.length === 0 && !(await more()),
  }
}

async function look(file: string): Promise<void> {
  const start = Buffer.alloc(4)
  try {
    const handle = await open(file)
    try {
      await handle.read(start, 0, 4, 0)
    } finally {
      await handle.close()
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new BackupFailed(
      code === 'ENOENT'
        ? `There is no file ${file}.`
        : `The file ${file} can't be read: ${message}.`,
      {
        cause: error,
      },
    )
  }
  if (!start.equals(MAGIC)) throw notABackup(file)
}

function readHead(line: string, file: string): BackupHead {
  const head = fromJson(line, file)
  if (head.pennypost !== 'backup') throw notABackup(file)
  if (!(Number(head.format) <= FORMAT))
    throw new BackupFailed(
      `The backup was made by Pennypost ${head.version} in a format that this version does ` +
        'not support: restore it with that version or a newer one.',
    )
  return head as unknown as BackupHead
}

function fromJson(line: string, file: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line))
  } catch (cause) {
    throw damaged(file, undefined, cause)
  }
}

const notABackup = (file: string) =>
  new BackupFailed(`The file ${file} is not a backup of Pennypost.`)
const cutOff = (file: string, cause?: unknown) =>
  new BackupFailed(`The backup ${file} is cut off: its end is missing. Use another one.`, { cause })
const damaged = (file: string, table?: string, cause?: unknown) =>
  new BackupFailed(
    `The backup ${file} is damaged: ${table ? `the rows of ${table} are not` : 'it is not'} ` +
      'not match the checksum. Use another one.',
    { cause },
  )
