/** Files of transactions that programs submitted. */
import { z } from 'zod'
import { STATES } from '../../domain/imports/progress.ts'
import {
  type BatchProgress,
  batchProgress,
  batchRejectsPage,
  batchSource,
  listBatches,
} from '../../domain/transactions/batches/batches.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { causes, id, moment, pageOf, paging } from '../values.ts'

const Batch = z.object({
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
] as const
