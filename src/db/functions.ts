/**
 * Functions in the store, one subject per file. After the migrations, a file is applied as a whole
 * if its text differs from the store's (a repeatable migration, as Flyway calls it), so a function
 * is edited in place. Its first line has its version: a program does not replace a function by an
 * older one.
 */
import type pg from 'pg'
import { type SqlFile, sqlFiles } from './sql-files.ts'
import { StoreIsNewer } from './store-is-newer.ts'

const FOLDER = new URL('./functions/', import.meta.url)

export interface FunctionFile extends Omit<SqlFile, 'text'> {
  version: number
}

let read: FunctionFile[] | undefined

/** All files of this program, in the order they are applied: by name. */
export function functionFiles(): FunctionFile[] {
  read ??= sqlFiles(FOLDER).map(({ text, file, statements, hash }) => {
    const [, version] = /^-- version (\d+)\n/.exec(text) ?? []
    if (version === undefined)
      throw new Error(`${file} does not begin with "-- version" and a number`)
    return { file, version: Number(version), statements, hash }
  })
  return read
}

/** Creates or replaces functions, in the client's transaction. */
export async function applyFunctions(client: pg.ClientBase, files: FunctionFile[]): Promise<void> {
  for (const { file, version, statements, hash } of files) {
    try {
      for (const statement of statements) await client.query(statement)
    } catch (cause) {
      throw new Error(`The functions of ${file} failed: ${(cause as Error).message}`, { cause })
    }
    await client.query(
      `insert into schema_functions as f (file, version, hash) values ($1, $2, $3)
       on conflict (file) do update set version = $2, hash = $3, applied_at = excluded.applied_at`,
      [file, version, hash],
    )
  }
}

/**
 * The files that differ from the store's. Throws StoreIsNewer if the store has a later version of
 * one.
 */
export async function changedFunctions(client: pg.ClientBase): Promise<FunctionFile[]> {
  const { rows } = await client.query<{ file: string; version: number; hash: string }>(
    'select file, version, hash from schema_functions',
  )
  const stored = new Map(rows.map(row => [row.file, row]))
  return functionFiles().filter(({ file, version, hash }) => {
    const known = stored.get(file)
    if (known !== undefined && known.version > version)
      throw new StoreIsNewer(`version ${known.version} of functions/${file}`, `version ${version}`)
    return known?.hash !== hash
  })
}
