/**
 * The database that tests run on: one for the run, made from the migrations. PostgreSQL is that of
 * TEST_DATABASE_URL, or an embedded server in a folder of its own, shared by all test processes of
 * the machine and stopped by the last.
 */
import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Store } from '../../src/db/db.ts'
import { type EmbeddedStore, openEmbedded } from '../../src/db/embedded/embedded.ts'
import { openStore } from '../../src/db/open-store.ts'
import { clusterNodes, onEachNode, setNodes } from './cluster.ts'
import { templateDatabase } from './template-database.ts'
import { urlConnection } from './url-connection.ts'

export interface TestServer {
  connection: pg.ClientConfig
  release(): Promise<void>
}

const GB = 1024 ** 3
/** What statfs calls a tmpfs. */
const TMPFS = 0x01021994

/**
 * A file system in memory with 4 GB free, where there is one: on a disk, copying the template costs
 * the processor several times as much, even without fsync. Processes that choose differently, as it
 * fills, have a server each.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize, type } = statfsSync('/dev/shm')
    return type === TMPFS && bavail * bsize >= 4 * GB ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

let opened: { store: Promise<EmbeddedStore>; users: number } | undefined

/**
 * Many services and processes share it. Its databases are small: with the buffers and the log of a
 * machine of 1 GB it takes little memory from the tests. Hooks before the tests of all files of a
 * process run at its start, so on a quick machine most of their pools are open at once.
 */
const openServer = (): Promise<EmbeddedStore> =>
  openEmbedded({
    dataDir: join(memoryFolder(), `pennypost-test-${process.getuid?.() ?? 0}`),
    maxConnections: 1_500,
    durable: false,
    memoryBytes: GB,
  })

/**
 * The server of the tests. Connections may make databases on it. Opened once for all that use it in
 * a process: each opening waits for the others of the machine, connects, and looks after it.
 */
export async function testServer(): Promise<TestServer> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { connection: urlConnection(url), release: async () => {} }
  opened ??= { store: openServer(), users: 0 }
  const mine = opened
  mine.users++
  const { connection, release } = await mine.store
  let released: Promise<void> | undefined
  const leave = async () => {
    mine.users--
    if (mine.users > 0) return
    opened = undefined
    await release()
  }
  return {
    connection,
    release() {
      released ??= leave()
      return released
    },
  }
}

/** Runs one statement on the server. */
export async function administer(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

let makers: { address: string; pool: pg.Pool } | undefined

/**
 * Sessions that make and drop databases, kept: a new one each time takes a third of what making and
 * dropping a database cost the processor. The server may stop before them.
 */
function makerSessions(connection: pg.ClientConfig): pg.Pool {
  const address = JSON.stringify(connection)
  if (makers?.address !== address) {
    const pool = new pg.Pool({ ...connection, allowExitOnIdle: true })
    pool.on('error', () => {})
    makers = { address, pool }
  }
  return makers.pool
}

/**
 * Not `with (force)`: that refuses while autovacuum works on the database, which a plain `drop
 * database` ends by itself. Sessions that take more than five seconds to end are waited for.
 */
export async function dropDatabase(connection: pg.ClientConfig, name: string): Promise<void> {
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${name}' and backend_type = 'client backend' and pid <> pg_backend_pid()`
  for (let tries = 1; ; tries++) {
    try {
      const nodes = await clusterNodes(connection)
      for (const statement of [end, `drop database if exists ${name}`])
        await (nodes.length > 0
          ? onEachNode(nodes, statement)
          : makerSessions(connection).query(statement))
      return
    } catch (error) {
      if ((error as pg.DatabaseError).code !== '55006' || tries === 20) throw error
    }
  }
}

let template: Promise<string> | undefined

/** A migrated database of its own. */
export async function temporaryDatabase(): Promise<{
  connection: pg.ClientConfig
  drop: () => Promise<void>
}> {
  const server = await testServer()
  const name = `test_${randomBytes(6).toString('hex')}`
  template ??= templateDatabase(server.connection)
  // Half the processor time of the default strategy, which logs each page.
  const copy = `template ${await template} strategy file_copy`
  const create = `create database ${name} ${copy}`
  const nodes = await clusterNodes(server.connection)
  await (nodes.length > 0
    ? onEachNode(nodes, create)
    : makerSessions(server.connection).query(create))
  await setNodes(nodes, name)
  const connection = { ...server.connection, database: name }
  return {
    connection,
    drop: async () => {
      await dropDatabase(server.connection, name)
      await server.release()
    },
  }
}

/** A store on a migrated database of its own. */
export async function temporaryStore(): Promise<{
  store: Store
  connection: pg.ClientConfig
  drop: () => Promise<void>
}> {
  const { connection, drop } = await temporaryDatabase()
  const store = openStore({ connection })
  return {
    store,
    connection,
    drop: async () => {
      await store.close()
      await drop()
    },
  }
}
