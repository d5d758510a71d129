/** The events of webhooks: their log, their bodies, and replays. */
import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import { refused } from '../../domain/refusal.ts'
import { emailsOfEvents, eventToShow } from '../../domain/webhooks/deliver.sql.ts'
import type { WebhookFormat } from '../../domain/webhooks/formats.ts'
import { EVENT_ID, eventId, eventNumber } from '../../domain/webhooks/ids/event-id.ts'
import { findWebhook } from '../../domain/webhooks/manage-webhooks.ts'
import { countReplay, replay } from '../../domain/webhooks/replay.ts'
import { eventsOfWebhook } from '../../domain/webhooks/webhooks.sql.ts'
import { eventFormats } from '../../webhooks/formats/formats.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { payloadValues, replyText } from '../mask.ts'
import { RecordedReasons } from '../sentences.ts'
import { id, moment, pageOf, paging, shaped, since } from '../values.ts'

const LAST = Number.MAX_SAFE_INTEGER
const STATES = ['waiting', 'sent', 'dead'] as const

/** Of all routes of one webhook: it is named. */
export const params = z.strictObject({ webhook: z.string().min(1).max(100) })

const eventName = shaped(EVENT_ID, detailed('given-event')).meta({ examples: ['1-42'] })

const Event = z
  .object({
    id: z.string().describe('As in its payload: 1-42.'),
    kind: z.string(),
    at: moment,
    subscriberId: id.nullable(),
    state: z.enum(STATES),
    attempts: z.int(),
    tried: moment.nullable(),
    due: moment.nullable(),
    answer: replyText.nullable(),
    causes: RecordedReasons.describe('The answer, if it is a sentence of the service.'),
    millis: z.int().nullable().describe('How long the last try took.'),
  })
  .meta({ id: 'WebhookEvent' })

export const webhookEvents = [
  action({
    route: 'GET /webhooks/:webhook/events',
    right: 'own',
    about: 'What a webhook was sent, the newest first, with tries and answers.',
    command: 'webhook log',
    params,
    query: z.strictObject({
      ...paging,
      state: z.enum(STATES).optional().describe('Those in this state.'),
      kind: z.string().max(50).optional().describe('One kind of events.'),
      before: eventName.optional().describe('Those before this event.'),
    }),
    out: pageOf(Event),
    async run({ db, account: { id: accountId } }, { params: { webhook }, query }) {
      const { id: webhookId } = await findWebhook(db, accountId, webhook)
      const { after, limit, state, kind, before } = query
      const first = before === undefined ? LAST : eventNumber(accountId, before)
      const [beforeId] = placeOf(after, z.tuple([z.int()])) ?? [first]
      const rows = await eventsOfWebhook(db, {
        accountId,
        webhookId,
        beforeId,
        most: limit + 1,
        state: state ?? null,
        kind: kind ?? null,
      })
      const { items, next } = cut(rows, limit, row => [row.id])
      return {
        items: items.map(({ triedAt, tookMillis, ...row }) => ({
          ...row,
          causes: row.answer,
          millis: tookMillis,
          id: eventId(accountId, row.id),
          tried: triedAt,
          state: row.state as (typeof STATES)[number],
        })),
        next,
      }
    },
  }),
  action({
    route: 'GET /webhooks/:webhook/events/:eventId',
    right: 'own',
    about:
      'The body of an event as it would be posted now: addresses are those of today, for none is ' +
      'stored with an event.',
    command: 'webhook body',
    params: params.extend({ eventId: eventName }),
    out: z.object({
      body: payloadValues
        .nullable()
        .describe('Of SendGrid the one of its array. Null: the format has no such event.'),
    }),
    async run({ db, account: { id: accountId } }, { params: { webhook, eventId: name } }) {
      const { id: webhookId, format } = await findWebhook(db, accountId, webhook)
      const id = eventNumber(accountId, name)
      const event = await eventToShow(db, { accountId, webhookId, id })
      if (!event) throw refused('not-valid', 'event-gone', { event: name })
      const ids = event.deliveryId === null ? [] : [event.deliveryId]
      const [email] = await emailsOfEvents(db, { accountId, ids })
      const body = eventFormats[format as WebhookFormat].bodyOf(accountId, event, email)
      return { body: body === undefined ? null : [JSON.parse(body)].flat()[0] }
    },
  }),
  action({
    route: 'GET /webhooks/:webhook/replay',
    right: 'own',
    about: 'How many events a replay would send again.',
    command: 'webhook count',
    params,
    query: z.strictObject({
      since,
      sent: z
        .stringbool()
        .default(false)
        .describe('Those that were delivered, and those that wait, too.'),
    }),
    out: z.object({ events: z.int() }),
    async run({ db, account }, { params: { webhook }, query: { since: from, sent } }) {
      const chosen = { sent, ...(from && { since: from }) }
      return { events: await countReplay(db, account.id, webhook, chosen) }
    },
  }),
  action({
    route: 'POST /webhooks/:webhook/replay',
    right: 'own',
    about: 'Send dead or other events again. They keep their ids, by which receivers know them.',
    command: 'webhook replay',
    params,
    body: z.strictObject({
      eventId: eventName.optional().describe('This one alone: 1-42.'),
      since,
      sent: z.boolean().default(false).describe('Those that were delivered, too.'),
    }),
    out: z.object({ events: z.int() }),
    async run({ db, account }, { params: { webhook }, body: { eventId: one, since: from, sent } }) {
      const chosen = { sent, ...(one && { eventId: one }), ...(from && { since: from }) }
      return { events: await replay(db, account.id, webhook, chosen) }
    },
  }),
] as const
