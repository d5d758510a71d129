// The log of the embedded server: kept small, and read when the server does not start.
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

/** What the log has got since it had `from` bytes, or the last of it. */
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
 * Keeps one older log. The server appends to the file it was given at its start, so the file is
 * emptied, not replaced.
 */
export function limitLog(place: ClusterPaths) {
  if (logSize(place) < longestLog) return
  copyFileSync(place.log, `${place.log}.1`)
  truncateSync(place.log)
}

/** Why the server did not start, from what it said. */
export function whyNot(place: ClusterPaths, said: string): StoreUnavailable {
  // A segment of shared memory that finds no space is another matter than the disk.
  if (/^(?!.*shared memory segment).*(No space left on device|Disk quota exceeded)/m.test(said))
    return new StoreUnavailable(fullDisk(place.dataDir))
  const lines = said.split('\n').filter(line => line.trim() !== '')
  const telling = lines.filter(line => /(FATAL|PANIC|ERROR|error|HINT):/.test(line))
  const reason = (telling.length > 0 ? telling : lines)
    .slice(-4)
    .map(line => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, ''))
  return new StoreUnavailable(
    `The PostgreSQL in ${place.dataDir} does not start: ${reason.join(' ') || 'it said nothing.'} More in ${place.log}.`,
  )
}
