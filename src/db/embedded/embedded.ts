// Starts, adopts and stops the PostgreSQL that comes with us. docs/embedded-store.md tells it to
// the operator.
//
// Whoever finds no server starts it; the last user stops it. Two locks of the kernel (locks.ts)
// make that right however processes come, go and are killed: everyone who looks for, starts or
// stops the server holds the start lock alone, and everyone who uses it holds the users' lock with
// the others. Who leaves and can take the users' lock alone is the last. A user that was killed
// holds nothing any more; a server that lost its last user that way runs on until the next one
// adopts it and leaves in order.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inWords, StoreUnavailable } from '../store-unavailable.ts'
import { makeCluster } from './cluster.ts'
import { lockWhenFree, tryLock } from './locks.ts'
import { limitLog } from './log.ts'
import { type ClusterPaths, makePlace, placeIn, readPassword, socketFolder } from './place.ts'
import { clusterName, postmasterIn } from './processes.ts'
import { findPrograms } from './programs.ts'
import {
  clearRemains,
  connect,
  database,
  makeUsable,
  refuseHidden,
  startServer,
  stopServer,
} from './server.ts'
import { memoryHere, settingsAsArguments } from './settings.ts'
import { serverUser } from './user.ts'

export interface EmbeddedOptions {
  dataDir: string
  log?: (line: string) => void
  /** What the server may count on; by default the memory of the machine or the container. */
  memoryBytes?: number
  maxConnections?: number
  /** False for the store of tests alone: a power cut may then lose what was committed. */
  durable?: boolean
  /** The folder of other programs than those of the installed package. */
  native?: string
}

export interface EmbeddedStore {
  /** For this process; another opens the store for itself. */
  connection: { host: string; port: number; user: string; password: string; database: string }
  dataDir: string
  /** The server was running already. */
  adopted: boolean
  /** Leaves the server, and stops it if nobody else uses it. May be called more than once. */
  release(): Promise<void>
}

/**
 * Opens the store and keeps it open: a server that dies (a full disk, a kill) is started again, by
 * whichever user notices first, at the same address, as soon as it can be.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedStore> {
  const place = placeIn(options.dataDir)
  const log = options.log ?? (() => {})
  let released: Promise<void> | undefined
  const leaving = () => released !== undefined

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
        const adopted = await findOrStart(place, options, log, leaving)
        const keeper = keepAlive(place, options, log, leaving)
        const release = async () => {
          await keeper.stop()
          await leave(place, using.release, log)
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
const inVain = (place: ClusterPaths) =>
  `The PostgreSQL in ${place.dataDir} does not stay up: something kills it, perhaps for want of memory. More in ${place.log}.`

/** Under the start lock. True if the server was running already. */
async function findOrStart(
  place: ClusterPaths,
  options: EmbeddedOptions,
  log: (line: string) => void,
  leaving: () => boolean,
) {
  for (let waited = 0, starts = 0; !leaving(); waited += 5) {
    if (postmasterIn(place)) {
      const client = await connect(place)
      if (client && (await makeUsable(client, place))) return true
      // It starts, recovers, or stops; whoever made it do so was killed.
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
      memory: options.memoryBytes ?? memoryHere(),
      maxConnections: options.maxConnections ?? 100,
      operatorsFile: place.settings,
      durable: options.durable ?? true,
    })
    const client = await startServer(place, programs, user, settings, leaving)
    if (client && (await makeUsable(client, place))) return false
    starts += 1
    if (starts === mostStarts && !leaving()) throw new StoreUnavailable(inVain(place))
    await sleep(50)
  }
  return false
}

/** Looks twice a second whether the server lives, and starts it again if not. */
function keepAlive(
  place: ClusterPaths,
  options: EmbeddedOptions,
  log: (line: string) => void,
  leaving: () => boolean,
) {
  let looking: Promise<void> = Promise.resolve()
  let busy = false
  let looks = 0
  let lastTrouble = ''

  async function look() {
    looks += 1
    if (looks % 120 === 0) limitLog(place)
    if (postmasterIn(place)) return
    const starting = tryLock(place.startLock, 'exclusive')
    if (!starting) return
    try {
      if (!(await findOrStart(place, options, log, leaving)) && !leaving())
        log('the store had ended and was started again')
      lastTrouble = ''
    } finally {
      starting.release()
    }
  }

  const timer = setInterval(() => {
    if (busy) return
    busy = true
    looking = look()
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

async function leave(place: ClusterPaths, stopUsing: () => void, log: (line: string) => void) {
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
  /** The process id of the server. */
  pid?: number
  /** Of the running server, for example 18.4. */
  version?: string
  /** Of the store on the disk, for example 18; absent if there is none yet. */
  storeMajor?: string
  /**
   * Sessions of programs, by the number of processes' connections; not counting the launcher's own.
   */
  connections: number
  bytes?: number
}

/** What can be told without starting or keeping anything. */
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
              (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as connections,
              (select sum(pg_database_size(oid))::float8 from pg_database) as bytes`,
    )
    return { running: true, pid, storeMajor, ...rows[0] }
  } finally {
    await client.end()
  }
}
