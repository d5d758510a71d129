/** A single email as searches and its page show it. */

import { z } from 'zod'
import type { FoundEmail as Found } from '../../domain/reports/emails/found-emails.ts'
import { DELIVERY_STATES } from '../../domain/reports/sendings/recipients.ts'
import { answeredWord } from '../http/api-words.ts'
import { personalText, replyText } from '../mask.ts'
import { RecordedReasons } from '../sentences.ts'
import { id, moment } from '../values.ts'

const hits = z.int().nullable().describe('By people; null: not measured.')

export const FoundEmail = z
  .object({
    id: id.describe('Of the transaction.'),
    emailId: id.nullable().describe('As POST /emails answered it; null: by another call.'),
    format: z.string(),
    email: z.string(),
    name: personalText,
    subject: personalText.describe('With the values of the email at its tags.'),
    identifier: z.string(),
    projectId: id,
    project: z.string(),
    version: z.string(),
    state: answeredWord(DELIVERY_STATES),
    tries: z.int(),
    reply: replyText.nullable(),
    reason: z.string().nullable(),
    causes: RecordedReasons,
    created: moment,
    sendTime: moment,
    nextTry: moment.nullable(),
    changed: moment.nullable(),
    sent: moment.nullable().describe('When a relay accepted it.'),
    bounced: moment.nullable(),
    bounceReason: replyText,
    opens: hits,
    clicks: hits,
  })
  .meta({ id: 'FoundEmail' })

export type FoundEmailAnswer = z.output<typeof FoundEmail>

export const emailFacts = ({ clicked, bounceTime, ...row }: Found): z.input<typeof FoundEmail> => ({
  ...row,
  clicks: clicked,
  bounced: bounceTime,
  causes: row.reason,
  state: row.state as (typeof DELIVERY_STATES)[number],
})
