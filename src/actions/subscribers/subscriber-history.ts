/** The history of a subscriber, kind by kind, newest first. */
import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { personEngagement } from '../../domain/directory/engagement.ts'
import {
  bouncesInTimeline,
  emailsOfSubscriber,
  importsInTimeline,
  smsInTimeline,
  timelineIds,
  triggerEmailsOfSubscriber,
} from '../../domain/directory/timeline.ts'
import { action } from '../action.ts'
import { cursorOf, placeOf } from '../cursor.ts'
import { personalText, replyText } from '../mask.ts'
import { RecordedReasons } from '../sentences.ts'
import { bigId, id, moment, pageOf, paging } from '../values.ts'

const text = z.string().nullable()
const count = z.int()

const outcome = {
  state: z.string(),
  attempts: count,
  reply: replyText.nullable().describe("The relay's."),
  reason: text,
  causes: RecordedReasons,
  changed: moment.nullable(),
  views: count,
  clicks: count,
  opensMeasured: z.boolean().describe('False: nobody knows whether they opened it.'),
}

const Email = z.object({
  sendingId: bigId,
  newsletterId: id,
  listId: id,
  subject: z.string(),
  planned: moment.nullable(),
  ...outcome,
  firstView: moment.nullable(),
  lastView: moment.nullable(),
  firstClick: moment.nullable(),
  lastClick: moment.nullable(),
})
const TriggerEmail = z.object({
  messageId: bigId,
  triggerId: id,
  triggerName: z.string(),
  step: z.string(),
  subject: z.string(),
  ...outcome,
})
const Bounce = z.object({
  id: bigId,
  received: moment,
  kind: z.string(),
  class: z.string(),
  status: text,
  reply: replyText.nullable(),
  rule: z.string().describe('The rule that said so.'),
  counts: z.boolean().describe('Held against the address; not after a release.'),
  sourceKind: z.int().nullable(),
  sourceId: bigId.nullable(),
})
const Sms = z.object({
  messageId: bigId,
  listId: id.nullable(),
  text: personalText,
  number: personalText.nullable(),
  state: z.string(),
  attempts: count,
  cost: z.string(),
  reason: text,
  reply: replyText.nullable(),
  changed: moment.nullable(),
})

const ImportOfPerson = z.object({
  id,
  listId: id,
  file: z.string(),
  created: moment,
  undone: moment.nullable(),
  did: z
    .array(z.enum(['made', 'joined', 'met']))
    .describe('It created the person, put them on the list, or found them there.'),
  before: z
    .object({
      name: personalText,
      format: z.string(),
      countryCode: z.string(),
      phone: personalText,
      fields: z.array(personalText),
    })
    .nullable()
    .describe('The values that it changed, while they are kept for an undo.'),
})

const Engagement = z.object({
  since: moment.describe('A year ago: the figures are of the time after it.'),
  emails: count.describe("Emails that the receiver's server accepted."),
  complete: z
    .boolean()
    .describe('False: the account sent so much that older emails of the year are not in `emails`.'),
  opened: count.describe('Emails opened; machines do not count.'),
  clicked: count.describe('Emails with a click.'),
  links: count.describe('Links clicked in them, each once an email.'),
  bought: z.array(z.object({ currency: z.string(), orders: count, value: z.string() })),
  lastAct: moment.nullable().describe('The last open or click, also before that year.'),
})

export interface HistoryParts {
  emails: z.output<typeof Email>
  'trigger-emails': z.output<typeof TriggerEmail>
  bounces: z.output<typeof Bounce>
  imports: z.output<typeof ImportOfPerson>
  sms: z.output<typeof Sms>
}

type Reader<Row> = (
  db: Db,
  accountId: number,
  subscriberIds: number[],
  part: { beforeId?: number | undefined; limit: number },
) => Promise<{ items: Row[]; next: number | undefined }>

const withCauses =
  <Row extends { reason: string | null }>(
    read: Reader<Row>,
  ): Reader<Row & { causes: string | null }> =>
  async (...asked) => {
    const { items, next } = await read(...asked)
    return { items: items.map(item => ({ ...item, causes: item.reason })), next }
  }

function part<const Path extends string, Item extends z.ZodType>(
  path: Path,
  about: string,
  item: Item,
  read: Reader<z.input<Item>>,
) {
  return action({
    route: `GET /subscribers/:subscriberId/${path}` as const,
    right: 'read',
    about: `${about}, the newest first. A page may be empty where \`next\` is given.`,
    params: z.strictObject({ subscriberId: bigId }),
    query: z.strictObject(paging),
    out: pageOf(item),
    async run({ db, account }, { params: { subscriberId }, query: { after, limit } }) {
      const [beforeId] = placeOf(after, z.tuple([z.int().min(0)])) ?? []
      const ids = await timelineIds(db, account.id, subscriberId)
      const { items, next } = await read(db, account.id, ids, { beforeId, limit })
      return { items, next: next === undefined ? null : cursorOf([next]) } as never
    },
  })
}

export const subscriberHistory = [
  action({
    route: 'GET /subscribers/:subscriberId/engagement',
    right: 'read',
    about: 'What a subscriber got and did in the last year: emails, opens, clicks, orders.',
    params: z.strictObject({ subscriberId: bigId }),
    out: Engagement,
    run: ({ db, account }, { params: { subscriberId } }) =>
      personEngagement(db, account.id, subscriberId),
  }),
  part(
    'emails',
    'Emails of sendings to a subscriber: replies, opens, clicks',
    Email,
    withCauses(emailsOfSubscriber),
  ),
  part(
    'trigger-emails',
    'Emails of triggers to a subscriber',
    TriggerEmail,
    withCauses(triggerEmailsOfSubscriber),
  ),
  part('bounces', 'Bounces of a subscriber, as they were judged', Bounce, bouncesInTimeline),
  part('imports', 'Imports that a subscriber was in', ImportOfPerson, importsInTimeline),
  part('sms', 'SMS to a subscriber', Sms, smsInTimeline),
] as const
