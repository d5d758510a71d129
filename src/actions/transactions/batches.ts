/** Files of transactions that programs submitted. */
import { z } from 'zod'
import { STATES } from '../../domain/imports/progress.ts'
import {
  type BatchProgress,
  batchProgress,
  batchRejectsPage,
  batchSource,
  emailsOfBatch,
  listBatches,
} from '../../domain/transactions/batches/batches.ts'
import { retryBatch } from '../../domain/transactions/emails/send-again.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { causes, id, moment, pageOf, paging } from '../values.ts'
import { QueuedAgain, retried } from './retried.ts'

const count = z.int()

const Batch = z
  .object({
    id,
    guid: z.string(),
    projectId: id,
    project: z.string(),
    source: z.string(),
    format: z.string(),
    state: z.enum(STATES),
    trouble: z.string().nullable(),
    causes,
    created: moment,
    started: moment.nullable(),
    finished: moment.nullable(),
    fileLength: z.int().nullable(),
    rows: z.int().describe('Looked at so far.'),
    queued: z.int(),
    repeated: z.int(),
    rejected: z.int(),
    ignored: z.int(),
    rejectedBy: z.record(z.string(), z.int()).describe('Rejected rows by reason.'),
  })
  .meta({ id: 'TransactionBatch' })

const batchFacts = (batch: BatchProgress) => ({
  ...batch,
  source: batchSource(batch),
  state: STATES[batch.state as 0 | 1 | 2 | 3],
  rows: batch.position,
})

const params = z.strictObject({
  batchId: z.string().max(60).describe('The GUID returned to the program, or its number.'),
})

export type BatchAnswer = z.output<typeof Batch>

export const batches = [
  action({
    route: 'GET /transaction-batches',
    right: 'read',
    about: 'Files of transactions that programs submitted, the newest first.',
    command: 'batch list',
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
    command: 'batch show',
    params,
    out: Batch,
    run: async ({ db, account }, { params: { batchId: which } }) =>
      batchFacts(await batchProgress(db, account.id, which)),
  }),
  action({
    route: 'GET /transaction-batches/:batchId/rejects',
    right: 'people',
    personal: true,
    about: 'Its rejected rows as they were, of which the first 100,000 are kept.',
    params,
    query: z.strictObject(paging),
    out: pageOf(z.object({ line: z.int(), reason: z.string(), row: z.string() })),
    async run({ db, account }, { params: { batchId: which }, query: { after: cursor, limit } }) {
      const [after] = placeOf(cursor, z.tuple([z.int()])) ?? [0]
      const { id: batchId } = await batchProgress(db, account.id, which)
      const rows = await batchRejectsPage(db, account.id, batchId, after, limit + 1)
      const { items, next } = cut(rows, limit, row => [row.number])
      return { items: items.map(({ line, reason, raw }) => ({ line, reason, row: raw })), next }
    },
  }),
  action({
    route: 'GET /transaction-batches/:batchId/emails',
    right: 'read',
    about: 'What became of the emails of a file of transactions.',
    command: 'batch emails',
    params,
    out: z.object({
      emails: z
        .object({
          waiting: count,
          delivered: count,
          deferred: count,
          bounced: count,
          failed: count,
          uncertain: count,
          withdrawn: count,
        })
        .nullable()
        .describe('Null: the file was read by an earlier version of the service.'),
    }),
    async run({ db, account }, { params: { batchId: which } }) {
      const batch = await batchProgress(db, account.id, which)
      const states = await emailsOfBatch(db, account.id, batch)
      if (!states) return { emails: null }
      const of = (...names: string[]) =>
        names.reduce((sum, name) => sum + (states.get(name) ?? 0), 0)
      return {
        emails: {
          waiting: of('planned', 'claimed', 'handed over'),
          delivered: of('accepted'),
          deferred: of('deferred'),
          bounced: of('bounced'),
          failed: of('failed'),
          uncertain: of('uncertain'),
          withdrawn: of('withdrawn'),
        },
      }
    },
  }),
  action({
    route: 'POST /transaction-batches/:batchId/retry',
    right: 'send',
    about:
      'Queue emails of a file again that failed, as if they had not been tried: at most 10,000 in ' +
      'a call, the first ones of the file.',
    command: 'batch retry',
    params,
    body: z.strictObject(retried),
    out: QueuedAgain,
    async run({ db, account }, { params: { batchId: which }, body }) {
      const batch = await batchProgress(db, account.id, which)
      const { id: batchId, projectId, firstId, lastId } = batch
      return retryBatch(db, account.id, { batchId, projectId, firstId, lastId, ...body })
    },
  }),
] as const
