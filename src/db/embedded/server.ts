// Starts, probes and stops the embedded server. All of this runs while the start lock is held; see
// embedded.ts. cluster.ts creates its cluster.
import { closeSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StoreUnavailable } from '../store-unavailable.ts'
import { openAs } from './locks.ts'
import { isReplaying, logSince, logSize, startFailure } from './log.ts'
import { type ClusterPaths, readPassword, socketFolder } from './place.ts'
import { belongs, isReady, orphansIn, postmasterIn } from './processes.ts'
import type { Programs } from './programs.ts'
import { nameOfCluster, type ServerUser, spawnAs } from './user.ts'

export const database = 'pennypost'

/**
 * Connects as the superuser, which only the launcher uses. Undefined while no server answers, or
 * while it rejects connections for a time.
 */
export async function connect(place: ClusterPaths): Promise<pg.Client | undefined> {
  if (!isReady(place)) return undefined
  const client = new pg.Client({
    host: socketFolder(place),
    port: 5432,
    user: 'postgres',
    password: readPassword(place),
    database: 'postgres',
    application_name: 'pennypost launcher',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => {})
    if (isTransient(error)) return undefined
    const { code, message } = error as pg.DatabaseError
    if (code === '28P01' || /password must be a (non-empty )?string/.test(message))
      throw new StoreUnavailable(
        `The password in ${place.password} is not that of the store beside it: bring back ` +
          'the file that belongs to it.',
      )
    throw error
  }
}

const TRANSIENT = [
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAGAIN',
  'EPIPE',
  '57P03',
  '57P01',
  '57P02',
  '53300',
]

/**
 * Whether the server starts, stops, or was lost during the connection attempt; then the caller
 * retries.
 */
function isTransient(error: unknown) {
  const { code, message } = error as pg.DatabaseError
  return (
    TRANSIENT.includes(code ?? '') ||
    /terminated unexpectedly|connection error and is not queryable/.test(message)
  )
}

/**
 * Starts the server and waits until it accepts connections, however long crash recovery takes.
 * Undefined if something still prevents the start, the server was killed, or `givenUp` returns
 * true.
 */
export async function startServer(
  place: ClusterPaths,
  programs: Programs,
  user: ServerUser | undefined,
  settings: string[],
  givenUp: () => boolean,
  say: (line: string) => void,
): Promise<pg.Client | undefined> {
  const from = logSize(place)
  const replay = tellOfReplay(place, from, say)
  const log = openAs(place.log, place.dataDir)
  const args = ['-D', nameOfCluster(place.cluster, user), ...settings]
  const child = spawnAs(user, programs.postgres, args, place.cluster, ['ignore', log, log])
  closeSync(log)
  child.unref()
  let failed: unknown
  child.once('error', error => {
    failed = error
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  for (let wait = 3; ; wait = Math.min(wait + 0.2, 50)) {
    await sleep(wait)
    if (failed) throw failed
    if (child.exitCode !== null || child.signalCode !== null) {
      const output = logSince(place, from)
      if (
        child.signalCode ||
        /pre-existing shared memory block|lock file .* already exists/.test(output)
      )
        return undefined
      throw startFailure(place, output)
    }
    if (givenUp()) {
      child.ref()
      child.kill('SIGINT')
      await ended
      return undefined
    }
    const client = await connect(place)
    if (client) return client
    replay.look()
  }
}

/** How often a line tells that the log is still replayed. */
const TELL_MILLIS = 5_000

function tellOfReplay(place: ClusterPaths, from: number, say: (line: string) => void) {
  const began = performance.now()
  let reportedAt = began - TELL_MILLIS + 500
  return {
    look() {
      if (performance.now() - reportedAt < TELL_MILLIS || !isReplaying(logSince(place, from)))
        return
      reportedAt = performance.now()
      const seconds = Math.round((reportedAt - began) / 1000)
      say(
        'the store was not stopped in order and replays its write-ahead log: it is ready after ' +
          `that, by now ${seconds} s`,
      )
    },
  }
}

/**
 * Removes the remains of a server killed with -9: its sessions, which may run for hours before they
 * notice, and its pid files, in case another process has got that pid (PostgreSQL would take it for
 * a server).
 */
export async function clearRemains(place: ClusterPaths, log: (line: string) => void) {
  for (let waited = 0; ; waited += 50) {
    const orphans = orphansIn(place)
    if (orphans.length === 0) break
    if (waited === 0) log('waiting for sessions of a server that was killed')
    // Their server is gone; recovery will roll back their open transactions.
    if (waited >= 3000) for (const pid of orphans) tryKill(pid, 'SIGKILL')
    await sleep(50)
  }
  if (postmasterIn(place)) return
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock'])
    rmSync(join(place.cluster, name), { force: true })
}

/**
 * Throws if a server answers whose process we cannot see: one in another container on the same
 * folder. A second server would corrupt the store, and PostgreSQL's own checks do not work across
 * containers.
 */
export async function refuseHidden(place: ClusterPaths) {
  // A killed server loses its name some moments before its socket closes.
  for (let tries = 0; tries < 40; tries++) {
    if (!(await answers(place)) || postmasterIn(place)) return
    await sleep(50)
  }
  throw new StoreUnavailable(
    `The store in ${place.dataDir} is in use by another container: run one container on it, ` +
      'or set DATABASE_URL for both.',
  )
}

async function answers(place: ClusterPaths): Promise<boolean> {
  const socket = createConnection(join(socketFolder(place), '.s.PGSQL.5432'))
  try {
    return await new Promise(resolve => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
  } finally {
    socket.destroy()
  }
}

/**
 * Stops the server if it runs, in fast mode: sessions are ended, and the next start needs no
 * recovery.
 */
export async function stopServer(place: ClusterPaths) {
  let signalled = 0
  for (let wait = 2; ; wait = Math.min(wait + 1, 50)) {
    const pid = postmasterIn(place)
    if (!pid) break
    if (pid !== signalled) tryKill(pid, 'SIGINT')
    signalled = pid
    await sleep(wait)
  }
  // The server removes its pid file a moment before it exits; after stopServer() the folder may be
  // moved, or its disk unmounted.
  for (let waits = 0; signalled && waits < 500 && belongs(signalled, place); waits++)
    await sleep(10)
}

function tryKill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Creates the database and its settings in the server. False if the connection was lost. */
export async function ensureDatabase(client: pg.Client, place: ClusterPaths): Promise<boolean> {
  try {
    await addDatabase(client, place)
    return true
  } catch (error) {
    if (isTransient(error)) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Creates the role and the database of the service. The role is no superuser: its statements cannot
 * reach the system.
 */
async function addDatabase(client: pg.Client, place: ClusterPaths) {
  const { rows } = await client.query(
    'select exists (select from pg_roles where rolname = $1) as role, exists (select from ' +
      'pg_database where datname = $1) as database',
    [database],
  )
  if (!rows[0].role) {
    await client.query(
      `create role ${database} login createdb password ` +
        `${pg.escapeLiteral(readPassword(place) ?? '')}`,
    )
  }
  if (!rows[0].database) {
    await client.query(`grant pg_monitor, pg_checkpoint to ${database}`)
    await client.query(`create database ${database} owner ${database} template template0`)
  }
}
