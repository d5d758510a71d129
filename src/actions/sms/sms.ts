/** SMS to lists and numbers, and replies. Credits are in credits.ts, single SMS in ledger.ts. */

import { z } from 'zod'
import { cancelMessage } from '../../domain/sms/cancel-message.ts'
import { checkSms, violationsOfSms } from '../../domain/sms/checks/check-sms.ts'
import { confirmMessage } from '../../domain/sms/confirm-message.ts'
import { messagesOfAccount } from '../../domain/sms/messages.sql.ts'
import { repliesOfAccount } from '../../domain/sms/opt-outs.sql.ts'
import { smsProgress } from '../../domain/sms/progress.ts'
import { sendSmsToList, sendSmsToNumber } from '../../domain/sms/send-sms.ts'
import { trySmsToList } from '../../domain/sms/try-sms.ts'
import { lookAlike } from '../../sms/look-alikes.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { answeredCounts } from '../http/api-words.ts'
import { replyText, sentenceText } from '../mask.ts'
import { CodedReason, RecordedReasons } from '../sentences.ts'
import { withRules } from '../value-problems.ts'
import { bigId, id, moment, pageOf, paging } from '../values.ts'
import { number } from './opt-outs.ts'

const credits = z.string().describe('Credits: an exact decimal.')
const count = z.int()

const leftOut = answeredCounts.describe('Left out, by reason: docs/sms.')

const SmsRow = z
  .object({
    id,
    listId: id.nullable(),
    listName: z.string().nullable(),
    triggerId: id.nullable(),
    text: z.string(),
    segments: count,
    state: z.string(),
    cost: credits,
    planned: count,
    created: moment,
  })
  .meta({ id: 'SmsRow' })

const Sms = SmsRow.extend({
  alphabet: z.string(),
  sender: z.string().nullable().describe("Null: the gateway's own."),
  givenBack: credits,
  missing: credits.nullable().describe('Of a held one: what must be added until it is sent.'),
  candidates: count,
  leftOut,
  counts: answeredCounts.describe('SMS by state.'),
  reasons: z.array(
    z.object({ state: z.string(), reason: replyText, causes: RecordedReasons, count }),
  ),
  releasedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  standstill: sentenceText.nullable().describe('Why there is no progress.'),
  standstillWhy: CodedReason.nullable().describe('The same as a code with values.'),
}).meta({ id: 'Sms' })

const Plan = z
  .object({
    alphabet: z.enum(['gsm', 'ucs2']),
    characters: count,
    offending: z.array(z.string()).describe('Characters that force the costlier alphabet.'),
    parts: z.array(z.string()).describe('Its text by segment.'),
    replacements: z
      .array(z.object({ character: z.string(), by: z.string() }))
      .describe('What to write instead of such characters, where something reads the same.'),
    segments: count,
    cost: credits,
    balance: credits.describe('After it.'),
    state: z.string().describe('held: not enough credits.'),
    candidates: count,
    planned: count,
    leftOut,
  })
  .meta({ id: 'SmsPlan' })

const AtPrice = z.object({
  price: credits.describe('Of a segment.'),
  numbers: count,
  cost: credits.describe('Of all of them.'),
})

const text = z
  .string()
  .min(1)
  .max(5_000)
  .describe('What it says. Bounded further by the segments it takes.')

const sender = z
  .string()
  .max(40)
  .default('')
  .describe("A number, or up to 11 letters and digits. By default the gateway's own.")

const order = z.strictObject({ listId: id.describe('To the numbers of which list.'), text })

function writing(text: string) {
  const { alphabet, units, offending, parts } = checkSms(text).segmented
  return {
    alphabet,
    characters: units,
    offending: [...offending],
    parts: parts.map(part => part.text),
    replacements: offending.flatMap(character => {
      const by = lookAlike(character)
      return by === undefined ? [] : [{ character, by }]
    }),
  }
}

const STATES = ['held', 'unconfirmed', 'sending', 'finished', 'cancelled'] as const

const params = z.strictObject({ smsId: id })

export const smsRoutes = [
  action({
    route: 'GET /sms',
    right: 'read',
    about: 'The SMS, the newest first.',
    command: 'sms list',
    query: z.strictObject({
      ...paging,
      state: z.enum(STATES).optional().describe('Only those in this state.'),
    }),
    out: pageOf(SmsRow),
    async run({ db, account }, { query: { after, limit, state = null } }) {
      const [beforeId] = placeOf(after, z.tuple([z.int()])) ?? [2 ** 31 - 1]
      const page = { accountId: account.id, beforeId, state, most: limit + 1 }
      return cut(await messagesOfAccount(db, page), limit, row => [row.id])
    },
  }),
  action({
    route: 'POST /sms/try',
    right: 'read',
    about: 'What an SMS to a list would be and cost at this moment. Nothing is sent.',
    commands: ['sms send'],
    recognisesErased: true,
    body: withRules(order, violationsOfSms),
    out: Plan.extend({ prices: z.array(AtPrice).describe('The most frequent first.') }),
    async run({ db, account }, { body: { listId, text } }) {
      return { ...writing(text), ...(await trySmsToList(db, account.id, listId, text)) }
    },
  }),
  action({
    route: 'POST /sms',
    right: 'send',
    about: 'Send an SMS to a list. Without enough credits it is held until there are.',
    commands: ['sms send'],
    recognisesErased: true,
    body: withRules(
      order.extend({
        sender,
        mostCost: z
          .string()
          .max(40)
          .optional()
          .describe('Nothing is sent if it costs more credits.'),
      }),
      violationsOfSms,
    ),
    out: Plan.extend({ id }),
    creates: true,
    async run({ db, account }, { body: { listId, text, ...terms } }) {
      const { messageId, ...sent } = await sendSmsToList(db, account.id, listId, text, terms)
      return { id: messageId, ...writing(text), ...sent }
    },
  }),
  action({
    route: 'POST /sms/to-number',
    right: 'send',
    about: 'Send an SMS to one number, such as a test to your own. It costs as any other.',
    command: 'sms to <number>',
    recognisesErased: true,
    body: withRules(z.strictObject({ ...number, text, sender }), violationsOfSms),
    out: Plan.extend({ id }),
    creates: true,
    async run({ db, account }, { body: { number: phone, country, text, sender } }) {
      const to = { countryCode: country, phone }
      const what = { sender, message: text }
      const { messageId, ...sent } = await sendSmsToNumber(db, account.id, to, what)
      return { id: messageId, ...writing(text), ...sent }
    },
  }),
  action({
    route: 'GET /sms/replies',
    right: 'read',
    personal: true,
    about: 'What numbers have answered, the newest first.',
    command: 'sms replies',
    query: z.strictObject(paging),
    out: pageOf(
      z.object({
        id: bigId,
        number: z.string(),
        text: z.string(),
        meaning: z.string(),
        received: moment,
      }),
    ),
    async run({ db, account }, { query: { after, limit } }) {
      const [beforeId] = placeOf(after, z.tuple([z.int()])) ?? [Number.MAX_SAFE_INTEGER]
      const page = { accountId: account.id, beforeId, most: limit + 1 }
      return cut(await repliesOfAccount(db, page), limit, row => [row.id])
    },
  }),
  action({
    route: 'GET /sms/:smsId',
    right: 'read',
    about: 'The state of an SMS: deliveries, failures and their reasons, cost and refunds.',
    command: 'sms show',
    params,
    out: Sms,
    async run({ db, account }, { params: { smsId } }) {
      const { counts, reasons, standstill, ...found } = await smsProgress(db, account.id, smsId)
      return {
        ...found,
        counts: counts as Record<string, number>,
        reasons: reasons.map(one => ({ ...one, causes: one.reason })),
        standstill: standstill?.says ?? null,
        standstillWhy: standstill ?? null,
      }
    },
  }),
  action({
    route: 'POST /sms/:smsId/cancel',
    right: 'send',
    about: 'Withdraw the SMS that are not handed over, and refund their credits.',
    command: 'sms cancel',
    params,
    out: z.object({ withdrawn: count, givenBack: credits }),
    run: ({ db, account }, { params: { smsId } }) => cancelMessage(db, account.id, smsId),
  }),
  action({
    route: 'POST /sms/:smsId/confirm',
    right: 'send',
    about: 'Let a message go that is held since a restore.',
    command: 'sms confirm',
    params,
    run: ({ db, account }, { params: { smsId } }) => confirmMessage(db, account.id, smsId),
  }),
] as const
