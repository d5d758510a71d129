/** Ends the leases of a process that is known to have ended, instead of waiting for their end. */
import type { Db } from '../../db/db.ts'
import * as abandoned from './abandoned.sql.ts'

/** `mark`: the first half of the ids of its workers, 16 hexadecimal digits. */
export async function endLeasesOf(db: Db, mark: string): Promise<void> {
  const ids = { first: workerId(mark, '0'.repeat(16)), last: workerId(mark, 'f'.repeat(16)) }
  await abandoned.buryWorkers(db, ids)
  await abandoned.endClaims(db, ids)
  await abandoned.endSmsClaims(db, ids)
  await abandoned.endImportLeases(db, ids)
  await abandoned.endBatchLeases(db, ids)
  await abandoned.endJobLeases(db, ids)
  await abandoned.endWebhookLeases(db, ids)
}

/** The id of a worker: the mark of its process, and its own part. */
export const workerId = (mark: string, own: string): string =>
  (mark + own).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
