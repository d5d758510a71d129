/**
 * Watches over a worker thread (a watchdog): one that has used its time without getting on is told
 * of, since nothing inside it can interrupt a loop. Time is processor time, so that a busy machine
 * ends nobody.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'

export interface ThreadWatch {
  worker: Worker
  /** Milliseconds of processor time without progress. */
  limitMillis: number
  /**
   * Differs from what it was as soon as the thread has got on. Undefined: there is nothing that it
   * should get on with.
   */
  progress(): number | undefined
  /** Called once; the watch is over then. */
  overrun(): void
}

const LOOK_MILLIS = 1_000
/** One that does not answer for so long what it has used is deep in native code. */
const SILENT_MILLIS = 10_000
/** A thread inside native code can't be ended: nobody waits for it longer. */
const TERMINATE_MILLIS = 2_000

/** Answers what ends the watch. */
export function watchThread({ worker, limitMillis, progress, overrun }: ThreadWatch): () => void {
  const lookMillis = Math.min(LOOK_MILLIS, limitMillis / 2)
  let known: number | undefined
  let usedThen = 0
  let asking = false
  let unanswered = 0
  const end = () => {
    clearInterval(timer)
    overrun()
  }
  const look = async (): Promise<void> => {
    // Deep in native code a thread does not even say what it has used.
    if (asking) {
      unanswered += lookMillis
      return progress() !== undefined && unanswered > Math.max(limitMillis, SILENT_MILLIS)
        ? end()
        : undefined
    }
    asking = true
    unanswered = 0
    // One that is not up yet, or not any more, has no answer.
    const used = await usedBy(worker).catch(() => usedThen)
    asking = false
    const now = progress()
    if (now === undefined || now !== known) {
      known = now
      usedThen = used
    } else if (used - usedThen > limitMillis) end()
  }
  const timer = setInterval(look, lookMillis).unref()
  return () => clearInterval(timer)
}

/** In milliseconds; older versions of Node 24 know only how long it was busy. */
async function usedBy(worker: Worker): Promise<number> {
  if (typeof worker.cpuUsage !== 'function') return worker.performance.eventLoopUtilization().active
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1000
}

/** Ends the thread, whatever it does. False: it is in native code, and ends when that does. */
export const endThread = (worker: Worker): Promise<boolean> =>
  Promise.race([
    worker.terminate().then(() => true),
    pause(TERMINATE_MILLIS, false, { ref: false }),
  ])
