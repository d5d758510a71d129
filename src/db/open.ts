/**
 * Opens the store that the settings name: the embedded one of a data folder, or a PostgreSQL elsewhere.
 * For the service and the commands alike; whoever opens it closes it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openStore, type Store } from './db.ts'
import { StoreUnavailable } from './store-unavailable.ts'

export interface OpenOptions {
  dataDir: string
  /** Instead of the embedded store. */
  databaseUrl?: string | undefined
  connections?: number
  log?: (line: string) => void
  /** How long to wait for a server that is not up yet. */
  waitMillis?: number
}

export interface OpenedStore {
  store: Store
  /** What other clients of the same store connect with. */
  connection: pg.ClientConfig
  close(): Promise<void>
}

export async function openConfigured({
  dataDir,
  databaseUrl,
  connections = 16,
  log = () => {},
  waitMillis = 30_000,
}: OpenOptions): Promise<OpenedStore> {
  const onLost = (error: unknown) => log(`a connection to the store was lost: ${(error as Error).message}`)
  if (databaseUrl !== undefined) {
    const connection = { connectionString: databaseUrl }
    await reach(connection, log, Date.now() + waitMillis)
    const store = openStore({ connection, connections, onLost })
    return { store, connection, close: () => store.close() }
  }
  // Its launcher is of no use with a server elsewhere.
  const { openEmbedded } = await import('./embedded.ts')
  const embedded = await openEmbedded({ dataDir, log, maxConnections: Math.max(100, connections + 20) })
  const store = openStore({ connection: embedded.connection, connections, onLost })
  return {
    store,
    connection: embedded.connection,
    close: async () => {
      await store.close()
      await embedded.release()
    },
  }
}

/** Not there yet, or starting: a server that comes up together with us. */
const NOT_YET = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND', '57P03', '57P01'])

async function reach(connection: pg.ClientConfig, log: (line: string) => void, until: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query('show server_version_num')
      const version = Number(rows[0].server_version_num)
      if (version < 150000)
        throw new StoreUnavailable(`DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10000)}; 15 or later is needed.`)
      return
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      const { code = '', message } = error as pg.DatabaseError
      const notYet = NOT_YET.has(code) || (error as { errors?: unknown }).errors !== undefined
      if (!notYet || Date.now() > until)
        throw new StoreUnavailable(`The PostgreSQL of DATABASE_URL can't be used: ${message || code}.`, { cause: error })
      if (tries === 0) log('waiting for the PostgreSQL of DATABASE_URL')
      await pause(500)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
