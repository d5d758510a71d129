/**
 * Sendings: ordered, and their state. They are steered in steer-sendings.ts. What checks and
 * freezes an email is loaded when one is ordered: the start of a command does not pay for it.
 */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { withOutcomes } from '../../domain/reports/sendings/figures.ts'
import { STANDSTILLS, sendingProgress } from '../../domain/sendings/progress.ts'
import { sendingsOfAccount } from '../../domain/sendings/sendings.sql.ts'
import { violationsOfTestGroup } from '../../domain/test-groups/keep-test-group.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { answeredCounts } from '../http/api-words.ts'
import { replyText, sentenceText } from '../mask.ts'
import { CodedReason, Why } from '../sentences.ts'
import { withRules } from '../value-problems.ts'
import { email, id, moment, pageOf, paging } from '../values.ts'
import {
  audience,
  audienceOf,
  newslettersOf,
  split,
  times,
  violationsOfOrder,
} from './send-order.ts'
import { PeopleRemoved, SendingOutcome } from './sending-report.ts'

export const STATES = [
  'scheduled',
  'sending',
  'paused',
  'finished',
  'cancelled',
  'unconfirmed',
] as const

export type SendingState = (typeof STATES)[number]

const SendingRow = z
  .object({
    id,
    newsletterId: id,
    listId: id,
    name: z.string(),
    subject: z.string(),
    listName: z.string(),
    state: z.enum(STATES),
    reason: z.string().nullable(),
    why: Why,
    dueAt: moment,
    zone: z.string(),
    planned: z.int().nullable(),
    finishedAt: moment.nullable(),
    outcome: SendingOutcome,
  })
  .meta({ id: 'SendingRow' })

export type SendingRowAnswer = z.output<typeof SendingRow>

export const Stands = z
  .object({ why: z.enum(STANDSTILLS), said: replyText.nullable(), saidWhy: CodedReason.nullish() })
  .nullable()
  .describe('The reason of the standstill by name, and what a server or a person said.')

export const Progress = z
  .object({
    id,
    state: z.enum(STATES),
    name: z.string(),
    subject: z.string(),
    listName: z.string(),
    dueAt: moment,
    zone: z.string(),
    finishedAt: moment.nullable(),
    candidates: z.int().nullable().describe('Subscribers of the list when it was planned.'),
    planned: z.int().nullable(),
    leftOut: answeredCounts.describe('Left out, by reason.'),
    counts: answeredCounts.describe('Emails by state.'),
    onceUncertain: z.int(),
    replies: z.array(z.object({ state: z.string(), reply: replyText, count: z.int() })),
    standstill: sentenceText.nullable().describe('Why there is no progress.'),
    stands: Stands,
    nextTryAt: moment.nullable().describe('When the first of the deferred emails is tried again.'),
    repeatRisk: z
      .object({ most: z.int(), perMinute: z.int().nullable() })
      .nullable()
      .describe('Held since a restore: emails that may have gone out after the backup was made.'),
    routedBy: z.array(z.object({ route: z.string(), rule: z.int() })),
    tracked: z.boolean(),
    peopleRemoved: PeopleRemoved,
    sender: z.object({ domain: z.string(), signed: z.boolean() }),
  })
  .meta({ id: 'SendingProgress' })

const params = z.strictObject({ sendingId: id })

const perMinute = z.int().min(1).max(1_000_000).describe('The most emails a minute.')

export const local = z
  .boolean()
  .default(false)
  .describe('Links may lead to this machine only, where the relay is on it too.')

export const anyway = z
  .boolean()
  .default(false)
  .describe(
    'Also with something wrong in it, from an address whose provider lets no other server ' +
      'send, or with an A/B test that too few people are measured for.',
  )

const of = {
  newsletterId: id.describe('Which newsletter.'),
  listId: id.optional().describe('By default the one the newsletter is meant for, or the only.'),
}

const order = { ...of, anyway, local }

/** Newsletter, audience and times, without the confirmations of the sender. */
export const sendingOrder = z.strictObject({
  ...of,
  ...audience,
  ...times,
  perMinute: perMinute.optional(),
})

const Receipt = z
  .object({
    id,
    listId: id,
    sandbox: z.boolean().describe('The sandbox keeps its emails.'),
    waitsForWorkers: z.boolean().describe('No process runs that hands its emails over.'),
    warning: z.string().nullable(),
    remedy: z.string().nullable().describe('A command that mends it.'),
  })
  .meta({ id: 'SendingReceipt' })

async function progress(db: Db, accountId: number, sendingId: number) {
  const found = await sendingProgress(db, accountId, sendingId)
  return {
    ...found,
    state: found.state as SendingState,
    counts: found.counts as Record<string, number>,
    standstill: found.standstill ?? null,
    stands: found.stands ?? null,
    repeatRisk: found.repeatRisk ?? null,
  }
}

export const sendings = [
  action({
    route: 'GET /sendings',
    right: 'read',
    about: 'The sendings, the newest first.',
    command: 'sending list',
    query: z.strictObject(paging),
    out: pageOf(SendingRow),
    async run({ db, account }, { query: { after, limit } }) {
      const [before] = placeOf(after, z.tuple([z.int()])) ?? [null]
      const page = { accountId: account.id, before, most: limit + 1 }
      const { items, next } = cut(await sendingsOfAccount(db, page), limit, row => [row.id])
      return {
        items: (await withOutcomes(db, account.id, items)).map(row => ({
          ...row,
          state: row.state as SendingState,
        })),
        next,
      }
    },
  }),
  action({
    route: 'POST /sendings',
    right: 'send',
    about:
      'Send a newsletter, as it is now, to subscribers of lists: now, held for 30 seconds, or at ' +
      'a time.',
    commands: ['send'],
    body: withRules(
      sendingOrder.extend({
        anyway,
        local,
        holdSeconds: z
          .int()
          .min(0)
          .max(3_600)
          .default(30)
          .describe(
            'It begins so many seconds from now at the earliest, and can be undone until then.',
          ),
        expected: z
          .int()
          .min(0)
          .optional()
          .describe('How many will get it: wanted where that is far more than usual.'),
        split,
      }),
      violationsOfOrder,
    ),
    out: Receipt.extend({
      dueAt: moment,
      zone: z.string(),
      undoUntil: moment.describe('Until then POST .../undo leaves nothing sent.'),
    }),
    creates: true,
    async run({ db, account, alongside, ...of }, { body: { listId, split, ...body } }) {
      const { listIds, excludedListIds, filterIds, resendOf, repeat, ...rest } = body
      const chosen = audienceOf(
        { listId, listIds, excludedListIds, filterIds, resendOf, repeat },
        newslettersOf({ ...rest, split }),
      )
      const whole = { ...rest, ...chosen, ...(split && { split }) }
      const { sendToList } = await import('./send-newsletter.ts')
      const means = { relays: of.relays, rendering: await of.rendering() }
      return sendToList(db, means, account.id, whole, alongside)
    },
  }),
  action({
    route: 'POST /sendings/tests',
    right: 'content',
    about: 'Send a newsletter at once to addresses, or a test group. Tests are in no report.',
    commands: ['send'],
    body: withRules(
      z.strictObject({
        ...order,
        group: z.string().max(200).optional().describe('Test emails, to this test group.'),
        emails: z
          .array(email)
          .max(1000)
          .optional()
          .describe('Test emails, to these addresses, at most 20.'),
      }),
      ({ emails }) => violationsOfTestGroup({ emails }),
    ),
    out: Receipt.extend({ messages: z.int() }),
    creates: true,
    async run({ db, account, relays }, { body: { listId: list, ...body } }) {
      const { sendTest } = await import('./send-newsletter.ts')
      return sendTest(db, relays, account.id, { ...body, list })
    },
  }),
  action({
    route: 'GET /sendings/:sendingId',
    right: 'read',
    about: 'The state of a sending: emails by state, who was left out, replies, why it is stopped.',
    commands: ['sending show'],
    params,
    out: Progress,
    run: ({ db, account }, { params: { sendingId } }) => progress(db, account.id, sendingId),
  }),
] as const
