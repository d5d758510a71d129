// The settings of the embedded server, computed at each start so that a store moved to another
// machine fits it. They are given on the command line: a file inside the cluster would be a file
// that root writes where another user may put a link.
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { StoreUnavailable } from '../store-unavailable.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

/** The machine's memory, or what the container may use of it. */
export function memoryHere(): number {
  const allowed = process.constrainedMemory()
  return allowed > 0 && allowed < totalmem() ? allowed : totalmem()
}

const within = (least: number, value: number, most: number) =>
  Math.min(Math.max(value, least), most)
const megabytes = (bytes: number) => `${Math.floor(bytes / MB)}MB`

export function settingsFor(memory: number, maxConnections: number): Record<string, string> {
  return {
    max_connections: String(maxConnections),
    // A quarter, as is usual: the rest is shared by the service itself and the system's own cache
    // of the same files. More than a few gigabytes gain little here and are paid for at each start
    // and stop.
    shared_buffers: megabytes(within(32 * MB, memory / 4, 4 * GB)),
    effective_cache_size: megabytes(within(64 * MB, memory * 0.6, 64 * GB)),
    work_mem: megabytes(within(2 * MB, memory / 4 / maxConnections, 64 * MB)),
    maintenance_work_mem: megabytes(within(32 * MB, memory / 16, 1 * GB)),
    wal_buffers: megabytes(within(4 * MB, memory / 128, 16 * MB)),
    min_wal_size: memory < 2 * GB ? '128MB' : '512MB',
    max_wal_size: memory < 2 * GB ? '512MB' : '4GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    // The embedded build compresses by pglz only, which costs an insert of a new address more than
    // all else: the log grows instead.
    wal_compression: 'off',
    random_page_cost: '1.1',
    // Statements here are short; compiling them costs more than it gains.
    jit: 'off',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_vacuum_insert_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.02',
    // The shared folder of a container is often too small (64 MB) for the memory that parallel
    // workers share.
    ...(sharedFolderBytes() < 256 * MB ? { dynamic_shared_memory_type: 'sysv' } : {}),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // Statements and the details of an error hold addresses of people; the log is not to.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
}

/**
 * What nobody may change: the server is reached by its socket alone, and what it has answered is on
 * the disk.
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

/**
 * A store that only tests use survives its process, not the machine's power: nothing waits for the
 * disk.
 */
const notDurable = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

export interface ServerNeeds {
  /** Bytes. */
  memory: number
  maxConnections: number
  /**
   * A file of lines `name = value`, which win over the computed settings, not over the fixed ones.
   */
  operatorsFile: string
  durable: boolean
}

/** The settings as arguments, under the name by which its processes are known. */
export function settingsAsArguments(name: string, needs: ServerNeeds): string[] {
  const { memory, maxConnections, operatorsFile, durable } = needs
  const own = existsSync(operatorsFile)
    ? readSettings(readFileSync(operatorsFile, 'utf8'), operatorsFile)
    : {}
  const all = {
    ...settingsFor(memory, maxConnections),
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
