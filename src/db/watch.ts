/**
 * Watches the connections of a pool for dead ones: dropped by a firewall, or by a host that lost
 * its power. TCP notices that after minutes, or never. One timer checks the driver's statements in
 * flight, so a statement costs nothing.
 */
import type { Socket } from 'node:net'
import type pg from 'pg'
import { DEADLINES, type Deadline, type StatementLimits } from './deadlines.ts'

/** Fields of a connection that are missing in the driver's types. */
interface Driver {
  _activeQuery: { deadline?: Deadline } | null
  connection: { stream: Socket }
}

interface Watched {
  /** The statement in flight at the last check. */
  query: object | null
  since: number
  octets: number
  /** When octets were last transferred. */
  movedAt: number
  /** For statements that have no deadline of their own. */
  deadline: Deadline
  /** Lent by the pool. */
  inUse: boolean
}

export interface ConnectionWatch {
  add(client: pg.ClientBase): void
  lent(client: pg.ClientBase, inUse: boolean): void
  /** For plain statements sent from now on. */
  allow(client: pg.ClientBase, deadline: Deadline): void
  /** Closes idle connections: they lead to a server to which another connection has failed. */
  cutIdle(): void
  /** Age of the oldest statement in flight; 0 if there is none. */
  oldestSeconds(): number
  /**
   * For how many seconds a statement has been in flight that the server should have ended: its
   * connection is dead.
   */
  overdueSeconds(): number | undefined
  /** Closes all sockets. */
  stop(): void
}

export interface WatchOptions {
  limits?: Record<Deadline, StatementLimits>
  everyMillis?: number
  /** Called before a connection is closed. */
  onSilence?: (error: Error) => void
}

/** Interval of the checks, and the precision of all of this. */
const EVERY_MILLIS = 1000

export function watchConnections({
  limits = DEADLINES,
  everyMillis = EVERY_MILLIS,
  onSilence = () => {},
}: WatchOptions): ConnectionWatch {
  const all = new Map<pg.ClientBase, Watched>()
  let lastCheck = performance.now()

  function check(): void {
    const now = performance.now()
    // While this process was stopped it read no replies either.
    const late = now - lastCheck - everyMillis
    const stoppedMillis = late > everyMillis ? late : 0
    lastCheck = now
    const silent: [Driver, number][] = []
    for (const [client, one] of all) {
      const driver = client as unknown as Driver
      const query = driver._activeQuery
      const { bytesRead, bytesWritten } = driver.connection.stream
      one.since = query === one.query ? one.since + stoppedMillis : now
      one.movedAt =
        query === one.query && bytesRead + bytesWritten === one.octets
          ? one.movedAt + stoppedMillis
          : now
      one.query = query
      one.octets = bytesRead + bytesWritten
      const { silence } = limits[query?.deadline ?? one.deadline]
      if (query !== null && now - one.movedAt > silence) silent.push([driver, now - one.movedAt])
    }
    for (const [driver, millis] of silent) {
      const error = lost(`the store has not answered for ${Math.round(millis / 1000)} seconds`)
      onSilence(error)
      driver.connection.stream.destroy(error)
    }
    if (silent.length > 0) cutIdle()
  }

  function cutIdle(): void {
    for (const [client, { inUse }] of all)
      if (!inUse)
        (client as unknown as Driver).connection.stream.destroy(
          lost('another connection to the store has failed'),
        )
  }

  const inFlight = () => [...all.values()].filter(({ query }) => query !== null)
  const timer = setInterval(check, everyMillis)
  timer.unref()

  return {
    add(client) {
      const now = performance.now()
      all.set(client, {
        query: null,
        since: now,
        octets: 0,
        movedAt: now,
        deadline: 'usual',
        inUse: true,
      })
      client.once('end', () => all.delete(client))
    },
    lent(client, inUse) {
      const one = all.get(client)
      if (one) one.inUse = inUse
    },
    allow(client, deadline) {
      const one = all.get(client)
      if (one) one.deadline = deadline
    },
    cutIdle,
    oldestSeconds: () =>
      Math.max(0, ...inFlight().map(({ since }) => (performance.now() - since) / 1000)),
    overdueSeconds() {
      const now = performance.now()
      const over = inFlight().filter(({ query, deadline, movedAt }) => {
        const { server } = limits[(query as Driver['_activeQuery'])?.deadline ?? deadline]
        return server > 0 && now - movedAt > server + 2 * everyMillis
      })
      return over.length === 0
        ? undefined
        : Math.max(...over.map(({ movedAt }) => (now - movedAt) / 1000))
    },
    stop() {
      clearInterval(timer)
      for (const client of all.keys()) (client as unknown as Driver).connection.stream.destroy()
    },
  }
}

/** An error that again.ts classifies as a lost connection. */
const lost = (message: string) => Object.assign(new Error(message), { code: 'ETIMEDOUT' })
