/** Webhooks, named as in commands, and what they were sent. */
import { z } from 'zod'
import type { Db } from '../../../db/db.ts'
import {
  deleteWebhook,
  findWebhook,
  pauseByName,
  resumeByName,
  type WebhookRow,
} from '../../../domain/webhooks/manage-webhooks.ts'
import { replay } from '../../../domain/webhooks/replay.ts'
import {
  countEvents,
  eventsOfWebhook,
  webhooksOfAccount,
} from '../../../domain/webhooks/webhooks.sql.ts'
import { cut, placeOf } from '../cursor.ts'
import { route } from '../route.ts'
import { id, moment, pageOf, paging, since } from '../values.ts'

const STATES = ['waiting', 'sent', 'dead'] as const

const Webhook = z.object({
  ...{ name: z.string(), url: z.string(), events: z.array(z.string()) },
  ...{ state: z.string(), note: z.string().nullable(), begins: moment },
  ...{ lastAnswer: z.string().nullable(), answered: moment.nullable() },
  failuresInARow: z.int(),
  ...{ waiting: z.int(), sent: z.int(), dead: z.int() },
})

const Event = z.object({
  ...{ id, kind: z.string(), at: moment, subscriberId: id.nullable(), state: z.enum(STATES) },
  ...{ attempts: z.int(), tried: moment.nullable(), due: moment.nullable() },
  answer: z.string().nullable(),
})

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
          ...{ ...row, tried: triedAt, state: row.state as (typeof STATES)[number] },
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
    body: z.strictObject({ eventId: id.optional(), since, sent: z.boolean().default(false) }),
    out: z.object({ events: z.int() }),
    async run({ db, account }, { params: { webhook }, body: { eventId, since: from, sent } }) {
      const chosen = { sent, ...(eventId && { eventId }), ...(from && { since: from }) }
      return { events: await replay(db, account.id, webhook, chosen) }
    },
  }),
]
