/**
 * What a backup looks like (docs/backup.md tells it in full): zstd over lines of text. A head in
 * JSON; then for each table a line of JSON, its rows as PostgreSQL's COPY writes them, a line `\.`,
 * and a line of JSON with counts and checksum; an end in JSON.
 */
import { createHash } from 'node:crypto'
import type { TableOfOurs } from './our-tables.ts'

/** Raised when a program that reads the former format would not understand a new one. */
export const FORMAT = 1

/** The secret of the store as it travels in a backup, see secret.ts. */
export type SecretRecord = { fingerprint: string } & (
  | { form: 'plain'; secret: string }
  | { form: 'sealed'; salt: string; sealed: string }
  /** Kept elsewhere by the operator. */
  | { form: 'none' }
)

export interface BackupHead {
  pennypost: 'backup'
  format: number
  /** Of the program that made it. */
  version: string
  /** The number of the newest migration. */
  schema: number
  made: string
  /** The version of the PostgreSQL it was made from. */
  server: string
  secretKey: SecretRecord
  tables: TableOfOurs[]
}

/** What is counted of a table, and of all together. */
export interface TableCounts {
  rows: number
  bytes: number
  sha256: string
}

export interface BackupEnd extends TableCounts {
  end: true
  tables: number
}

/** The table in work and its counts so far; `done` when it is complete. */
export interface BackupProgress {
  table: string
  rows: number
  bytes: number
  done: boolean
}

/** The line that ends the rows of a table. No row can look like it: COPY doubles each backslash. */
export const END_OF_ROWS = '\\.\n'

/** A backup that can't be made, read or restored. The message is for the operator. */
export class BackupFailed extends Error {
  override name = 'BackupFailed'
}

/** Counts rows of COPY and takes their checksum as they pass. */
export function counter() {
  const hash = createHash('sha256')
  const counted = { rows: 0, bytes: 0 }
  return {
    counted,
    add(chunk: Buffer) {
      hash.update(chunk)
      counted.bytes += chunk.length
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) counted.rows++
    },
    total: (): TableCounts => ({ ...counted, sha256: hash.digest('hex') }),
  }
}
