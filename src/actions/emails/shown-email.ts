/** An email whose content came with its call, as it is shown. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { noSuch } from '../../domain/refusal.ts'
import { STATUSES } from '../../domain/reports/transaction-details.ts'
import { MOST_RECIPIENTS, RECIPIENT_ROLES } from '../../domain/transactions/checks/check-email.ts'
import { findEmail, recipientsOfEmail } from '../../domain/transactions/emails/emails.sql.ts'
import { answeredWord } from '../http/api-words.ts'
import { personalText, replyText } from '../mask.ts'
import { RecordedReasons } from '../sentences.ts'
import { id, moment } from '../values.ts'
import { shownAttachments, shownFiles } from './attachment.ts'

export const ShownEmail = z
  .object({
    id,
    projectId: id,
    identifier: z.string(),
    subject: personalText,
    tags: z.array(z.string()),
    metadata: z.record(z.string(), personalText),
    created: moment,
    test: z.boolean().describe('Of a key to try with: it went nowhere.'),
    attachments: shownAttachments,
    recipients: z.array(
      z.object({
        id,
        role: z.enum(RECIPIENT_ROLES),
        email: z.string(),
        name: personalText,
        state: answeredWord(Object.keys(STATUSES) as [keyof typeof STATUSES]),
        tries: z.int(),
        reply: replyText.nullable(),
        reason: z.string().nullable(),
        causes: RecordedReasons,
        sendTime: moment,
        changed: moment.nullable(),
      }),
    ),
  })
  .meta({ id: 'Email' })

export type EmailAnswer = z.output<typeof ShownEmail>

/** Of If-Match: who gets it, and when. What becomes of it changes by itself. */
export const planTag = ({ id, recipients }: EmailAnswer): unknown => [
  id,
  recipients.map(one => [one.id, one.sendTime]),
]

/** Refuses an id that no email has. */
export async function shownEmail(
  db: Db,
  accountId: number,
  emailId: number,
): Promise<z.input<typeof ShownEmail>> {
  const email = await findEmail(db, { accountId, emailId })
  if (!email) throw noSuch('no-such-email', emailId)
  const { content, tags, metadata, ...facts } = email
  const these = { accountId, emailId, most: MOST_RECIPIENTS }
  const recipients = await recipientsOfEmail(db, these)
  return {
    ...facts,
    tags: JSON.parse(tags),
    metadata: JSON.parse(metadata),
    attachments: shownFiles(content),
    recipients: recipients.map(({ attempts, sendAt, role, state, ...one }) => ({
      ...one,
      causes: one.reason,
      role: role as (typeof RECIPIENT_ROLES)[number],
      state: state as keyof typeof STATUSES,
      tries: attempts,
      sendTime: sendAt,
    })),
  }
}
