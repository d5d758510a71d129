/** One email: its tries, its content, and sending it again. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { noSuch } from '../../domain/refusal.ts'
import { foundEmail } from '../../domain/reports/emails/found-emails.ts'
import { triesOfEmail } from '../../domain/reports/emails/tries-of-email.ts'
import { DELIVERY_STATES } from '../../domain/reports/sendings/recipients.ts'
import { transactionsOfIds } from '../../domain/reports/transaction-details.ts'
import { sendAgain } from '../../domain/transactions/emails/send-again.ts'
import { action } from '../action.ts'
import { emailFacts, FoundEmail } from '../emails/found-email.ts'
import { answeredWord } from '../http/api-words.ts'
import { replyText } from '../mask.ts'
import { RecordedReasons } from '../sentences.ts'
import { id, moment } from '../values.ts'
import { writtenEmail } from './written-email.ts'

const params = z.strictObject({ transactionId: id })

const Try = z
  .object({
    number: z.int(),
    at: moment.nullable(),
    outcome: answeredWord(DELIVERY_STATES),
    reply: replyText.nullable(),
    reason: z.string().nullable(),
    causes: RecordedReasons,
    route: z.string().nullable().describe('The relay.'),
  })
  .meta({ id: 'EmailTry' })

export type EmailTryAnswer = z.output<typeof Try>

async function requireTransaction(db: Db, accountId: number, transactionId: number) {
  const [found] = await transactionsOfIds(db, accountId, [transactionId])
  if (!found) throw noSuch('no-such-transaction', transactionId)
  return found
}

export const oneEmail = [
  action({
    route: 'GET /transactions/:transactionId/tries',
    right: 'read',
    boundBy: { project: 'params.transactionId' },
    about: 'An email and its tries, the first one first, each with the reply of the relay.',
    command: 'transaction tries',
    params,
    out: z.object({ email: FoundEmail, items: z.array(Try) }),
    async run({ db, account }, { params: { transactionId } }) {
      const found = await foundEmail(db, account.id, transactionId)
      const tries = await triesOfEmail(db, account.id, found)
      return {
        email: emailFacts(found),
        items: tries.map(one => ({
          ...one,
          causes: one.reason,
          outcome: one.outcome as (typeof DELIVERY_STATES)[number],
        })),
      }
    },
  }),
  action({
    route: 'GET /transactions/:transactionId/content',
    right: 'people',
    boundBy: { project: 'params.transactionId' },
    personal: true,
    about: 'The content of an email with its headers: links as they were written, and no pixel.',
    command: 'transaction content',
    params,
    out: z.object({
      email: z
        .object({
          subject: z.string(),
          html: z.string().nullable().describe('Null: text only.'),
          text: z.string(),
          source: z
            .string()
            .describe('The whole email without signatures, a character for each byte.'),
        })
        .nullable()
        .describe('Null: it was removed, or is not written yet.'),
    }),
    async run({ db, account, rendering }, { params: { transactionId } }) {
      const found = await requireTransaction(db, account.id, transactionId)
      const email = await writtenEmail(db, await rendering(), account.id, found)
      return { email: email ?? null }
    },
  }),
  action({
    route: 'POST /transactions/:transactionId/again',
    right: 'send',
    boundBy: { project: 'params.transactionId' },
    about: 'Send an email again to its recipient, as a further transaction without an identifier.',
    command: 'transaction again',
    params,
    out: z.object({ id: id.describe('Of the new transaction.') }),
    async run({ db, account }, { params: { transactionId } }) {
      await requireTransaction(db, account.id, transactionId)
      return { id: await sendAgain(db, account.id, transactionId) }
    },
  }),
] as const
