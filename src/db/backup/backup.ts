/**
 * Writes our tables to one file, while the service runs: one snapshot, each table by COPY,
 * compressed with zstd as a stream. The file gets its name once it is complete and synced to disk.
 * The format is in format.ts.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { createWriteStream } from 'node:fs'
import { access, link, open, rename, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { copyOut, isStoreLost } from '../copy-streams.ts'
import type { Store } from '../db.ts'
import { knownStoreNumber } from '../migrate.ts'
import type { SecretRecord } from './format.ts'
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
import { ourTables, type TableOfOurs } from './our-tables.ts'

export interface BackupOptions {
  file: string
  /** The program's, for the head. */
  version: string
  secretKey: SecretRecord
  /** Overwrites an existing file. */
  force?: boolean
  onProgress?: (progress: BackupProgress) => void
  /**
   * Runs in the snapshot before the rows are read: it sees exactly the rows that the backup
   * contains.
   */
  whileInSnapshot?: (client: pg.ClientBase) => Promise<void>
  signal?: AbortSignal
}

export interface BackupMade extends Omit<BackupEnd, 'end'> {
  file: string
  schema: number
  /** Size of the file. */
  fileBytes: number
}

export async function backup(store: Store, options: BackupOptions): Promise<BackupMade> {
  const { file, force = false } = options
  if (!force && (await exists(file))) throw fileExists(file)
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.unfinished`
  try {
    // Only the owner can read it: it contains all data of the store.
    const out = await open(unfinished, 'wx', 0o600).catch(error => {
      throw cantWrite(error, file)
    })
    const made = await store
      .withClient(
        client =>
          inSnapshot(client, schema =>
            write(client, schema, out.createWriteStream({ flush: true }), options),
          ),
        'upkeep',
      )
      .catch(error => {
        throw cantWrite(error, file)
      })
      // Already closed by the stream, if there was one.
      .finally(() => out.close().catch(() => {}))
    await moveInto(unfinished, file, force)
    return { ...made, file, fileBytes: (await stat(file)).size }
  } catch (error) {
    await unlink(unfinished).catch(() => {})
    throw error
  }
}

/**
 * Runs the work in one snapshot. The tables are locked against changes of their schema before the
 * snapshot is taken.
 */
async function inSnapshot<T>(
  client: pg.ClientBase,
  work: (schema: number) => Promise<T>,
): Promise<T> {
  for (;;) {
    const expected = await knownNumber(client)
    const tables = await ourTables(client, expected)
    await client.query('begin isolation level repeatable read, read only')
    await client.query(
      `lock table schema_migrations, ${tables.map(({ name }) => name).join(', ')} in access ` +
        'share mode',
    )
    // Another process may have migrated the store before the lock was acquired.
    if ((await knownNumber(client)) === expected) break
    await client.query('rollback')
  }
  const schema = await knownNumber(client)
  const result = await work(schema)
  await client.query('commit')
  return result
}

async function knownNumber(client: pg.ClientBase): Promise<number> {
  const number = await knownStoreNumber(client)
  if (number === 0) throw new BackupFailed('The store is empty: there is nothing to back up.')
  return number
}

async function write(
  client: pg.ClientBase,
  schema: number,
  out: ReturnType<typeof createWriteStream>,
  options: BackupOptions,
) {
  await options.whileInSnapshot?.(client)
  const { rows } = await client.query("select current_setting('server_version') as server")
  const head: BackupHead = {
    pennypost: 'backup',
    format: FORMAT,
    version: options.version,
    schema,
    made: new Date().toISOString(),
    server: rows[0].server,
    secretKey: options.secretKey,
    tables: await ourTables(client, schema),
  }
  let end: BackupEnd | undefined
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  async function* lines() {
    end = yield* content(client, head, options.onProgress ?? (() => {}))
  }
  await pipeline(lines, compress, out, { signal: options.signal })
  const { end: _, ...counted } = end!
  return { schema, ...counted }
}

async function* content(
  client: pg.ClientBase,
  head: BackupHead,
  onProgress: (progress: BackupProgress) => void,
): AsyncGenerator<Buffer, BackupEnd> {
  const hash = createHash('sha256')
  const line = (value: unknown): Buffer => {
    const text = Buffer.from(`${JSON.stringify(value)}\n`)
    hash.update(text)
    return text
  }
  const all = { rows: 0, bytes: 0 }
  yield line(head)
  for (const table of head.tables) {
    yield line({ table: table.name })
    const counted = yield* rowsOf(client, table, onProgress)
    yield Buffer.from(END_OF_ROWS)
    yield line(counted)
    all.rows += counted.rows
    all.bytes += counted.bytes
  }
  const end: BackupEnd = {
    end: true,
    tables: head.tables.length,
    ...all,
    sha256: hash.copy().digest('hex'),
  }
  yield line(end)
  return end
}

async function* rowsOf(
  client: pg.ClientBase,
  { name, columns }: TableOfOurs,
  onProgress: (progress: BackupProgress) => void,
): AsyncGenerator<Buffer, TableCounts> {
  const rows = counter()
  const text = `copy (select ${columns.join(', ')} from ${name}) to stdout (encoding 'UTF8')`
  for await (const chunk of copyOut(client, text)) {
    rows.add(chunk)
    yield chunk
    onProgress({ table: name, ...rows.counted, done: false })
  }
  onProgress({ table: name, ...rows.counted, done: true })
  return rows.total()
}

/** Renames the complete file to its final name and syncs the folder. */
async function moveInto(unfinished: string, file: string, force: boolean): Promise<void> {
  if (force) {
    await rename(unfinished, file)
  } else {
    try {
      // link() fails if the name exists.
      await link(unfinished, file)
      await unlink(unfinished)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' || (await exists(file)))
        throw fileExists(file)
      // Some file systems have no hard links.
      await rename(unfinished, file)
    }
  }
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

const fileExists = (file: string) =>
  new BackupFailed(
    `There is a file ${file} already: choose another name, or give --force to replace it.`,
  )

function cantWrite(error: unknown, file: string): unknown {
  const { code, syscall, message, name } = error as NodeJS.ErrnoException
  if (name === 'AbortError')
    return new BackupFailed('The backup was interrupted; its file was removed.', { cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupFailed(
      `There is no room for the backup on the disk of ${file}; nothing of it is left.`,
      { cause: error },
    )
  if (code === 'ENOENT' && syscall === 'open')
    return new BackupFailed(`The folder ${dirname(file)} is not there.`, { cause: error })
  // Before the next: writing to a lost connection fails with the code EPIPE, in the call `write`.
  if (isStoreLost(error))
    return new BackupFailed(
      'The connection to the store was lost; nothing of the backup is left.',
      { cause: error },
    )
  if (syscall !== undefined && ['open', 'write', 'fsync', 'close'].includes(syscall))
    return new BackupFailed(`The file ${file} can't be written: ${message}.`, { cause: error })
  return error
}
