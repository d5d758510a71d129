// Starts, adopts and stops the embedded PostgreSQL. See docs/embedded-store.md.
//
// The first process starts the server; the last one stops it. Two kernel locks (locks.ts) make that
// safe against crashes and kills: a process that finds, starts or stops the server holds the start
// lock exclusively; each process that uses it holds the users' lock shared. A process that leaves
// and gets the users' lock exclusively is the last. A killed process holds no lock; a server whose
// last user was killed runs until the next process adopts and releases it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inWords, StoreUnavailable } from '../store-unavailable.ts'
import { makeCluster } from './cluster.ts'
import { lockWhenFree, tryLock } from './locks.ts'
import { limitLog } from './log.ts'
import {
  bytesOfCluster,
  type ClusterPaths,
  makePlace,
  placeIn,
  readPassword,
  socketFolder,
} from './place.ts'
import { clusterName, postmasterIn } from './processes.ts'
import { findPrograms } from './programs.ts'
import {
  clearRemains,
  connect,
  database,
  ensureDatabase,
  refuseHidden,
  startServer,
  stopServer,
} from './server.ts'
import { diskOf, memoryHere, settingsAsArguments } from './settings.ts'
import { serverUser } from './user.ts'

export interface EmbeddedOptions {
  dataDir: string
  log?: (line: string) => void
  /** Memory the server may assume; default: that of the machine or the container. */
  memoryBytes?: number
  maxConnections?: number
  /** False only for tests: a power failure may then lose committed transactions. */
  durable?: boolean
  /** A folder with other binaries than those of the installed package. */
  native?: string
}

export interface EmbeddedStore {
  /** For this process only; another one opens the store itself. */
  connection: { host: string; port: number; user: string; password: string; database: string }
  dataDir: string
  /** The server was already running. */
  adopted: boolean
  /**
   * Releases the server, and stops it if no other process uses it. May be called more than once.
   */
  release(): Promise<void>
}

/**
 * Opens the store and keeps it running: a server that dies (full disk, kill) is restarted at the
 * same address by the first process that notices.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedStore> {
  const place = placeIn(options.dataDir)
  const log = options.log ?? (() => {})
  let released: Promise<void> | undefined
  const isReleased = () => released !== undefined

  try {
    makePlace(place)
    const starting = await lockWhenFree(place.startLock, () =>
      log('waiting for another process that starts or stops the store'),
    )
    try {
      const using = tryLock(place.usersLock, 'shared')
      if (!using)
        throw new Error(
          `the lock ${place.usersLock} is held by something that does not hold the start lock`,
        )
      try {
        const adopted = await findOrStart(place, options, log, isReleased)
        const keeper = keepAlive(place, options, log, isReleased)
        const release = async () => {
          await keeper.stop()
          await releaseServer(place, using.release, log)
        }
        return {
          connection: {
            host: socketFolder(place),
            port: 5432,
            user: database,
            password: readPassword(place)!,
            database,
          },
          dataDir: place.dataDir,
          adopted,
          release: () => {
            released ??= Promise.resolve().then(release)
            return released
          },
        }
      } catch (error) {
        using.release()
        throw error
      }
    } finally {
      starting.release()
    }
  } catch (error) {
    throw inWords(error, place.dataDir)
  }
}

const mostStarts = 20
const keepsStopping = (place: ClusterPaths) =>
  `The PostgreSQL in ${place.dataDir} keeps stopping: it is killed, perhaps because memory ` +
  `runs out. More in ${place.log}.`

/** The caller holds the start lock. True if the server was already running. */
async function findOrStart(
  place: ClusterPaths,
  options: EmbeddedOptions,
  log: (line: string) => void,
  isReleased: () => boolean,
) {
  for (let waited = 0, starts = 0; !isReleased(); waited += 5) {
    if (postmasterIn(place)) {
      const client = await connect(place)
      if (client && (await ensureDatabase(client, place))) return true
      // The server starts, recovers or stops; the process that started or stopped it was killed.
      if (waited % 5000 === 4995) log('waiting for the store, which starts or stops')
      await sleep(5)
      continue
    }
    if (existsSync(place.cluster)) await refuseHidden(place)
    await clearRemains(place, log)
    limitLog(place)
    const user = serverUser(place)
    const programs = findPrograms(place.dataDir, user, options.native)
    await makeCluster(place, programs, user)
    const settings = settingsAsArguments(clusterName(place), {
      room: {
        memory: options.memoryBytes ?? memoryHere(),
        disk: diskOf(place.cluster) ?? Number.POSITIVE_INFINITY,
        store: bytesOfCluster(place),
      },
      maxConnections: options.maxConnections ?? 100,
      operatorsFile: place.settings,
      durable: options.durable ?? true,
    })
    const client = await startServer(place, programs, user, settings, isReleased, log)
    if (client && (await ensureDatabase(client, place))) return false
    starts += 1
    if (starts === mostStarts && !isReleased()) throw new StoreUnavailable(keepsStopping(place))
    await sleep(50)
  }
  return false
}

/** Checks twice a second whether the server runs, and restarts it if not. */
function keepAlive(
  place: ClusterPaths,
  options: EmbeddedOptions,
  log: (line: string) => void,
  isReleased: () => boolean,
) {
  let looking: Promise<void> = Promise.resolve()
  let busy = false
  let checks = 0
  let lastTrouble = ''

  async function check() {
    checks += 1
    if (checks % 120 === 0) limitLog(place)
    if (postmasterIn(place)) return
    const starting = tryLock(place.startLock, 'exclusive')
    if (!starting) return
    try {
      if (!(await findOrStart(place, options, log, isReleased)) && !isReleased())
        log('the store had ended and was started again')
      lastTrouble = ''
    } finally {
      starting.release()
    }
  }

  const timer = setInterval(() => {
    if (busy) return
    busy = true
    looking = check()
      .catch(error => {
        const trouble = String((inWords(error, place.dataDir) as Error).message)
        if (trouble !== lastTrouble) log(trouble)
        lastTrouble = trouble
      })
      .finally(() => {
        busy = false
      })
  }, 500)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

async function releaseServer(
  place: ClusterPaths,
  stopUsing: () => void,
  log: (line: string) => void,
) {
  const starting = await lockWhenFree(place.startLock, () =>
    log('waiting for another process that starts or stops the store'),
  )
  try {
    stopUsing()
    const alone = tryLock(place.usersLock, 'exclusive')
    if (!alone) return
    try {
      await stopServer(place)
    } finally {
      alone.release()
    }
  } finally {
    starting.release()
  }
}

export interface EmbeddedStatus {
  running: boolean
  /** Process id of the server. */
  pid?: number
  /** Version of the running server, for example 18.4. */
  version?: string
  /** Major version of the data directory, for example 18; undefined if there is none. */
  storeMajor?: string
  /** Number of client connections, without the launcher's own. */
  connections: number
  bytes?: number
}

/** The state of the server, found without starting it or taking a lock. */
export async function embeddedStatus(dataDir: string): Promise<EmbeddedStatus> {
  const place = placeIn(dataDir)
  let storeMajor: string | undefined
  try {
    storeMajor = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw inWords(error, place.dataDir)
    return { running: false, connections: 0 }
  }
  const pid = postmasterIn(place)
  const client = pid ? await connect(place) : undefined
  if (!client) return { running: false, storeMajor, connections: 0 }
  try {
    const { rows } = await client.query(
      `select current_setting('server_version') as version,
              (select count(*)::int from pg_stat_activity where backend_type = 'client backend' \
and pid <> pg_backend_pid()) as connections,
              (select sum(pg_database_size(oid))::float8 from pg_database) as bytes`,
    )
    return { running: true, pid, storeMajor, ...rows[0] }
  } finally {
    await client.end()
  }
}
