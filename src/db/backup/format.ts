/**
 * The format of a backup (docs/backup.md describes it in full): lines of text, compressed with
 * zstd. A head in JSON; for each table a line of JSON, its rows as written by PostgreSQL's COPY, a
 * line `\.`, and a line of JSON with counts and checksum; an end in JSON.
 */
import { createHash } from 'node:crypto'
import type { TableOfOurs } from './our-tables.ts'

/** Increased when a program that reads the old format could not read the new one. */
export const FORMAT = 1

/** How a backup contains the secret of the store; see secret.ts. */
export type SecretRecord = { fingerprint: string } & (
  | { form: 'plain'; secret: string }
  | { form: 'sealed'; salt: string; sealed: string }
  /** The operator keeps it elsewhere. */
  | { form: 'none' }
)

export interface BackupHead {
  pennypost: 'backup'
  format: number
  /** Version of the program that made it. */
  version: string
  /** Number of its newest migration. */
  schema: number
  made: string
  /** Version of the PostgreSQL it was made from. */
  server: string
  secretKey: SecretRecord
  tables: TableOfOurs[]
}

/** Counts of a table, or of all tables. */
export interface TableCounts {
  rows: number
  bytes: number
  sha256: string
}

export interface BackupEnd extends TableCounts {
  end: true
  tables: number
}

/** The current table and its counts so far; `done` when it is complete. */
export interface BackupProgress {
  table: string
  rows: number
  bytes: number
  done: boolean
}

/** The line that ends the rows of a table. No row can equal it: COPY doubles each backslash. */
export const END_OF_ROWS = '\\.\n'

/** A backup can't be made, read or restored. The message is for the operator. */
export class BackupFailed extends Error {
  override name = 'BackupFailed'
}

/** Counts the bytes and rows of COPY as they pass, and computes their checksum. */
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
