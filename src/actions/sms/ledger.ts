/** Single SMS: those of a message, and those to a number. */

import { z } from 'zod'
import { deliveriesOfMessage, isSmsOptOut, smsToNumber } from '../../domain/sms/ledger.sql.ts'
import { readSmsNumber } from '../../domain/sms/opt-outs.ts'
import { messageKnown } from '../../domain/sms/progress.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { answeredWord, givenWord } from '../http/api-words.ts'
import { asking, personalText, replyText } from '../mask.ts'
import { RecordedReasons } from '../sentences.ts'
import { bigId, id, moment, pageOf, paging } from '../values.ts'
import { number } from './opt-outs.ts'

const STATES = [
  'planned',
  'claimed',
  'handed over',
  'accepted',
  'delivered',
  'undelivered',
  'refused',
  'uncertain',
  'withdrawn',
] as const

const outcome = {
  subscriberId: bigId.nullable().describe('Null: a number of no subscriber.'),
  state: answeredWord(STATES),
  attempts: z.int(),
  cost: z.string().describe('Credits: an exact decimal.'),
  givenBack: z.boolean().describe('The cost was refunded.'),
  reply: replyText.nullable().describe("The gateway's."),
  reason: replyText.nullable().describe('Why, if the reply does not say it.'),
  causes: RecordedReasons,
  changed: moment.nullable(),
}

const Part = z.object({
  part: z.int(),
  gatewayId: z.string().describe('The id that the gateway gave it.'),
  receipt: z.string().nullable().describe('What the delivery receipt said; null: none yet.'),
  receiptAt: moment.nullable(),
})

interface DeliveryRow {
  id: number
  state: string
  reply: string | null
  reason: string | null
}

/** Id 0: the number belongs to no subscriber. */
const shown = <Row extends DeliveryRow>({ id, state, ...row }: Row) => ({
  ...row,
  causes: row.reply ?? row.reason,
  subscriberId: id === 0 ? null : id,
  state: state as (typeof STATES)[number],
})

export const smsLedger = [
  action({
    route: 'GET /sms/deliveries',
    right: 'read',
    about: 'The SMS to a number, the newest first, and whether it is opted out of SMS.',
    command: 'sms find <number>',
    query: z.strictObject({
      number: asking(number.number),
      country: asking(number.country),
      ...paging,
    }),
    out: pageOf(z.object({ smsId: id, text: z.string(), created: moment, ...outcome })).extend({
      number: personalText,
      optedOut: z.boolean(),
    }),
    async run({ db, account: { id: accountId } }, { query }) {
      const { country, after, limit } = query
      const meant = readSmsNumber(country, query.number)
      const [beforeId] = placeOf(after, z.tuple([z.int()])) ?? [Number.MAX_SAFE_INTEGER]
      const rows = await smsToNumber(db, { accountId, number: meant, beforeId, most: limit + 1 })
      const { items, next } = cut(rows, limit, row => [row.messageId])
      return {
        number: meant,
        ...(await isSmsOptOut(db, { accountId, number: meant })),
        items: items.map(({ messageId, ...row }) => ({ smsId: messageId, ...shown(row) })),
        next,
      }
    },
  }),
  action({
    route: 'GET /sms/:smsId/deliveries',
    right: 'read',
    about: 'What came of an SMS, number by number, with attempts and delivery receipts.',
    command: 'sms deliveries',
    params: z.strictObject({ smsId: id }),
    query: z.strictObject({
      ...paging,
      state: givenWord(STATES).optional().describe('Only those in this state.'),
    }),
    out: pageOf(
      z.object({
        number: personalText.nullable().describe('Null for an erased person.'),
        email: z.string().nullable().describe("The subscriber's."),
        ...outcome,
        parts: z.array(Part).describe('By segment, while receipts are kept.'),
      }),
    ),
    async run({ db, account: { id: accountId } }, { params: { smsId }, query }) {
      const { after, limit, state = null } = query
      await messageKnown(db, accountId, smsId)
      const [afterId] = placeOf(after, z.tuple([z.int()])) ?? [-1]
      const page = { accountId, messageId: smsId, afterId, state, most: limit + 1 }
      const { items, next } = cut(await deliveriesOfMessage(db, page), limit, row => [row.id])
      return {
        items: items.map(({ parts, ...row }) => ({
          ...shown(row),
          parts: JSON.parse(parts) as z.input<typeof Part>[],
        })),
        next,
      }
    },
  }),
] as const
