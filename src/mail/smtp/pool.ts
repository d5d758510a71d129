/**
 * The connection pool of one relay: which connections are open, idle or being opened, and how many
 * there may be. A relay that refuses another one gets fewer for a while.
 */
import { type Offers, type OpenedConnection, type OpeningOptions, open } from './opening.ts'
import type { RelayVerdict } from './verdict.ts'

export interface RelayConnection extends OpenedConnection {
  /** How many messages have gone over it. */
  used: number
  idleSince: number
}

export interface RelayPool {
  opens: Omit<OpeningOptions, 'signal'>
  /** At most so many; fewer while the relay refuses more. */
  most: number
  /** All that are open, and those of them without work. */
  open: Set<RelayConnection>
  idle: RelayConnection[]
  /** How many are being opened. */
  opening: number
  lowered: { to: number; until: number }
  /** What the relay offered last, and whether that connection was encrypted. */
  offers: Offers | null
  encrypted: boolean
  /** Why the last attempt to open a connection failed; null once one has succeeded. */
  failing: { since: Date; verdict: RelayVerdict } | null
  /** What closing waits for: messages in hand, connections being opened, QUITs. */
  unfinished: Set<Promise<void>>
  /** Aborted by closing, which ends attempts to connect. */
  closing: AbortController
}

/** A relay that refuses another connection is asked for more again after this time. */
const LOWERED_MS = 60_000

export const newPool = (opens: RelayPool['opens'], most: number): RelayPool => ({
  opens,
  most,
  open: new Set(),
  idle: [],
  opening: 0,
  lowered: { to: most, until: 0 },
  offers: null,
  encrypted: false,
  failing: null,
  unfinished: new Set(),
  closing: new AbortController(),
})

export const isClosed = (pool: RelayPool): boolean => pool.closing.signal.aborted

/** How many connections there may be now. */
export const limitOf = ({ lowered, most }: RelayPool): number =>
  Date.now() < lowered.until ? Math.max(1, lowered.to) : most

/** Closing waits for it. */
export function track({ unfinished }: RelayPool, work: Promise<void>): void {
  unfinished.add(work)
  work.finally(() => unfinished.delete(work))
}

/** Another connection, open and not yet idle; or why there is none. */
export async function connect(pool: RelayPool): Promise<RelayConnection | RelayVerdict> {
  pool.opening++
  let opened: OpenedConnection | RelayVerdict
  try {
    opened = await open({ ...pool.opens, signal: pool.closing.signal })
  } finally {
    pool.opening--
  }
  if ('outcome' in opened) {
    pool.failing = { since: pool.failing?.since ?? new Date(), verdict: opened }
    // While another connection works or is tried, messages wait for that one.
    if (isLost(pool)) pool.lowered.until = 0
    else pool.lowered = { to: pool.open.size + pool.opening, until: Date.now() + LOWERED_MS }
    return opened
  }
  pool.failing = null
  pool.offers = opened.offers
  pool.encrypted = opened.wire.encrypted()
  const connection: RelayConnection = { ...opened, used: 0, idleSince: Date.now() }
  pool.open.add(connection)
  connection.wire.onBroken(() => forget(pool, connection))
  return connection
}

/** No connection is open, nor being opened. */
export const isLost = (pool: RelayPool): boolean => pool.open.size + pool.opening === 0

/** An idle connection that still works. */
export function takeIdle(pool: RelayPool): RelayConnection | undefined {
  for (;;) {
    const connection = pool.idle.pop()
    // What a relay says unasked on a kept connection is good-bye.
    if (!connection || !(connection.wire.broken() || connection.wire.early() > 0)) return connection
    drop(pool, connection)
  }
}

/** Kept for the next message, or ended after so many, or when the pool closes. */
export function putBack(pool: RelayPool, connection: RelayConnection, messages: number): void {
  if (connection.wire.broken()) forget(pool, connection)
  else if (isClosed(pool) || connection.used >= messages) quit(pool, connection)
  else {
    connection.idleSince = Date.now()
    pool.idle.push(connection)
  }
}

/** Ends connections that have been idle for so many milliseconds. */
export function endIdle(pool: RelayPool, ms: number): void {
  const since = Date.now() - ms
  const old = pool.idle.filter(({ idleSince }) => idleSince <= since)
  pool.idle = pool.idle.filter(({ idleSince }) => idleSince > since)
  for (const connection of old) quit(pool, connection)
}

/** Says QUIT, and waits for the answer for a while. */
function quit(pool: RelayPool, connection: RelayConnection): void {
  const { wire } = connection
  pool.open.delete(connection)
  wire.write('QUIT\r\n')
  const answered = wire.reply(pool.opens.timeOuts.quit).catch(() => null)
  track(
    pool,
    answered.then(() => wire.destroy()),
  )
}

export function drop(pool: RelayPool, connection: RelayConnection): void {
  connection.wire.destroy()
  forget(pool, connection)
}

function forget(pool: RelayPool, connection: RelayConnection): void {
  pool.open.delete(connection)
  const at = pool.idle.indexOf(connection)
  if (at >= 0) pool.idle.splice(at, 1)
}

/**
 * Ends connections without work at once, and waits for the others. After the grace, in
 * milliseconds, those are cut.
 */
export async function closePool(pool: RelayPool, graceMs: number | undefined): Promise<void> {
  pool.closing.abort()
  for (const connection of pool.idle.splice(0)) quit(pool, connection)
  const cut = () => {
    for (const connection of pool.open) drop(pool, connection)
  }
  const end = graceMs === undefined ? null : setTimeout(cut, graceMs)
  while (pool.unfinished.size > 0) await Promise.allSettled(pool.unfinished)
  if (end) clearTimeout(end)
}
