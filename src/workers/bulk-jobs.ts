/** Carries out bulk jobs, one after the other. */
import type { Store } from '../db/db.ts'
import { runBulkJob } from '../domain/bulk-jobs/run-job.ts'
import { dueWorkOfOpen } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { wakeWhenDue } from './due-work.ts'
import { startLoop } from './loop.ts'

const JOBS = 20

/** Returns whether any was carried out. */
export async function runDueJobs(
  db: Store,
  worker: string,
  leaseMillis: number,
  stopping?: AbortSignal,
): Promise<boolean> {
  let ran = false
  for (const { accountId, sourceId } of await dueWorkOfOpen(db, { kind: WORK.bulk, most: JOBS })) {
    if (stopping?.aborted) break
    const lease = { accountId, jobId: sourceId, worker, leaseMillis }
    if (await runBulkJob(db, lease, stopping)) ran = true
  }
  return ran
}

export const startBulkJobs = ({
  store,
  worker,
  leaseMillis,
  report,
}: {
  store: Store
  worker: string
  leaseMillis: number
  report(error: unknown, name: string): void
}) =>
  startLoop({
    name: 'bulk jobs',
    step: stopping => runDueJobs(store, worker, leaseMillis, stopping),
    idleMillis: 500,
    waking: wakeWhenDue(store, [WORK.bulk], report),
    report,
  })
