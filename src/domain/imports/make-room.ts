/**
 * Quota of uploaded files: an account keeps a bounded number of bytes in the store, so that one
 * account can't fill it.
 */
import { atomically, type Db } from '../../db/db.ts'
import { type Detail, detailed } from '../details/details.ts'
import { recordedDetails } from '../details/recorded.ts'
import { refused } from '../refusal.ts'
import {
  dropDocument,
  giveUpUpload,
  oldUploads,
  storedFiles,
  uploadsOfAccount,
} from './imports.sql.ts'

/** Files that wait to be started. */
const MOST_UPLOADS = 100
/** Of those that are older than an hour. */
const MOST_OLD_UPLOADS = 20
/** Bytes of all files of an account in the store; at least two of the largest allowed. */
const MOST_STORED = 4 * 2 ** 30
/** Pieces of a file that are stored between two looks for room, of about a megabyte. */
const STRIDE = 16

export interface RoomTerms {
  /** The largest file that may be uploaded, in bytes. */
  maxBytes: number
  /** As far as known before it comes. */
  bytes: number
}

/**
 * Makes room for one more upload: those that were never started, the oldest, are given up, and
 * files of finished imports, which nothing reads any more, are removed. Refuses it if there is
 * none.
 */
export async function makeRoomForUpload(
  db: Db,
  accountId: number,
  terms: RoomTerms,
): Promise<void> {
  const old = await oldUploads(db, { accountId, keep: MOST_OLD_UPLOADS })
  for (const { id } of old) await giveUp(db, accountId, id, detailed('never-started'))
  const { uploads } = await uploadsOfAccount(db, { accountId })
  if (uploads >= MOST_UPLOADS) throw refused('not-now', 'uploads-many', { uploads })
  await makeRoom(db, accountId, terms)
}

/** The pieces of a file while there is room for them: others may be uploaded at the same time. */
export async function* withinRoom(
  db: Db,
  accountId: number,
  pieces: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let count = 0
  for await (const piece of pieces) {
    if (++count % STRIDE === 0)
      await makeRoom(db, accountId, { maxBytes, bytes: STRIDE * piece.length })
    yield piece
  }
}

async function makeRoom(db: Db, accountId: number, { maxBytes, bytes }: RoomTerms): Promise<void> {
  const most = Math.max(MOST_STORED, 2 * maxBytes)
  const files = await storedFiles(db, { accountId })
  let stored = files.reduce((sum, file) => sum + file.bytes, 0)
  for (const file of files) {
    if (stored + bytes <= most) return
    if (!file.used) continue
    await dropDocument(db, { accountId, importId: file.importId })
    stored -= file.bytes
  }
  if (stored + bytes <= most) return
  throw refused('not-now', 'uploads-full', { stored, most })
}

export const giveUp = (db: Db, accountId: number, importId: number, why: Detail): Promise<void> =>
  atomically(db, async tx => {
    const trouble = recordedDetails([why]) ?? ''
    if ((await giveUpUpload(tx, { accountId, importId, trouble })) > 0)
      await dropDocument(tx, { accountId, importId })
  })
