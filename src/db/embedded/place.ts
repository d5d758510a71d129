// Where things lie inside DATA_DIR, who owns them, and the password of the embedded server.
//
// Who may connect: the server listens on a Unix socket only, and that socket lies in the cluster's
// own folder, which PostgreSQL itself insists is closed to everyone but the user it runs as. As
// root the server runs as another user, whose other programs may enter that folder too; hence a
// password besides, in a file of mode 0600 that only the service can read. Peer authentication
// would not do: it wants a name for the user, which containers often do not have.
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { StoreUnavailable } from '../store-unavailable.ts'
import { openAs } from './locks.ts'

export interface ClusterPaths {
  dataDir: string
  /** What PostgreSQL calls its data directory. Holds the socket too. */
  cluster: string
  log: string
  /** Held exclusively while someone starts or stops the server. */
  startLock: string
  /** Held shared by everyone who uses the server: who gets it exclusively is the last. */
  usersLock: string
  password: string
  /** The operator's own settings, if any. */
  settings: string
}

export function placeIn(dataDir: string): ClusterPaths {
  const root = resolve(dataDir)
  return {
    dataDir: root,
    cluster: join(root, 'postgres'),
    log: join(root, 'postgres.log'),
    startLock: join(root, 'start.lock'),
    usersLock: join(root, 'users.lock'),
    password: join(root, 'postgres.password'),
    settings: join(root, 'postgres.conf'),
  }
}

export function makePlace(place: ClusterPaths) {
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
}

/** Makes the password. Called only while no cluster exists, under the start lock. */
export function makePassword(place: ClusterPaths): string {
  const password = randomBytes(24).toString('base64url')
  const unfinished = `${place.password}.new`
  rmSync(unfinished, { force: true })
  const fd = openAs(unfinished, place.dataDir)
  writeSync(fd, `${password}\n`)
  fsyncSync(fd)
  closeSync(fd)
  renameSync(unfinished, place.password)
  return password
}

export function readPassword(place: ClusterPaths): string | undefined {
  return existsSync(place.password) ? readFileSync(place.password, 'utf8').trim() : undefined
}

// The kernel's limit for the address of a Unix socket, less the closing zero: 107 bytes on Linux,
// 103 on macOS.
const longestSocket = process.platform === 'linux' ? 107 : 103
const folders = new Map<string, number>()

/** The folder to give the driver as its host. */
export function socketFolder(place: ClusterPaths): string {
  if (Buffer.byteLength(join(place.cluster, '.s.PGSQL.5432')) <= longestSocket) return place.cluster
  if (process.platform !== 'linux')
    throw new StoreUnavailable(
      `The path ${place.cluster} is too long for a socket: choose a shorter DATA_DIR.`,
    )
  // An open folder has a short name of its own. A socket in the system's folder for temporary files
  // would be cleaned away after some days, and a service with a private one could not be found by a
  // command.
  const { dev, ino } = statSync(place.cluster)
  const key = `${dev}:${ino}`
  const fd = folders.get(key) ?? openSync(place.cluster, 'r')
  folders.set(key, fd)
  return `/proc/self/fd/${fd}`
}
