// Which user of the system runs the embedded server, and how it gets at a folder that this user may
// not enter.
//
// PostgreSQL refuses to run as root. As root, initdb and postgres are started as another user; the
// cluster belongs to that user, and nothing else does. What root writes never lies inside the
// cluster, where that user could have put a link.
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
 * Undefined when we are not.
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

/**
 * Gives the cluster to the user of the server, where a copy or a restored backup has made it
 * root's.
 */
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
 * How the cluster is called in arguments. As root on Linux the server is started with the cluster
 * as its working directory and told that name: the folders above may be closed to its user (a
 * checkout under /root), and a process need not be able to walk to the directory it stands in. This
 * needs neither user namespaces, which containers often forbid, nor further rights.
 */
export const nameOfCluster = (folder: string, user: ServerUser | undefined) =>
  user && process.platform === 'linux' ? '/proc/self/cwd' : folder

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
    // A session of its own: Ctrl-C in a terminal is for the service, which then stops the server in
    // order.
    detached: true,
    // Nothing of the service's environment, which may hold secrets, reaches another user's process.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
}
