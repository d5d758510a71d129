/** Works on the files of transactions that are queued, beside imports and as they are worked on. */
import { claim } from '../domain/transactions/batches/batch-lease.ts'
import { dueBatches } from '../domain/transactions/batches/batches.sql.ts'
import { runBatch } from './batch-run.ts'
import { createFileQueue } from './file-queue.ts'
import type { ImportContext } from './import-context.ts'

export const createBatcher = (context: ImportContext) => {
  const { db, worker, settings, places, report } = context
  return createFileQueue({
    due: async limits => (await dueBatches(db, limits)).map(({ accountId, batchId }) => ({ accountId, id: batchId })),
    claim: (accountId, batchId) => claim(db, { accountId, batchId, worker, leaseMillis: settings.leaseMillis }),
    run: (claimed, terms) => runBatch(context, claimed, terms),
    sliceMillis: settings.sliceMillis,
    places,
    name: 'batch of transactions',
    report,
  })
}
