/** Webhooks, named as in commands, and their deliveries. */
import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { detailed } from '../../domain/details/details.ts'
import { EVENT_ID, eventId, eventNumber } from '../../domain/webhooks/event-id.ts'
import { EVENT_KINDS } from '../../domain/webhooks/event-kinds.ts'
import {
  deleteWebhook,
  findWebhook,
  pauseByName,
  resumeByName,
  rotateKey,
  USUAL_OVERLAP_HOURS,
  type WebhookKey,
  type WebhookRow,
} from '../../domain/webhooks/manage-webhooks.ts'
import { replay } from '../../domain/webhooks/replay.ts'
import {
  countEvents,
  eventsOfWebhook,
  keysOfWebhook,
  webhooksOfAccount,
} from '../../domain/webhooks/webhooks.sql.ts'
import { formatInstant } from '../../lib/instant.ts'
import { type ActionCall, action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { personalText, replyText } from '../mask.ts'
import { id, moment, pageOf, paging, shaped, since } from '../values.ts'
import { addWebhook, changeWebhook } from './keep-webhook.ts'
import { tryWebhook } from './try-webhook.ts'

const LAST = Number.MAX_SAFE_INTEGER
const STATES = ['waiting', 'sent', 'dead'] as const

const Webhook = z
  .object({
    name: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    state: z.string(),
    note: personalText.nullable(),
    begins: moment,
    lastAnswer: replyText.nullable(),
    answered: moment.nullable(),
    failuresInARow: z.int(),
    failingSince: moment.nullable(),
    heldUntil: moment.nullable().describe('Then one event is tried.'),
    waiting: z.int(),
    sent: z.int(),
    dead: z.int(),
  })
  .meta({ id: 'Webhook' })

const Key = z
  .object({
    id: z.string(),
    made: moment,
    ends: moment.nullable().describe('Of a former key: how long it signs as well.'),
  })
  .meta({ id: 'WebhookKey' })

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
  })
  .meta({ id: 'WebhookEvent' })

const Secret = z.object({
  keyId: z.string(),
  secret: z.string(),
  standardSecret: z.string().describe('The same for libraries of Standard Webhooks.'),
})

const url = z.string().max(2_000).describe('Where events are posted to.')
const events = z.array(z.string().max(50)).max(100)

const params = z.strictObject({ webhook: z.string().min(1).max(100) })

async function shown(db: Db, accountId: number, row: WebhookRow) {
  const counts = { waiting: 0, sent: 0, dead: 0 }
  for (const { state, count } of await countEvents(db, { accountId, webhookId: row.id }))
    counts[state as keyof typeof counts] = count
  const { name, state, note, lastAnswer, failingSince, heldUntil } = row
  return {
    name,
    url: row.shownUrl,
    events: row.kinds.split(','),
    state,
    note,
    begins: row.since,
    lastAnswer,
    answered: row.answeredAt,
    failuresInARow: row.failures,
    failingSince,
    heldUntil: isAhead(heldUntil) ? heldUntil : null,
    ...counts,
  }
}

const isAhead = (at: string | null): boolean =>
  at !== null && new Date(formatInstant(at)) > new Date()

const secretOf = ({ id: keyId, ...secrets }: WebhookKey) => ({ keyId, ...secrets })

const meansOf = async ({ sealer, fetchable }: ActionCall) => ({ sealer: await sealer(), fetchable })

export const webhooks = [
  action({
    route: 'GET /webhooks',
    right: 'own',
    about: 'The webhooks with their state and counts.',
    command: 'webhook list',
    out: z.object({ items: z.array(Webhook) }),
    async run({ db, account: { id: accountId } }) {
      const rows = await webhooksOfAccount(db, { accountId })
      return { items: await Promise.all(rows.map(row => shown(db, accountId, row))) }
    },
  }),
  action({
    route: 'POST /webhooks',
    right: 'own',
    confirmed: true,
    personal: true,
    about: 'Add a webhook. Events are signed with the key; its secret is shown this once.',
    command: 'webhook add <name>',
    body: z.strictObject({
      name: z.string().max(100).describe('What you call it.'),
      url,
      events: events
        .default(Object.keys(EVENT_KINDS))
        .describe(`By default all: ${Object.keys(EVENT_KINDS).join(', ')}.`),
    }),
    out: Webhook.extend(Secret.shape),
    creates: true,
    async run(call, { body: { events: kinds, ...given } }) {
      const { db, account } = call
      const key = await addWebhook(db, await meansOf(call), account.id, { ...given, kinds })
      const row = await findWebhook(db, account.id, given.name)
      return { ...(await shown(db, account.id, row)), ...secretOf(key) }
    },
  }),
  action({
    route: 'POST /webhooks/:webhook/rotate',
    right: 'own',
    confirmed: true,
    about: 'Make a new key, shown this once. Events are signed with both until the old one ends.',
    command: 'webhook rotate',
    params,
    body: z.strictObject({
      keepHours: z
        .number()
        .min(0)
        .default(USUAL_OVERLAP_HOURS)
        .describe('How long the old key signs as well.'),
    }),
    out: Secret,
    async run({ db, account, sealer }, { params: { webhook }, body: { keepHours } }) {
      const key = await rotateKey(db, await sealer(), account.id, webhook, keepHours)
      return secretOf(key)
    },
  }),
  action({
    route: 'POST /webhooks/:webhook/test',
    right: 'own',
    about: 'Post a test event now, and tell the answer.',
    command: 'webhook test',
    params,
    out: z.object({ ok: z.boolean().describe('It was taken.'), answer: z.string() }),
    run: async (call, { params: { webhook } }) =>
      tryWebhook(call.db, await meansOf(call), call.account.id, webhook),
  }),
  action({
    route: 'GET /webhooks/:webhook',
    right: 'own',
    about: 'A webhook: its events, its keys, its last answer, and why it is paused.',
    command: 'webhook show',
    params,
    out: Webhook.extend({ keys: z.array(Key) }),
    async run({ db, account: { id: accountId } }, { params: { webhook } }) {
      const row = await findWebhook(db, accountId, webhook)
      const keys = await keysOfWebhook(db, { accountId, webhookId: row.id })
      return {
        ...(await shown(db, accountId, row)),
        keys: keys.map(({ id, created, until }) => ({ id, made: created, ends: until })),
      }
    },
  }),
  action({
    route: 'PATCH /webhooks/:webhook',
    right: 'own',
    confirmed: true,
    about:
      'Change where events are posted to, or which. Waiting events go to the new address; new ' +
      'kinds are recorded from ten seconds later on.',
    command: 'webhook edit',
    params,
    body: z
      .strictObject({ url, events: events.describe('These instead of the present ones.') })
      .partial(),
    out: Webhook,
    async run(call, { params: { webhook }, body: { url: to, events: kinds } }) {
      const { db, account } = call
      const change = { ...(to !== undefined && { url: to }), ...(kinds && { kinds }) }
      const row = await changeWebhook(db, await meansOf(call), account.id, webhook, change)
      return shown(db, account.id, row)
    },
  }),
  action({
    route: 'POST /webhooks/:webhook/pause',
    right: 'own',
    about: 'Send nothing for now. Its events are kept meanwhile.',
    command: 'webhook pause',
    params,
    body: z.strictObject({
      reason: z.string().max(500).default('Paused by an operator.').describe('The reason.'),
    }),
    run: ({ db, account }, { params: { webhook }, body }) =>
      pauseByName(db, account.id, webhook, body.reason),
  }),
  action({
    route: 'POST /webhooks/:webhook/resume',
    right: 'own',
    about: 'Go on, with what waits first.',
    command: 'webhook resume',
    params,
    run: ({ db, account }, { params: { webhook } }) => resumeByName(db, account.id, webhook),
  }),
  action({
    route: 'DELETE /webhooks/:webhook',
    right: 'own',
    about: 'Take a webhook away, with what waits and the log.',
    command: 'webhook remove',
    params,
    run: ({ db, account }, { params: { webhook } }) => deleteWebhook(db, account.id, webhook),
  }),
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
        items: items.map(({ triedAt, ...row }) => ({
          ...row,
          id: eventId(accountId, row.id),
          tried: triedAt,
          state: row.state as (typeof STATES)[number],
        })),
        next,
      }
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
