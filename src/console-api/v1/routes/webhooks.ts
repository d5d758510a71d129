/** Webhooks, named as in commands, and what they were sent. */
import { z } from 'zod'
import type { Db } from '../../../db/db.ts'
import { EVENT_ID, eventId } from '../../../domain/webhooks/event-id.ts'
import { EVENT_KINDS } from '../../../domain/webhooks/event-kinds.ts'
import {
  deleteWebhook,
  findWebhook,
  pauseByName,
  resumeByName,
  rotateKey,
  USUAL_OVERLAP_HOURS,
  type WebhookRow,
} from '../../../domain/webhooks/manage-webhooks.ts'
import { replay } from '../../../domain/webhooks/replay.ts'
import {
  countEvents,
  eventsOfWebhook,
  webhooksOfAccount,
} from '../../../domain/webhooks/webhooks.sql.ts'
import { addWebhook } from '../../../use-cases/add-webhook.ts'
import { tryWebhook } from '../../../use-cases/webhook-test.ts'
import { cut, placeOf } from '../cursor.ts'
import { personalText, replyText } from '../mask.ts'
import { route } from '../route.ts'
import { id, moment, pageOf, paging, since } from '../values.ts'

const STATES = ['waiting', 'sent', 'dead'] as const

const Webhook = z.object({
  ...{ name: z.string(), url: z.string(), events: z.array(z.string()) },
  ...{ state: z.string(), note: personalText.nullable(), begins: moment },
  ...{ lastAnswer: replyText.nullable(), answered: moment.nullable() },
  failuresInARow: z.int(),
  ...{ waiting: z.int(), sent: z.int(), dead: z.int() },
})

const Event = z.object({
  id: z.string().describe('As in its payload: 1-42.'),
  ...{ kind: z.string(), at: moment, subscriberId: id.nullable(), state: z.enum(STATES) },
  ...{ attempts: z.int(), tried: moment.nullable(), due: moment.nullable() },
  answer: replyText.nullable(),
})

const Secret = z.object({ keyId: z.string(), secret: z.string() })

const params = z.strictObject({ webhook: z.string().min(1).max(100) })

async function shown(db: Db, accountId: number, row: WebhookRow) {
  const counts = { waiting: 0, sent: 0, dead: 0 }
  for (const { state, count } of await countEvents(db, { accountId, webhookId: row.id }))
    counts[state as keyof typeof counts] = count
  const { name, shownUrl, kinds, state, note, since: begins, lastAnswer, answeredAt } = row
  return {
    ...{ name, url: shownUrl, events: kinds.split(','), state, note, begins, lastAnswer },
    ...{ answered: answeredAt, failuresInARow: row.failures, ...counts },
  }
}

export const webhooks = [
  route({
    method: 'GET',
    path: '/webhooks',
    right: 'own',
    about: 'The webhooks with their state and counts.',
    commands: ['webhook list'],
    out: z.object({ items: z.array(Webhook) }),
    async run({ db, account: { id: accountId } }) {
      const rows = await webhooksOfAccount(db, { accountId })
      return { items: await Promise.all(rows.map(row => shown(db, accountId, row))) }
    },
  }),
  route({
    method: 'POST',
    path: '/webhooks',
    right: 'own',
    confirmed: true,
    personal: true,
    about: 'Add a webhook. Events are signed with the key; its secret is shown this once.',
    commands: ['webhook add'],
    body: z.strictObject({
      name: z.string().max(100),
      url: z.string().max(2_000),
      events: z
        .array(z.string().max(50))
        .max(100)
        .default(Object.keys(EVENT_KINDS))
        .describe(`By default all: ${Object.keys(EVENT_KINDS).join(', ')}.`),
    }),
    out: Webhook.extend(Secret.shape),
    creates: true,
    async run({ db, account, services }, { body: { events: kinds, ...given } }) {
      const key = await addWebhook(db, services, account.id, { ...given, kinds })
      const row = await findWebhook(db, account.id, given.name)
      return { ...(await shown(db, account.id, row)), keyId: key.id, secret: key.secret }
    },
  }),
  route({
    method: 'POST',
    path: '/webhooks/:webhook/rotate',
    right: 'own',
    confirmed: true,
    about: 'Make a new key, shown this once. Events are signed with both until the old one ends.',
    commands: ['webhook rotate'],
    params,
    body: z.strictObject({ keepHours: z.number().min(0).default(USUAL_OVERLAP_HOURS) }),
    out: Secret,
    async run({ db, account, services }, { params: { webhook }, body: { keepHours } }) {
      const key = await rotateKey(db, services.sealer, account.id, webhook, keepHours)
      return { keyId: key.id, secret: key.secret }
    },
  }),
  route({
    method: 'POST',
    path: '/webhooks/:webhook/test',
    right: 'own',
    about: 'Post a test event now, and tell the answer.',
    commands: ['webhook test'],
    params,
    out: z.object({ ok: z.boolean().describe('It was taken.'), answer: z.string() }),
    async run({ db, account, services }, { params: { webhook } }) {
      const { ok, answer } = await tryWebhook(db, services, account.id, webhook)
      return { ok, answer }
    },
  }),
  route({
    method: 'GET',
    path: '/webhooks/:webhook',
    right: 'own',
    about: 'One webhook.',
    commands: ['webhook show'],
    params,
    out: Webhook,
    run: async ({ db, account }, { params: { webhook } }) =>
      shown(db, account.id, await findWebhook(db, account.id, webhook)),
  }),
  route({
    method: 'POST',
    path: '/webhooks/:webhook/pause',
    right: 'own',
    about: 'Send nothing for now. Its events are kept meanwhile.',
    commands: ['webhook pause'],
    params,
    body: z.strictObject({ reason: z.string().max(500).default('Paused by an operator.') }),
    run: ({ db, account }, { params: { webhook }, body }) =>
      pauseByName(db, account.id, webhook, body.reason),
  }),
  route({
    method: 'POST',
    path: '/webhooks/:webhook/resume',
    right: 'own',
    about: 'Go on, with what waits first.',
    commands: ['webhook resume'],
    params,
    run: ({ db, account }, { params: { webhook } }) => resumeByName(db, account.id, webhook),
  }),
  route({
    method: 'DELETE',
    path: '/webhooks/:webhook',
    right: 'own',
    about: 'Take a webhook away, with what waits and the log.',
    commands: ['webhook remove'],
    params,
    run: ({ db, account }, { params: { webhook } }) => deleteWebhook(db, account.id, webhook),
  }),
  route({
    method: 'GET',
    path: '/webhooks/:webhook/events',
    right: 'own',
    about: 'What a webhook was sent, the newest first, with tries and answers.',
    commands: ['webhook log'],
    params,
    query: z.strictObject({
      ...{ ...paging, state: z.enum(STATES).optional(), kind: z.string().max(50).optional() },
    }),
    out: pageOf(Event),
    async run({ db, account: { id: accountId } }, { params: { webhook }, query }) {
      const { id: webhookId } = await findWebhook(db, accountId, webhook)
      const { after, limit, state, kind } = query
      const [beforeId] = placeOf(after, z.tuple([z.int()])) ?? [Number.MAX_SAFE_INTEGER]
      const rows = await eventsOfWebhook(db, {
        ...{ accountId, webhookId, beforeId, most: limit + 1 },
        ...{ state: state ?? null, kind: kind ?? null },
      })
      const { items, next } = cut(rows, limit, row => [row.id])
      return {
        items: items.map(({ triedAt, ...row }) => ({
          ...{
            ...row,
            id: eventId(accountId, row.id),
            tried: triedAt,
            state: row.state as (typeof STATES)[number],
          },
        })),
        next,
      }
    },
  }),
  route({
    method: 'POST',
    path: '/webhooks/:webhook/replay',
    right: 'own',
    about: 'Send dead or other events again. They keep their ids, by which receivers know them.',
    commands: ['webhook replay'],
    params,
    body: z.strictObject({
      eventId: z.string().regex(EVENT_ID).optional().describe('This one alone: 1-42.'),
      ...{ since, sent: z.boolean().default(false) },
    }),
    out: z.object({ events: z.int() }),
    async run({ db, account }, { params: { webhook }, body: { eventId: one, since: from, sent } }) {
      const chosen = { sent, ...(one && { eventId: one }), ...(from && { since: from }) }
      return { events: await replay(db, account.id, webhook, chosen) }
    },
  }),
]
