/** Emails of a project or a file that are queued again: which, and how many it were. */
import { z } from 'zod'
import { MOST_RETRIED, RETRIED_STATES } from '../../domain/transactions/emails/send-again.ts'

export const retried = {
  states: z
    .array(z.enum(RETRIED_STATES))
    .min(1)
    .max(RETRIED_STATES.length)
    .default(['failed'])
    .describe('Emails in these states.'),
  emails: z
    .int()
    .min(1)
    .max(MOST_RETRIED)
    .default(MOST_RETRIED)
    .describe('At most so many: the number that was said before.'),
}

export const QueuedAgain = z
  .object({
    queued: z.int(),
    more: z.boolean().describe('There may be more: call again.'),
  })
  .meta({ id: 'QueuedAgain' })
