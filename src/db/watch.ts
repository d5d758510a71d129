/**
 * Watches the connections of a pool for one that has died without a word: a firewall that forgot
 * it, a host that lost its power. TCP notices that after minutes, or never. One timer for all looks
 * at what the driver has in flight, so a statement costs nothing.
 */
import type { Socket } from 'node:net'
import type pg from 'pg'
import { DEADLINES, type Deadline, type StatementLimits } from './deadlines.ts'

/** What the driver knows of a connection, beyond its types. */
interface Driver {
  _activeQuery: { deadline?: Deadline } | null
  connection: { stream: Socket }
}

interface Watched {
  /** What is in flight, as it was seen last. */
  query: object | null
  since: number
  octets: number
  /** When octets were last seen to move. */
  movedAt: number
  /** For what names none itself. */
  deadline: Deadline
  /** Lent by the pool. */
  inUse: boolean
}

export interface ConnectionWatch {
  add(client: pg.ClientBase): void
  lent(client: pg.ClientBase, inUse: boolean): void
  /** For the plain statements that are sent from now on. */
  allow(client: pg.ClientBase, deadline: Deadline): void
  /** Cuts what nobody uses: it leads to where another connection has failed. */
  cutIdle(): void
  /** Of all statements in flight; 0 when there is none. */
  oldestSeconds(): number
  /**
   * A statement that the server should have ended is still in flight: its connection is dead. For
   * how many seconds.
   */
  overdueSeconds(): number | undefined
  /** Leaves no socket open. */
  stop(): void
}

export interface WatchOptions {
  limits?: Record<Deadline, StatementLimits>
  everyMillis?: number
  /** Before a connection is cut. */
  onSilence?: (error: Error) => void
}

/** Between two looks; how exact all of this is. */
const EVERY_MILLIS = 1000

export function watchConnections({
  limits = DEADLINES,
  everyMillis = EVERY_MILLIS,
  onSilence = () => {},
}: WatchOptions): ConnectionWatch {
  const all = new Map<pg.ClientBase, Watched>()
  let looked = performance.now()

  function look(): void {
    const now = performance.now()
    // While this process stood still it read no answers either.
    const late = now - looked - everyMillis
    const stood = late > everyMillis ? late : 0
    looked = now
    const silent: [Driver, number][] = []
    for (const [client, one] of all) {
      const driver = client as unknown as Driver
      const query = driver._activeQuery
      const { bytesRead, bytesWritten } = driver.connection.stream
      one.since = query === one.query ? one.since + stood : now
      one.movedAt =
        query === one.query && bytesRead + bytesWritten === one.octets ? one.movedAt + stood : now
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
  const timer = setInterval(look, everyMillis)
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

/** An error that again.ts knows for a lost connection. */
const lost = (message: string) => Object.assign(new Error(message), { code: 'ETIMEDOUT' })
