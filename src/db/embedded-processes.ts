// Which processes of the system belong to a cluster. A pid alone proves nothing: after a restart of the machine, and all the
// more of a container, another process may have it. A process of PostgreSQL stands in its cluster as its working directory.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './embedded-place.ts'

/** The pid of the running server, if one runs. */
export function postmasterIn(place: Place): number | undefined {
  const pid = Number.parseInt(linesOfPidFile(place)[0] ?? '', 10)
  return pid > 1 && standsIn(pid, place.cluster) ? pid : undefined
}

/** Whether the running server says that it takes connections: in the eighth line of its pid file, as pg_ctl reads it. */
export const isReady = (place: Place) => linesOfPidFile(place)[7]?.trim() === 'ready'

function linesOfPidFile(place: Place): string[] {
  try {
    return readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Processes of a cluster whose server is gone. Known on Linux only; elsewhere PostgreSQL's own check at its start must do. */
export function orphansIn(place: Place): number[] {
  if (process.platform !== 'linux' || !existsSync(place.cluster) || postmasterIn(place)) return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => pid !== process.pid && standsIn(pid, place.cluster) && isPostgres(pid))
}

// A zombie has no working directory any more, so it rightly counts as gone.
function standsIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return spawnSync('ps', ['-p', `${pid}`, '-o', 'comm=']).stdout?.includes('postgres') ?? false
  try {
    const here = statSync(`/proc/${pid}/cwd`)
    const there = statSync(folder)
    return here.ino === there.ino && here.dev === there.dev
  } catch {
    return false
  }
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return false
  }
}
