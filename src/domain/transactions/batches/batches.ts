/**
 * Queues files of transactions, durably before the guid is returned, and reports their progress.
 */

import { randomUUID } from 'node:crypto'
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import { type RecordedTrouble, readTrouble } from '../../details/recorded.ts'
import { Refusal, refused } from '../../refusal.ts'
import type { EmailFormat } from '../../text.ts'
import { hintWork } from '../../work/hints.ts'
import { markWork } from '../../work/work.sql.ts'
import { WORK } from '../../work/work-kinds.ts'
import { guidIn } from '../projects.ts'
import { statesOfBatch } from './batch-emails.sql.ts'
import { addBatch, batchesOfAccount, findBatch, rejectsOfBatch } from './batches.sql.ts'

export interface NewBatch {
  /** The guid of the project, in lower case. */
  projectGuid: string
  /** The source of the file, checked by the caller. */
  url: string
  /** The default format of rows. */
  format: EmailFormat
}

/** Returns the guid of the batch. Refuses a project that does not exist, or is paused. */
export async function queueBatch(db: Store, accountId: number, batch: NewBatch): Promise<string> {
  const batchId = await takeId(db, accountId, 'transaction batch')
  const guid = randomUUID()
  const work = async (tx: Db) => {
    const { projectThere } = await addBatch(tx, { accountId, batchId, guid, ...batch })
    if (!projectThere) throw new Refusal('no-such-project')
    await markWork(tx, { accountId, kind: WORK.batch, sourceId: batchId, due: new Date() })
  }
  await atomically(db, work, { again: true })
  hintWork(db)
  return guid
}

export interface BatchProgress
  extends Omit<NonNullable<Awaited<ReturnType<typeof findBatch>>>, 'rejectedBy'> {
  /** 0 waiting, 1 working, 2 completed, 3 failed. */
  state: number
  /** The trouble as codes, sentence by sentence. */
  causes: RecordedTrouble['causes']
  /** Rejected rows by reason. */
  rejectedBy: Record<string, number>
}

const progressOf = (row: NonNullable<Awaited<ReturnType<typeof findBatch>>>): BatchProgress => ({
  ...row,
  ...readTrouble(row.trouble),
  rejectedBy: row.rejectedBy as Record<string, number>,
})

/** By guid or number. `position` is the number of rows processed. */
export async function batchProgress(
  db: Db,
  accountId: number,
  which: string,
): Promise<BatchProgress> {
  const guid = guidIn(which) ?? null
  const batchId = /^[1-9]\d{0,8}$/.test(which.trim()) ? Number(which) : null
  const row = await findBatch(db, { accountId, guid, batchId })
  if (!row) throw refused('no-such-batch', 'batch-none', { batch: which.trim().slice(0, 60) })
  return progressOf(row)
}

/** Newest first, those before an id. */
export async function listBatches(
  db: Db,
  accountId: number,
  most: number,
  beforeId = 2 ** 31 - 1,
): Promise<BatchProgress[]> {
  return (await batchesOfAccount(db, { accountId, beforeId, most })).map(progressOf)
}

/** Where the file came from, without the user name and the password in its URL. */
export function batchSource({ url }: Pick<BatchProgress, 'url'>): string {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  address.username = ''
  address.password = ''
  return address.href
}

/** Its emails by state; undefined: it was read before their ids were kept. */
export async function emailsOfBatch(
  db: Db,
  accountId: number,
  { id: batchId, projectId, queued, firstId, lastId }: BatchProgress,
): Promise<Map<string, number> | undefined> {
  if (firstId === null || lastId === null) return queued > 0 ? undefined : new Map()
  const rows = await statesOfBatch(db, { accountId, batchId, projectId, firstId, lastId })
  return new Map(rows.map(({ state, emails }) => [state, emails]))
}

const PART = 1000

/** Stored rejects after a number, at most so many. */
export const batchRejectsPage = (
  db: Db,
  accountId: number,
  batchId: number,
  after: number,
  most: number,
) => rejectsOfBatch(db, { accountId, batchId, after, most })

/** The stored rejects, page by page. */
export async function* batchRejects(
  db: Db,
  accountId: number,
  batchId: number,
): AsyncGenerator<Awaited<ReturnType<typeof rejectsOfBatch>>> {
  for (let after = 0; ; ) {
    const part = await batchRejectsPage(db, accountId, batchId, after, PART)
    if (part.length > 0) yield part
    if (part.length < PART) return
    after = part.at(-1)!.number
  }
}
