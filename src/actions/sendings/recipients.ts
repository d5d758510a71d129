/** Who got a sending and who did not. */

import { z } from 'zod'
import { DELIVERY_STATES, recipientsOf } from '../../domain/reports/sendings/recipients.ts'
import { action } from '../action.ts'
import { cursorOf, placeOf } from '../cursor.ts'
import { fileOf } from '../exports/exports.ts'
import { recipientsTable } from '../exports/recipients-table.ts'
import { FORMATS } from '../exports/table-file.ts'
import { answeredWord, apiWord, givenWord } from '../http/api-words.ts'
import { fileAction } from '../http/http-action.ts'
import { asking, personalText, replyText } from '../mask.ts'
import { RecordedReasons } from '../sentences.ts'
import { bigId, id, moment, onceUncertain, pageOf, paging } from '../values.ts'
import { PeopleRemoved } from './sending-report.ts'

export const deliveryStates = z
  .string()
  .max(100)
  .transform(text => text.split(',').map(state => state.trim()))
  .pipe(z.array(givenWord(DELIVERY_STATES)).max(DELIVERY_STATES.length))
  .optional()
  .describe(`Some of ${DELIVERY_STATES.map(apiWord).join(', ')}, separated by commas.`)

export const recipientFilter = {
  state: deliveryStates,
  email: asking(z.string().max(255).optional()).describe('Part of the address.'),
  reply: asking(z.string().max(200).optional()).describe('Part of the reply, or of the reason.'),
  domain: z.string().max(255).optional().describe('Only addresses of this domain.'),
  provider: z.string().max(100).optional().describe('A mailbox provider: Gmail.'),
  opened: z.stringbool().optional().describe('Only people who opened it.'),
  clicked: z.stringbool().optional().describe('Only people who clicked.'),
  sample: bigId.optional().describe('Of an A/B test: only of the sample with this id.'),
}

/** As rules have it. */
export const recipientsMeant = <Given extends { state?: string[] | undefined }>({
  state,
  ...rest
}: Given) => ({ ...rest, states: state })

const Recipient = z
  .object({
    sendingId: bigId,
    subscriberId: bigId,
    email: z.string(),
    name: personalText,
    state: answeredWord(DELIVERY_STATES),
    attempts: z.int(),
    reply: replyText.nullable(),
    reason: z.string().nullable(),
    causes: RecordedReasons,
    route: z.string().nullable(),
    changed: moment.nullable(),
    nextTry: moment.nullable(),
    onceUncertain,
    opens: z.int().nullable().describe('By people; null: not known.'),
    clicks: z.int().nullable(),
    firstOpen: moment.nullable(),
    firstClick: moment.nullable(),
  })
  .meta({ id: 'Recipient' })

export type RecipientAnswer = z.output<typeof Recipient>

const params = z.strictObject({ sendingId: id })

export const recipients = [
  action({
    route: 'GET /sendings/:sendingId/recipients',
    right: 'read',
    commands: ['sending recipients'],
    about:
      'Who got a sending and who did not, by id. A filter looks through 50,000 emails a request: ' +
      'a page may be short, or empty, where `next` is given.',
    params,
    query: z.strictObject({ ...recipientFilter, ...paging }),
    out: pageOf(Recipient).extend({
      looked: z.int().describe('Emails looked through.'),
      peopleRemoved: PeopleRemoved,
    }),
    async run({ db, account }, { params: { sendingId }, query }) {
      const { after, limit, ...filter } = query
      const place = placeOf(after, z.tuple([z.int(), z.int()]))
      const { items, next, looked, peopleRemoved } = await recipientsOf(
        db,
        account.id,
        sendingId,
        recipientsMeant(filter),
        { after: place && { sendingId: place[0], id: place[1] }, limit },
      )
      return {
        items: items.map(item => ({
          ...item,
          causes: item.reason,
          state: item.state as (typeof DELIVERY_STATES)[number],
        })),
        next: next ? cursorOf([next.sendingId, next.id]) : null,
        looked,
        peopleRemoved,
      }
    },
  }),
  fileAction({
    route: 'GET /sendings/:sendingId/recipients/export',
    right: 'people',
    about:
      'Who got a sending and who did not, as a file: state, reply, tries, opens, clicks. State and ' +
      'reason code are for programs, the reason is in words.',
    commands: ['sending recipients'],
    params,
    query: z.strictObject({
      ...recipientFilter,
      format: z.enum(FORMATS).default('csv'),
      language: z
        .enum(['en', 'sv', 'de'])
        .optional()
        .describe('Of the reasons. Otherwise that of Accept-Language.'),
    }),
    async run({ db, account, inWords }, { params: { sendingId }, query }) {
      const { format, language, ...filter } = query
      const table = recipientsTable(sendingId, recipientsMeant(filter), inWords(language))
      return fileOf(`recipients ${sendingId}`, await table(db, account), format)
    },
  }),
] as const
