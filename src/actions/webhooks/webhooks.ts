/** Webhooks, named as in commands. */

import { z } from 'zod'
import { violationsOfValues } from '../../domain/refusal.ts'
import { EVENT_KINDS, type EventKind, isEventKind } from '../../domain/webhooks/event-kinds.ts'
import { WEBHOOK_FORMATS, type WebhookFormat } from '../../domain/webhooks/formats.ts'
import { publicKeyOf } from '../../domain/webhooks/ids/public-key.ts'
import {
  checkPauseReason,
  deleteWebhook,
  findWebhook,
  pauseByName,
  resumeByName,
  rotateKey,
  SEALED_FOR,
  USUAL_OVERLAP_HOURS,
  violationsOfWebhook,
  type WebhookKey,
  type WebhookRow,
} from '../../domain/webhooks/manage-webhooks.ts'
import {
  countEvents,
  keysOfWebhook,
  webhooksOfAccount,
} from '../../domain/webhooks/webhooks.sql.ts'
import { formatInstant } from '../../lib/instant.ts'
import { type ActionCall, action } from '../action.ts'
import { personalText, replyText } from '../mask.ts'
import { RecordedReasons, Why } from '../sentences.ts'
import { withRules } from '../value-problems.ts'
import { moment } from '../values.ts'
import { addWebhook, changeWebhook } from './keep-webhook.ts'
import { tryWebhook } from './try-webhook.ts'
import { params, webhookEvents } from './webhook-events.ts'

const KINDS = Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]]

const publicKey = z
  .string()
  .nullable()
  .describe('In the format of SendGrid: what receivers verify signatures with.')

const Key = z
  .object({
    id: z.string(),
    made: moment,
    ends: moment.nullable().describe('Of a former key: how long it signs as well.'),
    publicKey,
  })
  .meta({ id: 'WebhookKey' })

const Webhook = z
  .object({
    name: z.string(),
    url: z.string(),
    format: z.enum(WEBHOOK_FORMATS).describe('Whose bodies and signatures its events have.'),
    events: z.array(z.enum(KINDS)),
    state: z.string(),
    note: personalText.nullable(),
    why: Why,
    begins: moment,
    lastAnswer: replyText.nullable(),
    causes: RecordedReasons.describe('The last answer, if it is a sentence of the service.'),
    answered: moment.nullable(),
    failuresInARow: z.int(),
    failingSince: moment.nullable(),
    heldUntil: moment.nullable().describe('Then one event is tried.'),
    waiting: z.int(),
    oldestWaiting: moment.nullable(),
    sent: z.int(),
    dead: z.int(),
    keys: z.array(Key).describe('That sign its events, the newest first.'),
  })
  .meta({ id: 'Webhook' })

export type WebhookAnswer = z.output<typeof Webhook>

const Secret = z.object({
  keyId: z.string(),
  secret: z.string(),
  standardSecret: z
    .string()
    .describe('The same for libraries of Standard Webhooks, and for those of Svix and Resend.'),
  publicKey,
})

const url = z.string().max(2_000).describe('Where events are posted to.')
const format = z.enum(WEBHOOK_FORMATS)
const events = z.array(z.string().max(50)).max(100)

async function shown(
  { db, account: { id: accountId }, sealer }: Pick<ActionCall, 'db' | 'account' | 'sealer'>,
  row: WebhookRow,
) {
  const counts = { waiting: 0, sent: 0, dead: 0 }
  let oldestWaiting: string | null = null
  for (const { state, count, oldest } of await countEvents(db, { accountId, webhookId: row.id })) {
    counts[state as keyof typeof counts] = count
    if (state === 'waiting') oldestWaiting = oldest
  }
  const opener = row.format === 'sendgrid' ? await sealer() : undefined
  const keys = await keysOfWebhook(db, { accountId, webhookId: row.id })
  const { name, state, note, why, lastAnswer, failingSince, heldUntil } = row
  return {
    name,
    url: row.shownUrl,
    format: row.format as WebhookFormat,
    events: row.kinds.split(',').filter(isEventKind),
    state,
    note,
    why,
    begins: row.since,
    lastAnswer,
    causes: lastAnswer,
    answered: row.answeredAt,
    failuresInARow: row.failures,
    failingSince,
    heldUntil: isAhead(heldUntil) ? heldUntil : null,
    ...counts,
    oldestWaiting,
    keys: keys.map(({ id, created, until, sealedSecret }) => ({
      id,
      made: created,
      ends: until,
      publicKey: opener
        ? publicKeyOf(opener.open(sealedSecret, SEALED_FOR.secret).toString())
        : null,
    })),
  }
}

const isAhead = (at: string | null): boolean =>
  at !== null && new Date(formatInstant(at)) > new Date()

const secretOf = ({ id: keyId, ...secrets }: WebhookKey, used: string) => ({
  keyId,
  ...secrets,
  publicKey: used === 'sendgrid' ? publicKeyOf(secrets.secret) : null,
})

const meansOf = async ({ sealer, fetchable }: ActionCall) => ({ sealer: await sealer(), fetchable })

export const webhooks = [
  action({
    route: 'GET /webhooks',
    right: 'own',
    about: 'The webhooks with their state and counts.',
    command: 'webhook list',
    out: z.object({ items: z.array(Webhook) }),
    async run(call) {
      const rows = await webhooksOfAccount(call.db, { accountId: call.account.id })
      return { items: await Promise.all(rows.map(row => shown(call, row))) }
    },
  }),
  action({
    route: 'POST /webhooks',
    right: 'own',
    confirmed: true,
    personal: true,
    about: 'Add a webhook. Events are signed with the key; its secret is shown this once.',
    command: 'webhook add <name>',
    body: withRules(
      z.strictObject({
        name: z.string().max(100).describe('What you call it.'),
        url,
        format: format
          .default('pennypost')
          .describe('That of another provider: its bodies and signatures, for its own libraries.'),
        events: events.optional().describe(`By default all of the format: ${KINDS.join(', ')}.`),
      }),
      ({ events: kinds, ...rest }) => violationsOfWebhook({ kinds, ...rest }),
    ),
    out: Webhook.extend(Secret.shape),
    creates: true,
    async run(call, { body: { events: kinds, ...given } }) {
      const { db, account } = call
      const key = await addWebhook(db, await meansOf(call), account.id, { ...given, kinds })
      const row = await findWebhook(db, account.id, given.name)
      return { ...(await shown(call, row)), ...secretOf(key, row.format) }
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
      return secretOf(key, (await findWebhook(db, account.id, webhook)).format)
    },
  }),
  action({
    route: 'POST /webhooks/:webhook/test',
    right: 'own',
    about: 'Post a test event now, and tell the answer.',
    command: 'webhook test',
    params,
    out: z.object({
      ok: z.boolean().describe('It was taken.'),
      answer: z.string(),
      causes: RecordedReasons,
      millis: z.int().describe('How long it took.'),
    }),
    async run(call, { params: { webhook } }) {
      const tried = await tryWebhook(call.db, await meansOf(call), call.account.id, webhook)
      return { ...tried, causes: tried.answer }
    },
  }),
  action({
    route: 'GET /webhooks/:webhook',
    right: 'own',
    about: 'A webhook: its events, its keys, its last answer, and why it is paused.',
    command: 'webhook show',
    params,
    out: Webhook,
    run: async (call, { params: { webhook } }) =>
      shown(call, await findWebhook(call.db, call.account.id, webhook)),
  }),
  action({
    route: 'PATCH /webhooks/:webhook',
    right: 'own',
    confirmed: true,
    about:
      'Change where events are posted to, which, or their format. Waiting events go to the new ' +
      'address; new kinds are recorded from ten seconds later on.',
    command: 'webhook edit',
    params,
    body: withRules(
      z
        .strictObject({
          url,
          format: format.describe('Events that it does not have are no longer recorded.'),
          events: events.describe('These instead of the present ones.'),
        })
        .partial(),
      ({ events: kinds, ...rest }) => violationsOfWebhook({ kinds, ...rest }),
    ),
    out: Webhook,
    async run(call, { params: { webhook }, body: { url: to, format: as, events: kinds } }) {
      const { db, account } = call
      const change = {
        ...(to !== undefined && { url: to }),
        ...(as && { format: as }),
        ...(kinds && { kinds }),
      }
      const row = await changeWebhook(db, await meansOf(call), account.id, webhook, change)
      return shown(call, row)
    },
  }),
  action({
    route: 'POST /webhooks/:webhook/pause',
    right: 'own',
    about: 'Send nothing for now. Its events are kept meanwhile.',
    command: 'webhook pause',
    params,
    body: withRules(
      z.strictObject({
        reason: z.string().max(500).default('Paused by an operator.').describe('The reason.'),
      }),
      given => violationsOfValues(given, { reason: checkPauseReason }),
    ),
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
  ...webhookEvents,
] as const
