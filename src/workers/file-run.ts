/**
 * A file that is worked on, from its claim to its end or back into the queue: kept by a heartbeat,
 * given back with a reason when it has to wait. What is done with its rows is said by import-run.ts
 * and batch-run.ts.
 */
import { rm } from 'node:fs/promises'
import { isOutOfRoom } from '../db/again.ts'
import { ClaimLost, type End, FAILED, type Pause } from '../domain/files/file-work.ts'
import { UnreadableFile } from '../domain/files/read-file.ts'
import type { DownloadedFile } from '../lib/download/download.ts'
import type { Semaphore } from '../lib/semaphore.ts'
import { keepLease } from './engine/lease.ts'
import type { ImportContext } from './import-context.ts'

/** After so many faults of ours in a row it fails rather than come back for ever. */
const MOST_FAULTS = 10
const FULL_MILLIS = 30_000

/**
 * So often whoever works on a file may die over it at the same place: one that kills is not to keep
 * others from theirs.
 */
export const MOST_LAPSES = 3

/** Files that let others in, by account and id: this process may take them up again. */
export type FileCache = Map<string, DownloadedFile>

/** `keepsFile`: it will be wanted again soon, most likely by this process. */
export type RunOutcome = { end: End } | { pause: Pause; keepsFile?: true } | 'lost'

/** What the queue gives to whatever it has opened. */
export interface FileTerms {
  /** Account and id. */
  key: string
  /** Batches of rows are applied in turns. */
  turns: Semaphore
  kept: FileCache
  stopping: AbortSignal
  /**
   * Resolves when the file, which is there, may be worked on. `suspect`: a worker has died over it;
   * it works alone.
   */
  place(suspect: boolean, signal: AbortSignal): Promise<void>
  sliceOver(): boolean
}

/** A claimed file, as far as having it in hand goes. */
export interface FileJob {
  /** As log and reports call it: "an import". */
  called: string
  facts: Record<string, number>
  /** How often it could not be had so far. */
  tries: number
  /** The heartbeat. False: it is not ours any more. */
  keepHold(): Promise<boolean>
  letGo(pause: Pause): Promise<unknown>
  /** False: it was not ours any more. */
  finish(end: End): Promise<boolean>
  /** What came of it, for the log. */
  counts(): Record<string, number>
  /** What an error of its own means. */
  leftAfter?(error: unknown): RunOutcome | undefined
}

export async function runFile(
  context: ImportContext,
  job: FileJob,
  { key, kept, stopping }: Pick<FileTerms, 'key' | 'kept' | 'stopping'>,
  work: (signal: AbortSignal) => Promise<RunOutcome>,
): Promise<void> {
  const { settings, log } = context
  const lease = keepLease({
    renew: job.keepHold,
    leaseMillis: settings.leaseMillis,
    lostBy: () => new ClaimLost(),
    report: error => context.report(error, `${job.called} lease`),
  })
  const { lost } = lease
  const signal = AbortSignal.any([stopping, lost])
  let keepsFile = false
  try {
    const left = await work(signal).catch(error =>
      leftAfter(error, context, job, { key, stopping, lost }),
    )
    lease.end()
    if (left === 'lost') {
      // Under its fence: nothing, unless it is ours still and the store has lost what was done
      // before, its server having fallen.
      await job.letGo({ due: new Date(), tries: job.tries, trouble: undefined })
      return log(`${job.called} goes on elsewhere, or from where the store has it`, job.facts)
    }
    if ('pause' in left) {
      keepsFile = left.keepsFile ?? false
      await job.letGo(left.pause)
      return
    }
    if (!(await job.finish(left.end))) return log(`${job.called} went on elsewhere`, job.facts)
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

export const failed = (trouble: string): RunOutcome => ({ end: { state: FAILED, trouble } })

export const neverEnds = (lapses: number): RunOutcome =>
  failed(
    `It was begun ${lapses} times and never got on: whoever worked on it died, or was ended. Look at the file, and give it anew.`,
  )

export function waitOrFail(
  tries: number,
  passing: boolean,
  sentence: string,
  pauses: readonly number[],
): RunOutcome {
  const pause = pauses[tries]
  if (!passing) return failed(sentence)
  if (pause === undefined) return failed(`${sentence} It was tried ${tries + 1} times.`)
  return { pause: { due: new Date(Date.now() + pause), tries: tries + 1, trouble: sentence } }
}

function leftAfter(
  error: unknown,
  context: ImportContext,
  job: FileJob,
  { key, stopping, lost }: { key: string; stopping: AbortSignal; lost: AbortSignal },
): RunOutcome {
  const { tries } = job
  if (error instanceof ClaimLost || lost.aborted) return 'lost'
  if (stopping.aborted) return { pause: { due: new Date(), tries, trouble: undefined } }
  if (error instanceof UnreadableFile) return failed(error.message)
  const own = job.leftAfter?.(error)
  if (own) return own
  const full = isOutOfRoom(error)
    ? 'The store has'
    : (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? 'DATA_DIR has'
      : ''
  if (full !== '') {
    const trouble = `${full} no room. It goes on by itself when there is some again.`
    return { pause: { due: new Date(Date.now() + FULL_MILLIS), tries, trouble } }
  }
  context.report(error, `${job.called} ${key}`)
  const pauses = Array.from({ length: MOST_FAULTS }, (_, i) => 1000 * 2 ** i)
  return waitOrFail(
    tries,
    true,
    'Something failed inside; the log of the service has the rest.',
    pauses,
  )
}
