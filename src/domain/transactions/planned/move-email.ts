/** Sends an email whose content came with its call at another time. */
import { atomically, type Db } from '../../../db/db.ts'
import { recordChange } from '../../audit/record.ts'
import { refused } from '../../refusal.ts'
import { wakeProject } from '../sending.sql.ts'
import { lockEmail, movePlanned, setSendTime } from './move-email.sql.ts'

/**
 * Moves the deliveries of an email that were never tried; a time that has passed means now. Call
 * nudge() after the commit. Refuses an email that was tried, or withdrawn, for all recipients. The
 * email exists.
 */
export const moveEmail = (
  db: Db,
  accountId: number,
  { emailId, projectId }: { emailId: number; projectId: number },
  sendAt: Date,
): Promise<void> =>
  atomically(db, async tx => {
    await lockEmail(tx, { accountId, emailId })
    const moved = await movePlanned(tx, { accountId, projectId, emailId, sendAt })
    if (moved.length === 0) throw refused('not-now', 'email-on-its-way')
    const ids = moved.map(({ id }) => id)
    await setSendTime(tx, { accountId, ids, sendAt })
    await wakeProject(tx, { accountId, projectId, due: sendAt })
    const after = { email: emailId, emails: ids.length, dueAt: sendAt }
    await recordChange(tx, accountId, { action: 'project.time', id: projectId, after })
  })
