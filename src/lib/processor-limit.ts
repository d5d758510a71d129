/**
 * Ends a child process that works too long. Its processor time counts: on a busy machine a usual
 * job takes long by the clock, and is no reason for a refusal.
 */
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The limit of elapsed time, as a multiple of that of processor time. */
const MOST_TIMES = 10
/** Linux counts processor time in hundredths of a second for programs. */
const TICK_MILLIS = 10

/**
 * Kills `child` when it has worked `mostMillis` from now on. Returns a function that calls it off.
 * Where the system does not tell (it is not Linux), the clock counts.
 */
export function limitProcessorTime(child: ChildProcess, mostMillis: number): () => void {
  const [began, before] = [performance.now(), workedMillis(child.pid)]
  const look = () => {
    const left = mostMillis - (workedMillis(child.pid) - before)
    const isLate = performance.now() - began >= MOST_TIMES * mostMillis
    if (left > 0 && !isLate) timer = setTimeout(look, left)
    else child.kill('SIGKILL')
  }
  let timer = setTimeout(look, mostMillis)
  return () => clearTimeout(timer)
}

/** Processor time of a process so far, in milliseconds; NaN if it is not known. */
function workedMillis(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // After the name, which may have blanks: utime and stime (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MILLIS
  } catch {
    return Number.NaN
  }
}
