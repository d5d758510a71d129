// Paths inside DATA_DIR, their owner, and the password of the embedded server.
//
// Access control: the server listens on a Unix socket only, inside the cluster's folder, which
// PostgreSQL requires to be closed to all users but its own. As root the server runs as another
// user, whose other programs can enter that folder; hence a password as well, in a file of mode
// 0600 that only the service can read. Peer authentication would not work: it needs a name for the
// user, which containers often do not have.
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
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
  /** PostgreSQL's data directory. Contains the socket too. */
  cluster: string
  log: string
  /** Held exclusively while a process starts or stops the server. */
  startLock: string
  /**
   * Held shared by each process that uses the server: the one that gets it exclusively is the last.
   */
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

/** The size of the tables and indexes of the store, without its log. */
export function bytesOfCluster(place: ClusterPaths): number {
  const base = join(place.cluster, 'base')
  let bytes = 0
  for (const database of readdirSync(base))
    for (const file of readdirSync(join(base, database)))
      bytes += statSync(join(base, database, file), { throwIfNoEntry: false })?.size ?? 0
  return bytes
}

export function makePlace(place: ClusterPaths) {
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
}

/** Creates the password. Called only before the cluster exists, while the start lock is held. */
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

// The kernel's limit for the path of a Unix socket, without the terminating zero: 107 bytes on
// Linux, 103 on macOS.
const longestSocket = process.platform === 'linux' ? 107 : 103
const folders = new Map<string, number>()

/** The folder to pass to the driver as host. */
export function socketFolder(place: ClusterPaths): string {
  if (Buffer.byteLength(join(place.cluster, '.s.PGSQL.5432')) <= longestSocket) return place.cluster
  if (process.platform !== 'linux')
    throw new StoreUnavailable(
      `The path ${place.cluster} is too long for a socket: choose a shorter DATA_DIR.`,
    )
  // A path through an open descriptor is short. The system's temporary folder would not do: its
  // files are deleted after some days, and with a private one (PrivateTmp) commands could not find
  // the socket.
  const { dev, ino } = statSync(place.cluster)
  const key = `${dev}:${ino}`
  const fd = folders.get(key) ?? openSync(place.cluster, 'r')
  folders.set(key, fd)
  return `/proc/self/fd/${fd}`
}
