/**
 * Opens the configured store: the embedded one of a data folder, or an external PostgreSQL. For the
 * service and the commands; the caller closes it.
 */
import type { Store } from './db.ts'
import { openStore } from './open-store.ts'
import { reach } from './reach.ts'
import { connectionOf, type StoreConnection } from './store-url.ts'

export interface OpenOptions {
  dataDir: string
  /** Instead of the embedded store. */
  databaseUrl?: string | undefined
  /** A standby of it (read replica), for expensive reads. */
  replicaUrl?: string | undefined
  connections?: number
  log?: (line: string) => void
  /** A connection was lost. */
  onLost?: (error: unknown) => void
  /** The standby is behind or fails, so the primary answers in its place. */
  onReplicaUnusable?: (reason: unknown) => void
  /** How long to wait for a server that does not run yet. */
  waitMillis?: number
}

export interface OpenedStore {
  store: Store
  /** Connection settings for other clients of the same store. */
  connection: StoreConnection
  close(): Promise<void>
  /** Only stops the embedded server, if no other process uses it: for an end without a close. */
  release(): Promise<void>
}

export async function openConfigured({
  dataDir,
  databaseUrl,
  replicaUrl,
  connections = 16,
  log = () => {},
  onLost = () => {},
  onReplicaUnusable = () => {},
  waitMillis = 30_000,
}: OpenOptions): Promise<OpenedStore> {
  if (databaseUrl !== undefined) {
    const connection = connectionOf(databaseUrl)
    await reach(connection, { log, waitMillis })
    const replica = replicaUrl === undefined ? undefined : connectionOf(replicaUrl)
    const store = openStore({
      connection,
      connections,
      onLost,
      replica: replica && { connection: replica, onUnusable: onReplicaUnusable },
    })
    return { store, connection, close: () => store.close(), release: async () => {} }
  }
  // An external server does not need the launcher.
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
    release: embedded.release,
  }
}
