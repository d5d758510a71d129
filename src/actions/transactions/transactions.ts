/** Single emails that programs sent, from the ledger, and their files. */

import { z } from 'zod'
import { STATES } from '../../domain/imports/progress.ts'
import { noSuch } from '../../domain/refusal.ts'
import {
  STATUSES,
  type TransactionDetails,
  transactionDetails,
} from '../../domain/reports/transaction-details.ts'
import {
  type BatchProgress,
  batchProgress,
  batchRejectsPage,
  batchSource,
  listBatches,
} from '../../domain/transactions/batches/batches.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { asking, personalText, replyText } from '../mask.ts'
import { ApiProblem } from '../problem.ts'
import { email, id, moment, pageOf, paging } from '../values.ts'

const EMAIL_STATES = Object.keys(STATUSES) as [keyof typeof STATUSES]

const text = z.string().nullable()

const Transaction = z.object({
  ...{ id, identifier: z.string(), email: z.string(), name: personalText },
  format: z.string(),
  ...{ projectId: id, project: z.string(), version: z.string(), batchId: id.nullable() },
  ...{ state: z.enum(EMAIL_STATES), tries: z.int(), reply: replyText.nullable(), reason: text },
  ...{ created: moment, sendTime: moment, nextTry: moment.nullable() },
  ...{ changed: moment.nullable(), sent: moment.nullable(), views: z.int(), clicks: z.int() },
  ...{ bounced: moment.nullable(), bounceKind: text, bounceReason: replyText },
})

const factsOf = (row: TransactionDetails) => ({
  ...row,
  state: row.state as keyof typeof STATUSES,
  bounced: row.bounceTime,
})

const Batch = z.object({
  ...{ id, guid: z.string(), projectId: id, project: z.string(), source: z.string() },
  ...{ format: z.string(), state: z.enum(STATES), trouble: text },
  ...{ created: moment, started: moment.nullable(), finished: moment.nullable() },
  fileLength: z.int().nullable(),
  rows: z.int().describe('Looked at so far.'),
  ...{ queued: z.int(), repeated: z.int(), rejected: z.int(), ignored: z.int() },
  rejectedBy: z.record(z.string(), z.int()).describe('Rejected rows by reason.'),
})

const batchFacts = (batch: BatchProgress) => ({
  ...batch,
  source: batchSource(batch),
  state: STATES[batch.state as 0 | 1 | 2 | 3],
  rows: batch.position,
})

const batchParams = z.strictObject({ batchId: id })

export const transactions = [
  action({
    route: 'GET /transactions',
    right: 'read',
    about: 'Transactions in the order they were given: of a project, to an address, by a key.',
    commands: ['transaction list'],
    query: z.strictObject({
      ...paging,
      projectId: id.optional(),
      email: asking(email.optional()),
      identifier: z.string().max(200).optional().describe('The key that the program gave.'),
      state: z.enum(EMAIL_STATES).optional(),
    }),
    out: pageOf(Transaction),
    async run({ db, account }, { query: { after: cursor, limit, ...asked } }) {
      const { projectId, email: to, identifier } = asked
      if (projectId === undefined && to === undefined && identifier === undefined)
        throw new ApiProblem('not-valid', { detail: 'Give projectId, email or identifier.' })
      const [after] = placeOf(cursor, z.tuple([z.int()])) ?? [0]
      const rows: TransactionDetails[] = []
      const selection = { ...asked, after, page: limit + 1 }
      for await (const part of transactionDetails(db, account.id, selection)) {
        rows.push(...part)
        if (rows.length > limit) break
      }
      return cut(rows.map(factsOf), limit, row => [row.id])
    },
  }),
  action({
    route: 'GET /transactions/:transactionId',
    right: 'read',
    about: "A transaction: the state of its email, the relay's reply, opens and clicks.",
    commands: ['transaction show'],
    params: z.strictObject({ transactionId: id }),
    out: Transaction,
    async run({ db, account }, { params: { transactionId } }) {
      for await (const [found] of transactionDetails(db, account.id, { transactionId }))
        if (found) return factsOf(found)
      throw noSuch('no-such-transaction', transactionId)
    },
  }),
  action({
    route: 'GET /transaction-batches',
    right: 'read',
    about: 'Files of transactions that programs submitted, the newest first.',
    commands: ['batch list'],
    query: z.strictObject(paging),
    out: pageOf(Batch),
    async run({ db, account }, { query: { after, limit } }) {
      const [before] = placeOf(after, z.tuple([z.int()])) ?? []
      const rows = await listBatches(db, account.id, limit + 1, before)
      return cut(rows.map(batchFacts), limit, row => [row.id])
    },
  }),
  action({
    route: 'GET /transaction-batches/:batchId',
    right: 'read',
    about: 'The state of a file of transactions, and the results of its rows.',
    commands: ['batch show'],
    params: batchParams,
    out: Batch,
    run: async ({ db, account }, { params: { batchId } }) =>
      batchFacts(await batchProgress(db, account.id, String(batchId))),
  }),
  action({
    route: 'GET /transaction-batches/:batchId/rejects',
    right: 'people',
    personal: true,
    about: 'Its rejected rows as they were, of which the first 100,000 are kept.',
    params: batchParams,
    query: z.strictObject(paging),
    out: pageOf(z.object({ line: z.int(), reason: z.string(), row: z.string() })),
    async run({ db, account }, { params: { batchId }, query: { after: cursor, limit } }) {
      const [after] = placeOf(cursor, z.tuple([z.int()])) ?? [0]
      await batchProgress(db, account.id, String(batchId))
      const rows = await batchRejectsPage(db, account.id, batchId, after, limit + 1)
      const { items, next } = cut(rows, limit, row => [row.number])
      return { items: items.map(({ line, reason, raw }) => ({ line, reason, row: raw })), next }
    },
  }),
] as const
