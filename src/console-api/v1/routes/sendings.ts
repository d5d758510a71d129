/** Sendings: their state, and steering them. */
import { z } from 'zod'
import type { Db } from '../../../db/db.ts'
import { sendingProgress } from '../../../domain/sendings/progress.ts'
import { sendingsOfAccount } from '../../../domain/sendings/sendings.sql.ts'
import {
  cancelSending,
  pauseSending,
  RETRYABLE,
  resumeSending,
  retrySending,
} from '../../../domain/sendings/steer-sending.ts'
import { cut, placeOf } from '../cursor.ts'
import { route } from '../route.ts'
import { id, moment, pageOf, paging } from '../values.ts'

const STATES = ['scheduled', 'sending', 'paused', 'finished', 'cancelled', 'unconfirmed'] as const

const SendingRow = z.object({
  ...{ id, newsletterId: id, listId: id, name: z.string(), subject: z.string() },
  ...{ listName: z.string(), state: z.enum(STATES), reason: z.string().nullable() },
  ...{
    dueAt: moment,
    zone: z.string(),
    planned: z.int().nullable(),
    finishedAt: moment.nullable(),
  },
})

const Progress = z.object({
  ...{ id, state: z.enum(STATES), name: z.string(), subject: z.string(), listName: z.string() },
  ...{ dueAt: moment, zone: z.string(), finishedAt: moment.nullable() },
  candidates: z.int().nullable().describe('Subscribers of the list when it was planned.'),
  planned: z.int().nullable(),
  leftOut: z.record(z.string(), z.int()).describe('Left out, by reason.'),
  counts: z.record(z.string(), z.int()).describe('Emails by state.'),
  onceUncertain: z.int(),
  replies: z.array(z.object({ state: z.string(), reply: z.string(), count: z.int() })),
  standstill: z.string().nullable().describe('Why there is no progress.'),
  routedBy: z.array(z.object({ route: z.string(), rule: z.int() })),
  tracked: z.boolean(),
  sender: z.object({ domain: z.string(), signed: z.boolean() }),
})

const params = z.strictObject({ sendingId: id })

/** As its route answers it. */
export const sendingState = async (db: Db, accountId: number, sendingId: number) =>
  Progress.parse(await progress(db, accountId, sendingId))

async function progress(db: Db, accountId: number, sendingId: number) {
  const found = await sendingProgress(db, accountId, sendingId)
  return {
    ...found,
    state: found.state as (typeof STATES)[number],
    counts: found.counts as Record<string, number>,
    standstill: found.standstill ?? null,
  }
}

export const sendings = [
  route({
    method: 'GET',
    path: '/sendings',
    right: 'read',
    about: 'The sendings, the newest first.',
    commands: ['sending list'],
    query: z.strictObject(paging),
    out: pageOf(SendingRow),
    async run({ db, account }, { query: { after, limit } }) {
      const [before] = placeOf(after, z.tuple([z.int()])) ?? [null]
      const page = { accountId: account.id, before, most: limit + 1 }
      const { items, next } = cut(await sendingsOfAccount(db, page), limit, row => [row.id])
      return {
        items: items.map(row => ({ ...row, state: row.state as (typeof STATES)[number] })),
        next,
      }
    },
  }),
  route({
    method: 'GET',
    path: '/sendings/:sendingId',
    right: 'read',
    about: 'The state of a sending: emails by state, who was left out, replies, why it is stopped.',
    commands: ['sending show'],
    params,
    out: Progress,
    run: ({ db, account }, { params: { sendingId } }) => progress(db, account.id, sendingId),
  }),
  route({
    method: 'POST',
    path: '/sendings/:sendingId/pause',
    right: 'send',
    about: 'Hand over no further email until it is resumed; it holds within two seconds.',
    commands: ['sending pause'],
    params,
    out: z.object({ onTheirWay: z.int().describe('Emails that may still be sent, at most.') }),
    run: ({ db, account }, { params: { sendingId } }) => pauseSending(db, account.id, sendingId),
  }),
  route({
    method: 'POST',
    path: '/sendings/:sendingId/resume',
    right: 'send',
    about: 'Let a paused sending go on.',
    commands: ['sending resume'],
    params,
    run: async ({ db, account }, { params: { sendingId } }) =>
      void (await resumeSending(db, account.id, sendingId)),
  }),
  route({
    method: 'POST',
    path: '/sendings/:sendingId/cancel',
    right: 'send',
    about: 'Cancel a sending: emails not handed over are withdrawn; it holds within two seconds.',
    commands: ['sending cancel'],
    params,
    out: z.object({ withdrawn: z.int(), onTheirWay: z.int() }),
    run: ({ db, account }, { params: { sendingId } }) => cancelSending(db, account.id, sendingId),
  }),
  route({
    method: 'POST',
    path: '/sendings/:sendingId/retry',
    right: 'send',
    about:
      'Try the emails of a sending again that failed, and no others. Uncertain ones may have ' +
      'arrived.',
    commands: ['sending retry'],
    params,
    body: z.strictObject({
      states: z.array(z.enum(RETRYABLE)).min(1).max(3).default(['failed', 'bounced']),
    }),
    out: z.object({ emails: z.int() }),
    run: async ({ db, account }, { params: { sendingId }, body }) => ({
      emails: await retrySending(db, account.id, sendingId, body.states),
    }),
  }),
]
