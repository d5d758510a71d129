// Which processes of the system belong to a cluster. A pid alone proves nothing: after a restart of
// the machine or container another process may have it. So the server is started with a
// cluster_name that identifies the cluster, and its sessions show that name too. (Their working
// directory would do as well, but root in a container may not be allowed to read it.)
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ClusterPaths } from './place.ts'

/** The pid of the running server, if any. */
export function postmasterIn(place: ClusterPaths): number | undefined {
  const pid = Number.parseInt(linesOfPidFile(place)[0] ?? '', 10)
  return pid > 1 && belongs(pid, place) ? pid : undefined
}

/** Whether the running server accepts connections: line 8 of its pid file, as pg_ctl reads it. */
export const isReady = (place: ClusterPaths) => linesOfPidFile(place)[7]?.trim() === 'ready'

function linesOfPidFile(place: ClusterPaths): string[] {
  try {
    return readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Processes of a cluster whose server is dead. Linux only; elsewhere PostgreSQL's own check at
 * startup must do.
 */
export function orphansIn(place: ClusterPaths): number[] {
  if (process.platform !== 'linux' || !existsSync(place.cluster) || postmasterIn(place)) return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => belongs(pid, place))
}

/**
 * The cluster_name in the command lines of this cluster's processes. Device and inode identify the
 * folder, whose path may be written in several ways; the path follows for human readers.
 */
export const clusterName = (place: ClusterPaths) =>
  `${markOf(place)}${place.dataDir.replace(/[^ -~]/g, '?').slice(-30)}`

function markOf(place: ClusterPaths) {
  const { dev, ino } = statSync(place.cluster)
  return `pennypost:${dev}:${ino} `
}

/**
 * Whether the process exists and belongs to this cluster. The command line of a zombie is empty, so
 * it rightly counts as gone.
 */
export function belongs(pid: number, place: ClusterPaths): boolean {
  try {
    if (process.platform !== 'linux') return commandByPs(pid).includes(markOf(place))
    return (
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(markOf(place)) && sameOwner(pid, place)
    )
  } catch {
    return false
  }
}

const commandByPs = (pid: number) =>
  spawnSync('ps', ['-ww', '-p', `${pid}`, '-o', 'command='], { encoding: 'utf8' }).stdout
const sameOwner = (pid: number, place: ClusterPaths) =>
  statSync(`/proc/${pid}`).uid === statSync(place.cluster).uid
