// The log of the embedded server: limited in size, and read when the server does not start.
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { fullDisk, StoreUnavailable } from '../store-unavailable.ts'
import type { ClusterPaths } from './place.ts'

const longestLog = 10 * 1024 * 1024

export const logSize = (place: ClusterPaths) =>
  existsSync(place.log) ? statSync(place.log).size : 0

/** The log from byte `from` on, at most its last 64 KB. */
export function logSince(place: ClusterPaths, from: number): string {
  const size = logSize(place)
  const start = Math.max(size < from ? 0 : from, size - 64 * 1024)
  const text = Buffer.alloc(size - start)
  const fd = openSync(place.log, 'r')
  const length = readSync(fd, text, 0, text.length, start)
  closeSync(fd)
  return text.toString('utf8', 0, length)
}

/**
 * Keeps one older log. The server appends to an inherited descriptor, so the file is truncated, not
 * replaced.
 */
export function limitLog(place: ClusterPaths) {
  if (logSize(place) < longestLog) return
  copyFileSync(place.log, `${place.log}.1`)
  truncateSync(place.log)
}

/** Whether the server recovers from a crash, by its output since the start. */
export const isReplaying = (output: string): boolean =>
  /not properly shut down|was interrupted/.test(output)

/** Why the server did not start, from its log. */
export function startFailure(place: ClusterPaths, output: string): StoreUnavailable {
  // A full shared memory segment is not a full disk.
  if (/^(?!.*shared memory segment).*(No space left on device|Disk quota exceeded)/m.test(output))
    return new StoreUnavailable(fullDisk(place.dataDir))
  const lines = output.split('\n').filter(line => line.trim() !== '')
  const errors = lines.filter(line => /(FATAL|PANIC|ERROR|error|HINT):/.test(line))
  const reason = (errors.length > 0 ? errors : lines)
    .slice(-4)
    .map(line => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, ''))
  return new StoreUnavailable(
    `The PostgreSQL in ${place.dataDir} does not start: ` +
      `${reason.join(' ') || 'it output nothing.'} More in ${place.log}.`,
  )
}
