/**
 * Applies the retention of transactions: of a project, personal data and contents; of a batch, its
 * rejected rows. The row of an email, its version, its outcome and all counts are kept.
 */
import { atomically, type Db } from '../../db/db.ts'
import { blankTries } from './tries.sql.ts'
import {
  accountsWithOldRepeats,
  batchesToTrim,
  dropEmailAttachments,
  hashesWithoutEmail,
  holdAttachments,
  markBatchTrimmed,
  messagesToTrim,
  noteTrimmed,
  projectsToTrim,
  removeLastWords,
  removeSubjectWords,
  removeUnusedAttachments,
  trimBatchRejects,
  trimEmails,
  trimMessages,
  trimRepeats,
  trimTransactions,
} from './trim.sql.ts'

/** Batch sizes; small, so that each statement is short. */
const EMAILS = 500
const REJECTS = 2000
const BATCHES = 20
const REPEATS = 2000

/**
 * Returns how many transactions were trimmed. `stopping` ends it between two statements; the next
 * run continues.
 */
export async function trimExpiredTransactions(db: Db, stopping: AbortSignal): Promise<number> {
  let trimmed = 0
  for (const project of await projectsToTrim(db, {})) {
    if (stopping.aborted) return trimmed
    trimmed += await trimProject(db, project, stopping)
  }
  return trimmed
}

interface ToTrim {
  accountId: number
  projectId: number
  days: number
  trimmedTo: number
}

/**
 * In the order of ids, which is nearly that of times: ids are reserved in blocks, and some
 * transactions wait for a send time. So it continues after a row that is not over until a whole
 * page has none that is; the stored position is the first row that is not over.
 */
async function trimProject(
  db: Db,
  { accountId, projectId, days, trimmedTo }: ToTrim,
  stopping: AbortSignal,
): Promise<number> {
  const project = { accountId, projectId }
  let trimmed = 0
  let done = trimmedTo
  let behind = false
  for (let after = trimmedTo; !stopping.aborted; ) {
    const part = await messagesToTrim(db, { ...project, days, after, most: EMAILS })
    const ids = part.filter(({ over, kept }) => over && kept).map(({ id }) => id)
    if (ids.length > 0)
      await atomically(db, async tx => {
        await trimMessages(tx, { ...project, ids })
        await trimEmails(tx, { accountId, ids })
        await dropAttachments(tx, accountId, ids)
        await removeSubjectWords(tx, { accountId, transactionIds: ids })
        await removeLastWords(tx, { accountId, transactionIds: ids })
        await blankTries(tx, { accountId, transactionIds: ids })
        await trimTransactions(tx, { accountId, ids })
      })
    trimmed += ids.length
    for (const { id, over } of part) {
      behind ||= !over
      if (!behind) done = id
    }
    if (part.length < EMAILS || part.every(({ over }) => !over)) break
    after = part.at(-1)!.id
  }
  if (done > trimmedTo) await noteTrimmed(db, { ...project, transactionId: done })
  return trimmed
}

/**
 * Drops the files of emails to these recipients whose content was removed, before the recipients
 * are blanked. Bytes that no other email has are removed.
 */
export async function dropAttachments(
  tx: Db,
  accountId: number,
  transactionIds: number[],
): Promise<void> {
  const these = { accountId, transactionIds }
  const hashes = (await hashesWithoutEmail(tx, these)).map(({ hash }) => hash)
  if (hashes.length === 0) return
  await dropEmailAttachments(tx, these)
  await holdAttachments(tx, { accountId, hashes })
  await removeUnusedAttachments(tx, { accountId, hashes })
}

/** Returns how many batches were cleared of their rejected rows. */
export async function trimBatches(
  db: Db,
  keepDays: number,
  stopping: AbortSignal,
): Promise<number> {
  const over = await batchesToTrim(db, { keepDays, most: BATCHES })
  for (const batch of over) {
    while (!stopping.aborted && (await trimBatchRejects(db, { ...batch, most: REJECTS })) > 0);
    if (stopping.aborted) return 0
    // Last, so that an interrupted batch is found again.
    await markBatchTrimmed(db, batch)
  }
  return over.length
}

/** Deletes expired idempotency keys. Returns how many. */
export async function trimOldRepeats(db: Db, stopping: AbortSignal): Promise<number> {
  let forgotten = 0
  for (const { accountId } of await accountsWithOldRepeats(db, {})) {
    for (let some = REPEATS; some === REPEATS && !stopping.aborted; forgotten += some)
      some = await trimRepeats(db, { accountId, most: REPEATS })
  }
  return forgotten
}
