// The settings of the embedded server, computed at each start so that they fit a machine the store
// was moved to. They are passed on the command line: root would have to write a file inside the
// cluster, where another user may have put a link.
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { StoreUnavailable } from '../store-unavailable.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

/** Memory of the machine, or the container's limit. */
export function memoryHere(): number {
  const allowed = process.constrainedMemory()
  return allowed > 0 && allowed < totalmem() ? allowed : totalmem()
}

const within = (least: number, value: number, most: number) =>
  Math.min(Math.max(value, least), most)
const megabytes = (bytes: number) => `${Math.floor(bytes / MB)}MB`

export interface ServerRoom {
  /** Bytes that the server may assume. */
  memory: number
  /** Size of the file system that the store is on. */
  disk: number
  /** The present size of the store. */
  store: number
}

/** The size of the file system of a folder; undefined if the system does not tell. */
export function diskOf(folder: string): number | undefined {
  try {
    const { blocks, bsize } = statfsSync(folder)
    return blocks > 0 ? blocks * bsize : undefined
  } catch {
    return undefined
  }
}

export function settingsFor(
  { memory, disk, store }: ServerRoom,
  maxConnections: number,
): Record<string, string> {
  // Crash recovery replays all of it, and no call is answered meanwhile: 740 MB took 6 s of the
  // processor. The import of 100,000 people writes 80 MB.
  const wal = within(96 * MB, disk / 10, 512 * MB)
  return {
    max_connections: String(maxConnections),
    // A quarter, as is usual: the rest is for the service and the page cache. More than a few
    // gigabytes gain little, and slow down start and stop. Twice the store holds all of it until
    // it has doubled; a large one costs memory for each of its buffers, used or not.
    shared_buffers: megabytes(
      within(32 * MB, Math.min(memory / 4, Math.max(256 * MB, store * 2)), 4 * GB),
    ),
    effective_cache_size: megabytes(within(64 * MB, memory * 0.6, 64 * GB)),
    work_mem: megabytes(within(2 * MB, memory / 4 / maxConnections, 64 * MB)),
    maintenance_work_mem: megabytes(within(32 * MB, memory / 16, 1 * GB)),
    wal_buffers: megabytes(within(4 * MB, memory / 128, 16 * MB)),
    min_wal_size: megabytes(within(64 * MB, wal / 8, 512 * MB)),
    max_wal_size: megabytes(wal),
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    // The embedded build supports only pglz, which costs more than the rest of an insert of a new
    // address; a larger WAL is cheaper.
    wal_compression: 'off',
    random_page_cost: '1.1',
    // Our statements are short; compiling them costs more than it saves.
    jit: 'off',
    // A new store has no statistics until autovacuum has come by, which is most of the time that
    // its first programs are tried.
    autovacuum_naptime: '10s',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_vacuum_insert_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.02',
    // /dev/shm in a container is often too small (64 MB) for parallel workers.
    ...(sharedFolderBytes() < 256 * MB ? { dynamic_shared_memory_type: 'sysv' } : {}),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // Statements and error details contain email addresses, which must not get into the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
}

/**
 * Settings that the operator can't override: the server listens on its socket only, and committed
 * data is on disk.
 */
const fixed = {
  listen_addresses: '',
  port: '5432',
  unix_socket_directories: '.',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  logging_collector: 'off',
}

/** For tests: the store survives its process, not a power failure; nothing waits for the disk. */
const notDurable = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

export interface ServerNeeds {
  room: ServerRoom
  maxConnections: number
  /** A file of lines `name = value`, which override the computed settings, not the fixed ones. */
  operatorsFile: string
  durable: boolean
}

/** The settings as arguments, with the cluster_name. */
export function settingsAsArguments(name: string, needs: ServerNeeds): string[] {
  const { room, maxConnections, operatorsFile, durable } = needs
  const own = existsSync(operatorsFile)
    ? readSettings(readFileSync(operatorsFile, 'utf8'), operatorsFile)
    : {}
  const all = {
    ...settingsFor(room, maxConnections),
    ...own,
    ...fixed,
    ...(durable ? {} : notDurable),
    cluster_name: name,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

export function readSettings(text: string, file: string): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue
    const [, setting, quoted, bare] =
      /^\s*([a-z_][\w.]*)(?:\s*=\s*|\s+)(?:'((?:[^']|'')*)'|([^\s#']+))\s*(?:#.*)?$/i.exec(line) ??
      []
    if (!setting)
      throw new StoreUnavailable(`Line ${index + 1} of ${file} is not of the form name = value.`)
    settings[setting.toLowerCase()] = quoted?.replaceAll("''", "'") ?? bare!
  }
  return settings
}

function sharedFolderBytes(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY
  try {
    const { blocks, bsize } = statfsSync('/dev/shm')
    return blocks * bsize
  } catch {
    return 0
  }
}
