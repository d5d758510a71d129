/**
 * Debian's PostgreSQL 15 on ports of its own, with a standby that follows it, and PgBouncer before
 * it: each in a folder of its own.
 */
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const PROGRAMS = '/usr/lib/postgresql/15/bin'
const BOUNCER = '/usr/sbin/pgbouncer'

/** Why it can't be had here; undefined where it can. */
export const noDebianPostgres: string | undefined = existsSync(`${PROGRAMS}/pg_basebackup`)
  ? undefined
  : 'PostgreSQL 15 is not installed (apt-get install postgresql-15): no standby was tried'

export const noPgBouncer: string | undefined =
  noDebianPostgres ??
  (existsSync(BOUNCER)
    ? undefined
    : 'PgBouncer is not installed (apt-get install pgbouncer): none was tried')

/** Servers do not run for root. */
const asServer = (program: string, ...given: string[]) =>
  process.getuid?.() === 0
    ? run('runuser', ['-u', 'postgres', '--', program, ...given], { cwd: '/' })
    : run(program, given, { cwd: '/' })

export interface DebianPostgres {
  /** Trusts every client that connects as `postgres`. */
  connection: { host: string; port: number; user: string; database: string }
  /** Makes a server that follows this one and takes no writes. */
  standby(): Promise<DebianPostgres>
  /** A standby takes writes from now on. */
  promote(): Promise<void>
  stop(): Promise<void>
}

export async function startDebianPostgres(): Promise<DebianPostgres> {
  const folder = newFolder()
  await asServer(
    `${PROGRAMS}/initdb`,
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  )
  return started(folder)
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-debian-'))
  // The user of the server makes its own folders in it.
  chmodSync(folder, 0o777)
  return folder
}

async function started(folder: string): Promise<DebianPostgres> {
  const port = await freePort()
  const data = join(folder, 'data')
  const settings =
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='${folder}' -c ` +
    'fsync=off -c max_connections=100'
  const control = (...given: string[]) =>
    asServer(`${PROGRAMS}/pg_ctl`, '-D', data, '-w', '-s', ...given)
  await control('-l', join(folder, 'log'), '-o', settings, 'start')
  return {
    connection: { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' },
    async standby() {
      const own = newFolder()
      const to = join(own, 'data')
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
      await asServer(
        `${PROGRAMS}/pg_basebackup`,
        '-D',
        to,
        ...from,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '--no-sync',
      )
      return started(own)
    },
    promote: async () => void (await control('promote')),
    async stop() {
      await control('-m', 'immediate', 'stop').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface PgBouncer {
  connection: pg.ClientConfig
  stop(): Promise<void>
}

/** As Debian has it, but for the mode of its pools. */
export async function startPgBouncer(
  { connection }: DebianPostgres,
  mode: 'session' | 'transaction',
  lines: string[] = [],
): Promise<PgBouncer> {
  const folder = newFolder()
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const pidFile = join(folder, 'pid')
  writeFileSync(join(folder, 'users'), '"postgres" ""\n')
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${connection.port}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${join(folder, 'users')}`,
      `logfile = ${join(folder, 'log')}`,
      `pidfile = ${pidFile}`,
      `pool_mode = ${mode}`,
      'default_pool_size = 40',
      ...lines,
    ].join('\n'),
  )
  await asServer(BOUNCER, '-d', file)
  const bouncer = { ...connection, port }
  await answers(bouncer)
  return {
    connection: bouncer,
    async stop() {
      const { stdout } = await run('cat', [pidFile])
      process.kill(Number(stdout), 'SIGTERM')
      while (existsSync(pidFile)) await pause(50)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(connection: pg.ClientConfig): Promise<void> {
  for (let tries = 1; ; tries++) {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      if (tries === 100) throw error
      await pause(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
