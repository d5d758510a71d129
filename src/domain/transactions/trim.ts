/**
 * Takes away what is kept of transactions, once its time is over: of a project with a retention
 * whatever names the person or tells what it was about, of a batch its rejected rows. That there
 * was a letter, of which version, and what became of it, stays, and so do all counts.
 */
import { atomically, type Db } from '../../db/db.ts'
import {
  accountsWithOldRepeats,
  batchesToTrim,
  lettersToTrim,
  markBatchTrimmed,
  noteTrimmed,
  projectsToTrim,
  trimBatchRejects,
  trimLetters,
  trimRepeats,
  trimTransactions,
} from './trim.sql.ts'

/** Small statements: each is over in a moment. */
const LETTERS = 500
const REJECTS = 2000
const BATCHES = 20
const REPEATS = 2000

/**
 * Answers how many transactions were trimmed. `stopping` ends it between two statements; what is
 * left is done the next time.
 */
export async function trimTransactionsOver(db: Db, stopping: AbortSignal): Promise<number> {
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
 * In the order of their ids, which is nearly that of their times: ids are taken in blocks, and some
 * wait for a send time. So it goes on behind one that is not over, until a whole part has none that
 * is; how far it has come is where the first such one stands.
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
    const part = await lettersToTrim(db, { ...project, days, after, most: LETTERS })
    const ids = part.filter(({ over, kept }) => over && kept).map(({ id }) => id)
    if (ids.length > 0)
      await atomically(db, async tx => {
        await trimLetters(tx, { ...project, ids })
        await trimTransactions(tx, { accountId, ids })
      })
    trimmed += ids.length
    for (const { id, over } of part) {
      behind ||= !over
      if (!behind) done = id
    }
    if (part.length < LETTERS || part.every(({ over }) => !over)) break
    after = part.at(-1)!.id
  }
  if (done > trimmedTo) await noteTrimmed(db, { ...project, transactionId: done })
  return trimmed
}

/** Answers how many batches were cleared of their rejected rows. */
export async function trimBatches(
  db: Db,
  keepDays: number,
  stopping: AbortSignal,
): Promise<number> {
  const over = await batchesToTrim(db, { keepDays, most: BATCHES })
  for (const batch of over) {
    while (!stopping.aborted && (await trimBatchRejects(db, { ...batch, most: REJECTS })) > 0);
    if (stopping.aborted) return 0
    // Last: one that is cut in the middle is found again.
    await markBatchTrimmed(db, batch)
  }
  return over.length
}

/** Forgets what could be repeated once: it is as good as forgotten already. Answers how many. */
export async function trimOldRepeats(db: Db, stopping: AbortSignal): Promise<number> {
  let forgotten = 0
  for (const { accountId } of await accountsWithOldRepeats(db, {})) {
    for (let some = REPEATS; some === REPEATS && !stopping.aborted; forgotten += some)
      some = await trimRepeats(db, { accountId, most: REPEATS })
  }
  return forgotten
}
