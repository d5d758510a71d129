/**
 * Of several hosts the first that takes writes, in the order they are given, until a connection to
 * it fails.
 */
import pg from 'pg'
import { StoreReadOnly } from './again.ts'
import type { StoreConnection, StoreHost } from './store-url.ts'

export interface Hosts {
  /** The first that takes writes. */
  pick(): Promise<StoreHost | undefined>
  /** A connection to it has failed: who picks next looks again. */
  forget(): void
}

/** How long one host may take to answer before the next is asked. */
const PATIENCE_MILLIS = 3000

export function createHosts(connection: StoreConnection): Hosts {
  const { hosts } = connection
  let chosen: Promise<StoreHost> | undefined

  async function look(): Promise<StoreHost> {
    let failure: unknown
    for (const place of hosts ?? []) {
      try {
        await refuseReadOnly(connection, place)
        return place
      } catch (error) {
        // Of one that takes no writes there is more to say than of one that is away.
        if (!(failure instanceof StoreReadOnly)) failure = error
      }
    }
    throw failure
  }

  return {
    pick() {
      if (!hosts) return Promise.resolve(undefined)
      if (!chosen) {
        const looking = look()
        chosen = looking
        looking.catch(() => {
          if (chosen === looking) chosen = undefined
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
    leave(client)
  }
}

/** The connection to one of its hosts. */
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

/** Ends a connection without waiting for what its server says to that. */
export function leave(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } })
    .connection
  const cut = setTimeout(() => stream.destroy(), 1000)
  client
    .end()
    .catch(() => {})
    .finally(() => clearTimeout(cut))
}
