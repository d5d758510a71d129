/**
 * Processes a file from its claim until it ends or returns to the queue: holds a lease, renewed by
 * a heartbeat, and releases it with a reason if it has to wait. The rows are processed by
 * import-run.ts and batch-run.ts.
 */
import { rm } from 'node:fs/promises'
import { isOutOfRoom } from '../db/again.ts'
import { type Detail, detailed } from '../domain/details/details.ts'
import { ClaimLost, type End, FAILED, type Pause } from '../domain/files/file-work.ts'
import { UnreadableFile } from '../domain/files/read-file.ts'
import type { DownloadedFile } from '../lib/download/download.ts'
import { keepLease } from './engine/lease.ts'
import type { ImportContext } from './import-context.ts'

/** After this many consecutive internal errors it fails instead of being retried for ever. */
const MOST_FAULTS = 10
const FULL_MILLIS = 30_000

/** The number of workers that may die on a file at the same position before it fails. */
export const MOST_LAPSES = 3

/** Files released to let others run, by account and id: this process may resume them. */
export type FileCache = Map<string, DownloadedFile>

/** `keepsFile`: it will be needed again soon, most likely by this process. */
export type RunOutcome = { end: End } | { pause: Pause; keepsFile?: true } | 'lost'

/** The terms under which the queue opens a file. */
export interface FileTerms {
  /** Account and id. */
  key: string
  /** Batches of rows are applied in turns of all accounts. */
  inTurn(work: () => Promise<void>, signal: AbortSignal): Promise<void>
  kept: FileCache
  stopping: AbortSignal
  /**
   * Resolves when the downloaded file may be processed. `suspect`: a worker has died on it, so it
   * runs alone.
   */
  place(suspect: boolean, signal: AbortSignal): Promise<void>
  sliceOver(): boolean
}

/** A claimed file: its lease, its end and its name in logs. */
export interface FileJob {
  /** Its name in logs and reports: "an import". */
  called: string
  facts: Record<string, number>
  /** Failed attempts to download it so far. */
  tries: number
  /** The heartbeat. False: no longer ours. */
  renew(): Promise<boolean>
  release(pause: Pause): Promise<unknown>
  /** False: it was no longer ours. */
  finish(end: End): Promise<boolean>
  /** Result counts for the log. */
  counts(): Record<string, number>
  /** The outcome for an error specific to this kind of file. */
  outcomeAfter?(error: unknown): RunOutcome | undefined
}

export async function runFile(
  context: ImportContext,
  job: FileJob,
  { key, kept, stopping }: Pick<FileTerms, 'key' | 'kept' | 'stopping'>,
  work: (signal: AbortSignal) => Promise<RunOutcome>,
): Promise<void> {
  const { settings, log } = context
  const lease = keepLease({
    renew: job.renew,
    leaseMillis: settings.leaseMillis,
    lostBy: () => new ClaimLost(),
    report: error => context.report(error, `${job.called} lease`),
  })
  const { lost } = lease
  const signal = AbortSignal.any([stopping, lost])
  let keepsFile = false
  try {
    const left = await work(signal).catch(error =>
      outcomeAfter(error, context, job, { key, stopping, lost }),
    )
    lease.end()
    if (left === 'lost') {
      // Guarded by its fence: no effect unless it is still ours and the store, after a crash, lost
      // its commits.
      await job.release({ due: new Date(), tries: job.tries, trouble: undefined })
      return log(`${job.called} continues in another worker, or from its last commit`, job.facts)
    }
    if ('pause' in left) {
      keepsFile = left.keepsFile ?? false
      await job.release(left.pause)
      return
    }
    if (!(await job.finish(left.end)))
      return log(`${job.called} was taken over by another worker`, job.facts)
    log(`${job.called} ${left.end.state === FAILED ? 'has failed' : 'is completed'}`, {
      ...job.facts,
      ...job.counts(),
    })
  } finally {
    lease.end()
    const file = kept.get(key)
    if (file && !keepsFile) {
      kept.delete(key)
      await rm(file.path, { force: true })
    }
  }
}

export const failed = (...trouble: Detail[]): RunOutcome => ({ end: { state: FAILED, trouble } })

export const neverEnds = (lapses: number): RunOutcome =>
  failed(detailed('run-deaths', { times: lapses }))

export function waitOrFail(
  tries: number,
  transient: boolean,
  why: readonly Detail[],
  pauses: readonly number[],
): RunOutcome {
  const pause = pauses[tries]
  if (!transient) return failed(...why)
  if (pause === undefined) return failed(...why, detailed('run-tried', { tries: tries + 1 }))
  return { pause: { due: new Date(Date.now() + pause), tries: tries + 1, trouble: why } }
}

function outcomeAfter(
  error: unknown,
  context: ImportContext,
  job: FileJob,
  { key, stopping, lost }: { key: string; stopping: AbortSignal; lost: AbortSignal },
): RunOutcome {
  const { tries } = job
  if (error instanceof ClaimLost || lost.aborted) return 'lost'
  if (stopping.aborted) return { pause: { due: new Date(), tries, trouble: undefined } }
  if (error instanceof UnreadableFile) return failed(error.why)
  const own = job.outcomeAfter?.(error)
  if (own) return own
  const full = isOutOfRoom(error)
    ? 'store-full'
    : (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? 'disk-full'
      : undefined
  if (full !== undefined) {
    const trouble = [detailed(full)]
    return { pause: { due: new Date(Date.now() + FULL_MILLIS), tries, trouble } }
  }
  context.report(error, `${job.called} ${key}`)
  const pauses = Array.from({ length: MOST_FAULTS }, (_, i) => 1000 * 2 ** i)
  return waitOrFail(tries, true, [detailed('run-fault')], pauses)
}
