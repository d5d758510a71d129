/**
 * Progress of long commands, a line every two seconds and one per table, and their interruption.
 */
import type { BackupProgress } from '../db/backup/format.ts'
import { size } from '../lib/size.ts'

const EVERY_MILLIS = 2_000

/** A progress callback that prints at intervals. */
export function reporter(
  say: (line: string) => void,
  verb: string,
): (progress: BackupProgress) => void {
  let table = ''
  let began = 0
  let spoken = 0
  return progress => {
    const now = performance.now()
    if (progress.table !== table) {
      table = progress.table
      began = now
      spoken = now
    }
    if (!progress.done && now - spoken < EVERY_MILLIS) return
    spoken = now
    if (progress.done && progress.rows === 0) return
    const seconds = (now - began) / 1000
    const facts = [
      `${rowCount(progress.rows)}`,
      size(progress.bytes),
      ...(seconds > 0.5 ? [`${count(progress.rows / seconds)} rows/s`] : []),
    ]
    say(`${table}: ${facts.join(', ')} ${progress.done ? verb : `${verb} so far`}`)
  }
}

/**
 * Runs the work so that Ctrl-C or SIGTERM aborts it in order; a second signal ends the process
 * immediately.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

export const count = (value: number): string => Math.round(value).toLocaleString('en-US')

/** `1 event`, `2,000 events` */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

export const rowCount = (rows: number): string => counted(rows, 'row')
export const callCount = (calls: number): string => counted(calls, 'call')
