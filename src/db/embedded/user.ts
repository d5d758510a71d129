// Which system user runs the embedded server, and how it gets access to a folder that this user may
// not enter.
//
// PostgreSQL refuses to run as root. As root, initdb and postgres are started as another user, who
// owns the cluster and nothing else. Root never writes inside the cluster, where that user could
// have put a link.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { ClusterPaths } from './place.ts'

export interface ServerUser {
  name: string
  uid: number
  gid: number
}

/**
 * The user for the server when we are root: the owner of the store, else `postgres`, else `nobody`.
 * Undefined when we are not root.
 */
export function serverUser(place: ClusterPaths): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const path of [place.cluster, place.dataDir]) {
    const owner = existsSync(path) ? statSync(path) : undefined
    if (owner && owner.uid !== 0)
      return { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  }
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(line => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { name, uid: Number(uid), gid: Number(gid) }
  }
  return { name: 'number 65534', uid: 65534, gid: 65534 }
}

/** Gives the cluster to the server's user, in case a copy or a restored backup made it root's. */
export function giveCluster(folder: string, user: ServerUser | undefined) {
  const { uid, mode } = lstatSync(folder)
  if (user && uid === 0) {
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      lchownSync(join(folder, entry), user.uid, user.gid)
    lchownSync(folder, user.uid, user.gid)
  }
  if ((mode & 0o777) !== 0o700) chmodSync(folder, 0o700)
}

/**
 * The path of the cluster in arguments. As root on Linux the server is started with the cluster as
 * its working directory, and `.` as the path: the folders above may be closed to its user (a
 * checkout under /root), and a process need not be able to walk to its working directory. This
 * needs neither user namespaces, which containers often forbid, nor further privileges.
 */
export const nameOfCluster = (folder: string, user: ServerUser | undefined) =>
  user && process.platform === 'linux' ? '/proc/self/cwd' : folder

/** The service's own may contain secrets: none of it is passed to another user's process. */
export const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

export function spawnAs(
  user: ServerUser | undefined,
  program: string,
  args: string[],
  cwd: string,
  stdio: ('ignore' | 'pipe' | number)[],
) {
  return spawn(program, args, {
    cwd,
    uid: user?.uid,
    gid: user?.gid,
    stdio,
    // Its own session: Ctrl-C in a terminal reaches only the service, which then stops the server.
    detached: true,
    env: ENVIRONMENT,
  })
}
