/**
 * Sends an email again, as a further transaction with the same recipient and values; and queues
 * those of a project again that failed.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import { recordChange } from '../../audit/record.ts'
import { refused } from '../../refusal.ts'
import { nudge } from '../nudges.ts'
import { wakeProject } from '../sending.sql.ts'
import { copyTransaction, retryEmails } from './send-again.sql.ts'

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
const MOST_RETRIED = 10_000

interface RetriedEmails {
  states: readonly string[]
  /** Emails that changed since. */
  since: Date
  /** Only emails with a higher id. */
  above: number
}

/** Queues emails of a project again, at most 10,000, the newest first; a further call goes on. */
export async function retryProject(
  db: Store,
  accountId: number,
  projectId: number,
  { states, since, above }: RetriedEmails,
): Promise<{ queued: number; more: boolean }> {
  const wanted = { states: [...states], since, above, most: MOST_RETRIED }
  const queued = await atomically(db, async tx => {
    const count = await retryEmails(tx, { accountId, projectId, ...wanted })
    if (count === 0) return 0
    await wakeProject(tx, { accountId, projectId, due: new Date() })
    const after = { state: states.join(', '), emails: count }
    await recordChange(tx, accountId, { action: 'project.retry', id: projectId, after })
    return count
  })
  if (queued > 0) nudge(db, accountId, [projectId])
  return { queued, more: queued === MOST_RETRIED }
}
