/** Carries out bulk jobs, one after the other. */
import type { Store } from '../db/db.ts'
import { runBulkJob } from '../domain/bulk-jobs/run-job.ts'
import { dueWorkOfOpen } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { wakeWhenDue } from './due-work.ts'
import { startLoop } from './loop.ts'

const LEASE_MILLIS = 60_000
const JOBS = 20

/** Returns whether any was carried out. */
export async function runDueJobs(
  db: Store,
  worker: string,
  stopping?: AbortSignal,
): Promise<boolean> {
  let ran = false
  for (const { accountId, sourceId } of await dueWorkOfOpen(db, { kind: WORK.bulk, most: JOBS })) {
    if (stopping?.aborted) break
    const lease = { accountId, jobId: sourceId, worker, leaseMillis: LEASE_MILLIS }
    if (await runBulkJob(db, lease, stopping)) ran = true
  }
  return ran
}

export const startBulkJobs = ({
  store,
  worker,
  report,
}: {
  store: Store
  worker: string
  report(error: unknown, name: string): void
}) =>
  startLoop({
    name: 'bulk jobs',
    step: stopping => runDueJobs(store, worker, stopping),
    idleMillis: 500,
    waking: wakeWhenDue(store, [WORK.bulk], report),
    report,
  })
