/**
 * A watchdog for a worker thread: reports a thread that has used its time without progress, since
 * nothing inside it can interrupt a loop. It measures processor time, so that a busy machine ends
 * no thread.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'

export interface ThreadWatch {
  worker: Worker
  /** Milliseconds of processor time without progress. */
  limitMillis: number
  /** A value that changes with each progress of the thread; undefined while it is idle. */
  progress(): number | undefined
  /** Called once; the watch ends then. */
  overrun(): void
}

const CHECK_MILLIS = 1_000
/** A thread that does not report its processor time for this long is stuck in native code. */
const SILENT_MILLIS = 10_000
/** A thread inside native code can't be ended: the timeout for waiting for it. */
const TERMINATE_MILLIS = 2_000

/** Returns a function that ends the watch. */
export function watchThread({ worker, limitMillis, progress, overrun }: ThreadWatch): () => void {
  const checkMillis = Math.min(CHECK_MILLIS, limitMillis / 2)
  let known: number | undefined
  let usedThen = 0
  let asking = false
  let unanswered = 0
  const end = () => {
    clearInterval(timer)
    overrun()
  }
  const check = async (): Promise<void> => {
    // Inside native code a thread does not report its processor time.
    if (asking) {
      unanswered += checkMillis
      return progress() !== undefined && unanswered > Math.max(limitMillis, SILENT_MILLIS)
        ? end()
        : undefined
    }
    asking = true
    unanswered = 0
    // A thread that has not started, or has ended, does not answer.
    const used = await usedBy(worker).catch(() => usedThen)
    asking = false
    const now = progress()
    if (now === undefined || now !== known) {
      known = now
      usedThen = used
    } else if (used - usedThen > limitMillis) end()
  }
  const timer = setInterval(check, checkMillis).unref()
  return () => clearInterval(timer)
}

/** In milliseconds; older versions of Node.js 24 report only the active time of the event loop. */
async function usedBy(worker: Worker): Promise<number> {
  if (typeof worker.cpuUsage !== 'function') return worker.performance.eventLoopUtilization().active
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1000
}

/** Ends the thread. False if it is in native code; it ends after that. */
export const endThread = (worker: Worker): Promise<boolean> =>
  Promise.race([
    worker.terminate().then(() => true),
    pause(TERMINATE_MILLIS, false, { ref: false }),
  ])
