/**
 * A primary and its synchronous standby, of the PostgreSQL that comes along: what is answered by
 * the one is on the disk of the other.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { placeIn } from '../src/db/embedded/place.ts'
import { findPrograms, type Programs } from '../src/db/embedded/programs.ts'
import { giveCluster, nameOfCluster, type ServerUser, serverUser } from '../src/db/embedded/user.ts'
import { freePort } from '../test/support/free-port.ts'
import { killServer } from './processes.ts'

export interface ServerPair {
  /** Names both: the one that takes writes is used. */
  url: string
  /** kill -9 of each process of the primary. */
  killPrimary(): Promise<void>
  /** The standby takes writes from now on. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Both clusters are made in the folder, which is made. */
export async function startServerPair(folder: string): Promise<ServerPair> {
  mkdirSync(folder)
  const user = serverUser(placeIn(folder))
  const programs = findPrograms(folder, user)
  const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')]
  makeCluster(primary, programs, user)
  // A copy of a cluster at rest, which asks the other for all that comes after.
  cpSync(primary, standby, { recursive: true })
  writeFileSync(join(standby, 'standby.signal'), '')
  giveCluster(standby, user)

  const ports = [await freePort(), await freePort()] as const
  const start = (cluster: string, port: number, setting: string) =>
    startServer(cluster, port, ['-c', setting], programs, user)
  const first = await start(primary, ports[0], 'synchronous_standby_names=*')
  const follow = `primary_conninfo=host=127.0.0.1 port=${ports[0]} user=postgres`
  const second = await start(standby, ports[1], follow)
  return {
    url: `postgres://postgres@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/postgres?target_session_attrs=read-write`,
    async killPrimary() {
      const ended = once(first, 'exit')
      await killServer(primary)
      await ended
    },
    promote: () => query(ports[1], 'select pg_promote()'),
    async stop() {
      for (const server of [second, first]) await stopServer(server)
    },
  }
}

function makeCluster(cluster: string, { initdb }: Programs, user: ServerUser | undefined): void {
  mkdirSync(cluster, { mode: 0o700 })
  giveCluster(cluster, user)
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  execFileSync(
    initdb,
    [
      '-D',
      nameOfCluster(cluster, user),
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '-N',
      ...locale,
    ],
    { cwd: cluster, uid: user?.uid, gid: user?.gid, stdio: 'pipe' },
  )
}

async function startServer(
  cluster: string,
  port: number,
  settings: string[],
  { postgres }: Programs,
  user: ServerUser | undefined,
): Promise<ChildProcess> {
  const place = ['-D', nameOfCluster(cluster, user), '-c', 'unix_socket_directories=']
  const address = ['-c', 'listen_addresses=127.0.0.1', '-p', String(port)]
  const server = spawn(postgres, [...place, ...address, ...settings], {
    cwd: cluster,
    uid: user?.uid,
    gid: user?.gid,
    stdio: 'ignore',
  })
  while (!(await answers(port))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL does not start in ${cluster}`)
    await pause(50)
  }
  return server
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  // An immediate shutdown: nobody needs what it holds.
  server.kill('SIGQUIT')
  await ended
}

const answers = (port: number): Promise<boolean> =>
  query(port, 'select 1').then(
    () => true,
    () => false,
  )

async function query(port: number, text: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
