/**
 * initdb for a user without a name, which containers often do not have (OpenShift, `--user 54321`).
 *
 * initdb, and the postgres that it calls, look up the name of their user and end without one; the
 * name itself is used for nothing, as ours is given, and the server does without. So they are run
 * once as copies that ask for the first user of the system, getpwent(), instead of their own,
 * getpwuid(): names of equal length in the table of imports, taking an argument less. They are
 * removed afterwards. Without native code of ours, without a line in /etc/passwd, and without user
 * namespaces, which containers forbid.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { ClusterPaths } from './place.ts'
import { instead, type Programs } from './programs.ts'
import { ENVIRONMENT, type ServerUser } from './user.ts'

const NAMELESS = /could not look up effective user ID (\d+)/

/** Has the prefix of the folders that the next start removes, should this process be killed. */
const PREFIX = 'postgres.new-programs-'

/**
 * Calls `make` with an initdb that runs for the user. Throws StoreUnavailable if there is none:
 * nothing was made.
 */
export async function withInitdb(
  place: ClusterPaths,
  programs: Programs,
  user: ServerUser | undefined,
  make: (initdb: string) => Promise<void>,
) {
  const uid = namelessUser(programs.initdb, place, user)
  if (uid === undefined) return await make(programs.initdb)
  for (const folder of [place.dataDir, tmpdir()]) {
    const copies = copyTo(folder, programs)
    if (copies === undefined) continue
    try {
      if (runs(join(copies, 'bin', 'initdb'), place, user))
        return await make(join(copies, 'bin', 'initdb'))
    } finally {
      rmSync(copies, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  throw new StoreUnavailable(refusal(uid, place, user))
}

/** The number of the user, if it is why initdb refuses. */
function namelessUser(initdb: string, place: ClusterPaths, user: ServerUser | undefined) {
  const [, uid] = NAMELESS.exec(show(initdb, place, user).stderr ?? '') ?? []
  return uid
}

/** False where nothing may be executed in the folder, or its user may not enter it. */
const runs = (initdb: string, place: ClusterPaths, user: ServerUser | undefined) =>
  show(initdb, place, user).status === 0

/** With this option it only tells its settings. */
const show = (initdb: string, place: ClusterPaths, user: ServerUser | undefined) =>
  spawnSync(initdb, ['--show', '-D', place.cluster], {
    cwd: '/',
    uid: user?.uid,
    gid: user?.gid,
    env: ENVIRONMENT,
    encoding: 'utf8',
  })

/** Undefined if the folder can't be written, or the programs look otherwise than we know them. */
function copyTo(folder: string, programs: Programs): string | undefined {
  const native = join(dirname(programs.initdb), '..')
  let copies: string | undefined
  try {
    copies = mkdtempSync(join(folder, PREFIX))
    chmodSync(copies, 0o755)
    mkdirSync(join(copies, 'bin'), { mode: 0o755 })
    for (const name of ['initdb', 'postgres'])
      writeFileSync(
        join(copies, 'bin', name),
        askingForTheFirst(readFileSync(join(native, 'bin', name))),
        { mode: 0o755 },
      )
    // Found by their place beside bin/.
    for (const name of ['lib', 'share']) symlinkSync(join(native, name), join(copies, name))
    return copies
  } catch {
    if (copies !== undefined) rmSync(copies, { recursive: true, force: true })
    return undefined
  }
}

/** Throws if the name does not stand in the table of imports alone. */
function askingForTheFirst(program: Buffer): Buffer {
  const [own, first] = ['\0getpwuid\0', '\0getpwent\0']
  const at = program.indexOf(own)
  if (at < 0 || program.indexOf(own, at + 1) >= 0)
    throw new Error('the program does not look up users as it should')
  program.write(first, at, 'latin1')
  return program
}

function refusal(uid: string, place: ClusterPaths, user: ServerUser | undefined): string {
  const other = user
    ? `give ${place.dataDir} to a user that has one`
    : 'run Pennypost as a user that has one'
  return (
    `User ${uid} has no name on this system, and the programs that make a store without one can ` +
    `be executed neither in ${place.dataDir} nor in ${tmpdir()}: allow it in one of them, ` +
    `${other}, add the line pennypost:x:${uid}:${uid}::/:/usr/sbin/nologin to /etc/passwd, or ` +
    `${instead} A store that another user has made can be used: chown -R ${uid} ${place.dataDir}`
  )
}
