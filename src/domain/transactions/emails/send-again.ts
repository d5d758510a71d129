/**
 * Sends an email again, as a further transaction with the same recipient and values; and queues
 * those of a project or a file again that failed.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import { recordChange } from '../../audit/record.ts'
import { refused } from '../../refusal.ts'
import { nudge } from '../nudges.ts'
import { wakeProject } from '../sending.sql.ts'
import {
  copyTransaction,
  forgetProjectCounts,
  retryBatchEmails,
  retryEmails,
} from './send-again.sql.ts'

/**
 * Returns the id of the new transaction, which has no identifier. Refuses one whose content was
 * removed, and one of a paused project. The transaction exists.
 */
export async function sendAgain(
  db: Store,
  accountId: number,
  transactionId: number,
): Promise<number> {
  const id = await takeId(db, accountId, 'transaction')
  const work = async (tx: Db): Promise<number> => {
    const copied = await copyTransaction(tx, { accountId, transactionId, id })
    if (!copied) throw refused('not-now', 'email-content-gone')
    const { projectId } = copied
    await wakeProject(tx, { accountId, projectId, due: new Date() })
    const after = { transaction: id, again: transactionId }
    await recordChange(tx, accountId, { action: 'project.replay', id: projectId, after })
    return projectId
  }
  nudge(db, accountId, [await atomically(db, work, { again: true })])
  return id
}

/** From which emails of a project are queued again; one that bounced is sent again by itself. */
export const RETRIED_STATES = ['failed', 'uncertain', 'deferred'] as const

/** Of one call, in one transaction. */
export const MOST_RETRIED = 10_000

interface RetriedEmails {
  states: readonly string[]
  /** Emails that changed since. */
  since: Date
  /** Only emails with a higher id. */
  above: number
  /** At most so many. */
  emails: number
}

/** Queues emails of a project again, at most 10,000, the newest first. */
export function retryProject(
  db: Store,
  accountId: number,
  projectId: number,
  { states, since, above, emails }: RetriedEmails,
): Promise<QueuedAgain> {
  const most = Math.min(emails, MOST_RETRIED)
  const wanted = { states: [...states], since, above, most }
  return queueAgain(db, accountId, { projectId, most, about: { states } }, tx =>
    retryEmails(tx, { accountId, projectId, ...wanted }),
  )
}

interface RetriedBatch {
  batchId: number
  projectId: number
  /** Null: it has no emails, or was read before its ids were kept. */
  firstId: number | null
  lastId: number | null
  states: readonly string[]
  /** At most so many, the first ones of the file. */
  emails: number
}

/** Queues emails of a file again, at most 10,000, in the order of the file. */
export async function retryBatch(
  db: Store,
  accountId: number,
  { batchId, projectId, firstId, lastId, states, emails }: RetriedBatch,
): Promise<QueuedAgain> {
  if (firstId === null || lastId === null) return { queued: 0, more: false }
  const most = Math.min(emails, MOST_RETRIED)
  const wanted = { batchId, projectId, firstId, lastId, states: [...states], most }
  return queueAgain(db, accountId, { projectId, most, about: { states, batch: batchId } }, tx =>
    retryBatchEmails(tx, { accountId, ...wanted }),
  )
}

interface QueuedAgain {
  queued: number
  /** There may be more. */
  more: boolean
}

async function queueAgain(
  db: Store,
  accountId: number,
  {
    projectId,
    most,
    about: { states, ...about },
  }: { projectId: number; most: number; about: { states: readonly string[]; batch?: number } },
  queue: (tx: Db) => Promise<number>,
): Promise<QueuedAgain> {
  const queued = await atomically(db, async tx => {
    const count = await queue(tx)
    if (count === 0) return 0
    await wakeProject(tx, { accountId, projectId, due: new Date() })
    await forgetProjectCounts(tx, { accountId, projectId })
    const after = { state: states.join(', '), emails: count, ...about }
    await recordChange(tx, accountId, { action: 'project.retry', id: projectId, after })
    return count
  })
  if (queued > 0) nudge(db, accountId, [projectId])
  return { queued, more: queued === most }
}
