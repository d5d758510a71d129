/** The progress and the result of an import. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../db/db.ts'
import { type RecordedTrouble, readTrouble } from '../details/recorded.ts'
import { COMPLETED, FAILED } from '../files/file-work.ts'
import { noSuch } from '../refusal.ts'
import { findImport, importsOfAccount, rejectsOfImport } from './imports.sql.ts'
import type { ImportOptions } from './queue-import.ts'
import { shownAddress } from './sealed-address.ts'

export const STATES = ['waiting', 'working', 'completed', 'failed'] as const

export interface ImportProgress
  extends Omit<NonNullable<Awaited<ReturnType<typeof findImport>>>, 'options' | 'rejectedBy'> {
  /** Without its secrets. */
  url: string | null
  /** 0 waiting, 1 working, 2 completed, 3 failed. */
  state: number
  options: ImportOptions
  /** Of its trouble. */
  causes: RecordedTrouble['causes']
  /** Rejected rows by reason. */
  rejectedBy: Record<string, number>
}

type Row = NonNullable<Awaited<ReturnType<typeof findImport>>>

const progressOf = (row: Row): ImportProgress => ({
  ...row,
  ...readTrouble(row.trouble),
  url: row.url === null ? null : shownAddress(row.url),
  options: row.options as ImportOptions,
  rejectedBy: row.rejectedBy as Record<string, number>,
})

/** Undefined: the account has no such import. `position` is the number of rows processed. */
export async function importProgress(
  db: Db,
  accountId: number,
  importId: number,
): Promise<ImportProgress | undefined> {
  const row = await findImport(db, { accountId, importId })
  return row && progressOf(row)
}

/** The newest first, below an id. */
export async function listImports(
  db: Db,
  accountId: number,
  most: number,
  beforeId = 2 ** 31 - 1,
): Promise<ImportProgress[]> {
  return (await importsOfAccount(db, { accountId, beforeId, most })).map(progressOf)
}

/** The rows of the file whose values are stored now. */
export const peopleOf = ({ inserted, updated, unchanged }: ImportProgress): number =>
  inserted + updated + unchanged

export const hasEnded = ({ state }: ImportProgress): boolean =>
  state === COMPLETED || state === FAILED

const FIRST_LOOK_MILLIS = 20
const LAST_LOOK_MILLIS = 500

/**
 * Polls with growing intervals until the import ends, and returns its state; waits `unreadMillis`
 * while no byte of its file has arrived.
 */
export async function awaitImport(
  db: Db,
  accountId: number,
  importId: number,
  millis: number,
  unreadMillis = millis,
): Promise<ImportProgress> {
  const from = Date.now()
  for (let look = FIRST_LOOK_MILLIS; ; look = Math.min(look * 1.5, LAST_LOOK_MILLIS)) {
    const progress = await importProgress(db, accountId, importId)
    if (!progress) throw noSuch('no-such-import', importId)
    const left = from + (progress.reading === null ? unreadMillis : millis) - Date.now()
    if (hasEnded(progress) || left <= 0) return progress
    await pause(Math.min(look, left))
  }
}

export interface KeptReject {
  number: number
  line: number
  reason: string
  raw: string
}

const PART = 1000

/** The kept rejects, in pages. */
export async function* importRejects(
  db: Db,
  accountId: number,
  importId: number,
): AsyncGenerator<KeptReject[]> {
  for (let after = 0; ; ) {
    const part = await rejectsOfImport(db, { accountId, importId, after, most: PART })
    if (part.length > 0) yield part
    if (part.length < PART) return
    after = part.at(-1)!.number
  }
}
