/** Cancels an email whose content came with its call: who has not been sent it gets nothing. */
import { randomUUID } from 'node:crypto'
import { atomically, type Store } from '../../../db/db.ts'
import { SOURCE } from '../../../lib/source-kind.ts'
import { recordChange } from '../../audit/record.ts'
import { isListenedTo, publish } from '../../webhooks/publish.ts'
import { forgetProjectCounts } from '../emails/send-again.sql.ts'
import { recipientsLeft, withdrawEmail } from './cancel-email.sql.ts'

export interface CancelledEmail {
  /** Recipients who were withdrawn by this call. */
  withdrawn: number
  /** Withdrawn before it: by an earlier call, or suppressed. */
  withdrawnBefore: number
  /** The email was handed over, or had failed. */
  tooLate: number
}

/**
 * Withdraws the deliveries of an email that are not handed over, in one transaction with their
 * events. A worker that has claimed one finds it withdrawn at the hand-over; one that was faster
 * has sent it. Repeated, it withdraws what is left. The email exists.
 */
export function cancelEmail(
  db: Store,
  accountId: number,
  { emailId, projectId }: { emailId: number; projectId: number },
): Promise<CancelledEmail> {
  const these = { accountId, emailId, projectId }
  const bundleId = randomUUID()
  return atomically(db, async tx => {
    const ids = (await withdrawEmail(tx, these)).map(({ id }) => id)
    if (ids.length > 0) {
      await forgetProjectCounts(tx, { accountId, projectId })
      const after = { email: emailId, emails: ids.length }
      await recordChange(tx, accountId, { action: 'project.cancel', id: projectId, after })
      if (await isListenedTo(tx, accountId, 'withdrawn')) {
        const source = { kind: SOURCE.transaction, id: projectId }
        const shared = { reason: 'cancelled' }
        await publish(tx, accountId, { kind: 'withdrawn', ids, source, shared, bundleId })
      }
    }
    const { left, withdrawn } = await recipientsLeft(tx, these)
    return {
      withdrawn: ids.length,
      withdrawnBefore: withdrawn - ids.length,
      tooLate: left,
    }
  })
}
