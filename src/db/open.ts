/**
 * Opens the store that the settings name: the embedded one of a data folder, or a PostgreSQL
 * elsewhere. For the service and the commands alike; whoever opens it closes it.
 */
import { openStore, type Store } from './db.ts'
import { reach } from './reach.ts'
import { connectionOf, type StoreConnection } from './store-url.ts'

export interface OpenOptions {
  dataDir: string
  /** Instead of the embedded store. */
  databaseUrl?: string | undefined
  connections?: number
  log?: (line: string) => void
  /** A connection was lost. */
  onLost?: (error: unknown) => void
  /** How long to wait for a server that is not up yet. */
  waitMillis?: number
}

export interface OpenedStore {
  store: Store
  /** What other clients of the same store connect with. */
  connection: StoreConnection
  close(): Promise<void>
}

export async function openConfigured({
  dataDir,
  databaseUrl,
  connections = 16,
  log = () => {},
  onLost = () => {},
  waitMillis = 30_000,
}: OpenOptions): Promise<OpenedStore> {
  if (databaseUrl !== undefined) {
    const connection = connectionOf(databaseUrl)
    await reach(connection, { log, waitMillis })
    const store = openStore({ connection, connections, onLost })
    return { store, connection, close: () => store.close() }
  }
  // Its launcher is of no use with a server elsewhere.
  const { openEmbedded } = await import('./embedded/embedded.ts')
  const embedded = await openEmbedded({
    dataDir,
    log,
    maxConnections: Math.max(100, connections + 20),
  })
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
