/**
 * Chooses the first of several hosts that accepts writes, in the given order, and keeps it until a
 * connection to it fails.
 */
import pg from 'pg'
import { StoreReadOnly } from './again.ts'
import type { StoreConnection, StoreHost } from './store-url.ts'

export interface Hosts {
  /** The first host that accepts writes. */
  pick(): Promise<StoreHost | undefined>
  /** A connection to it has failed: the next pick() checks the hosts again. */
  forget(): void
}

/** Timeout per host. */
const PATIENCE_MILLIS = 3000

export function createHosts(connection: StoreConnection): Hosts {
  const { hosts } = connection
  let chosen: Promise<StoreHost> | undefined

  async function pickHost(): Promise<StoreHost> {
    let failure: unknown
    for (const place of hosts ?? []) {
      try {
        await refuseReadOnly(connection, place)
        return place
      } catch (error) {
        // A read-only host is the more useful error than an unreachable one.
        if (!(failure instanceof StoreReadOnly)) failure = error
      }
    }
    throw failure
  }

  return {
    pick() {
      if (!hosts) return Promise.resolve(undefined)
      if (!chosen) {
        const picking = pickHost()
        chosen = picking
        picking.catch(() => {
          if (chosen === picking) chosen = undefined
        })
      }
      return chosen
    },
    forget() {
      chosen = undefined
    },
  }
}

async function refuseReadOnly(connection: StoreConnection, place: StoreHost): Promise<void> {
  const client = new pg.Client({
    ...at(connection, place),
    connectionTimeoutMillis: PATIENCE_MILLIS,
    query_timeout: PATIENCE_MILLIS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      "select current_setting('transaction_read_only') as read_only",
    )
    if (rows[0].read_only === 'on') throw new StoreReadOnly()
  } finally {
    endClient(client)
  }
}

/** The connection settings for one of its hosts. */
export function at(
  { hosts: _, ...connection }: StoreConnection,
  place: StoreHost | undefined,
): pg.ClientConfig {
  if (!place || connection.connectionString === undefined) return { ...connection, ...place }
  const url = new URL(connection.connectionString)
  url.hostname = place.host.includes(':') ? `[${place.host}]` : place.host
  url.port = String(place.port)
  return { ...connection, connectionString: url.href }
}

/** Ends a connection without waiting for the server's reply. */
export function endClient(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } })
    .connection
  const cut = setTimeout(() => stream.destroy(), 1000)
  client
    .end()
    .catch(() => {})
    .finally(() => clearTimeout(cut))
}
