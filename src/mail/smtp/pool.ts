/**
 * The connection pool of one relay: its open, idle and opening connections, and their limit. When
 * the relay refuses another connection, the limit is lowered for a while.
 */

import type { ServerCertificate } from '../../lib/server-certificate.ts'
import { type Offers, type OpenedConnection, type OpeningOptions, open } from './opening.ts'
import type { Destination } from './queue.ts'
import type { RelayVerdict } from './verdict.ts'

export interface RelayConnection extends OpenedConnection {
  /** Messages sent over it, of all and by destination. */
  used: number
  usedFor: Map<string, number>
  /** One destination has had its share of it. */
  full: boolean
  idleSince: number
}

export interface RelayPool {
  opens: Omit<OpeningOptions, 'signal' | 'onCertificate'>
  /** Limit of connections; lower while the relay refuses more. */
  most: number
  /** All open connections, and those of them that are idle. */
  open: Set<RelayConnection>
  idle: RelayConnection[]
  /** Messages being sent, by destination. */
  busy: Map<string, number>
  /** Number of connections being opened. */
  opening: number
  lowered: { to: number; until: number }
  /** The extensions last announced, and whether that connection was encrypted. */
  offers: Offers | null
  encrypted: boolean
  /** Of the last connection that was encrypted. */
  certificate: ServerCertificate | null
  /** Why the last attempt to open a connection failed; null once one has succeeded. */
  failing: { since: Date; verdict: RelayVerdict } | null
  /** Closing waits for these: messages being sent, connections being opened, QUITs. */
  unfinished: Set<Promise<void>>
  /** Aborted by closing; aborts attempts to connect. */
  closing: AbortController
}

/** How long the limit stays lowered after a refused connection. */
const LOWERED_MS = 60_000

export const newPool = (opens: RelayPool['opens'], most: number): RelayPool => ({
  opens,
  most,
  open: new Set(),
  idle: [],
  busy: new Map(),
  opening: 0,
  lowered: { to: most, until: 0 },
  offers: null,
  encrypted: false,
  certificate: null,
  failing: null,
  unfinished: new Set(),
  closing: new AbortController(),
})

export const isClosed = (pool: RelayPool): boolean => pool.closing.signal.aborted

/** The current limit of connections. */
export const limitOf = ({ lowered, most }: RelayPool): number =>
  Date.now() < lowered.until ? Math.max(1, lowered.to) : most

/** The relay takes no more connections than these, for now. */
export function lower(pool: RelayPool, to: number): void {
  pool.lowered = { to, until: Date.now() + LOWERED_MS }
}

/** Makes closing wait for this work. */
export function track({ unfinished }: RelayPool, work: Promise<void>): void {
  unfinished.add(work)
  work.finally(() => unfinished.delete(work))
}

/** Opens a connection, not yet idle; or returns why it failed. */
export async function connect(pool: RelayPool): Promise<RelayConnection | RelayVerdict> {
  pool.opening++
  let opened: OpenedConnection | RelayVerdict
  try {
    const onCertificate = (shown: ServerCertificate | null) => {
      pool.certificate = shown
    }
    opened = await open({ ...pool.opens, onCertificate, signal: pool.closing.signal })
  } finally {
    pool.opening--
  }
  if ('outcome' in opened) {
    pool.failing = { since: pool.failing?.since ?? new Date(), verdict: opened }
    // While another connection is open or opening, messages wait for that one.
    if (isLost(pool)) pool.lowered.until = 0
    else lower(pool, pool.open.size + pool.opening)
    return opened
  }
  pool.failing = null
  pool.offers = opened.offers
  pool.encrypted = opened.wire.encrypted()
  const connection: RelayConnection = {
    ...opened,
    used: 0,
    usedFor: new Map(),
    full: false,
    idleSince: Date.now(),
  }
  pool.open.add(connection)
  connection.wire.onBroken(() => forget(pool, connection))
  return connection
}

/** No connection is open, nor being opened. */
export const isLost = (pool: RelayPool): boolean => pool.open.size + pool.opening === 0

/** Counts a message to a destination as being sent over a connection. */
export function begin(
  { busy }: RelayPool,
  connection: RelayConnection,
  destination: Destination | undefined,
): void {
  connection.used++
  if (!destination) return
  const { name, messagesPerConnection } = destination
  busy.set(name, (busy.get(name) ?? 0) + 1)
  const used = (connection.usedFor.get(name) ?? 0) + 1
  connection.usedFor.set(name, used)
  if (messagesPerConnection !== null && used >= messagesPerConnection) connection.full = true
}

export function end({ busy }: RelayPool, destination: Destination | undefined): void {
  if (!destination) return
  const left = (busy.get(destination.name) ?? 1) - 1
  if (left > 0) busy.set(destination.name, left)
  else busy.delete(destination.name)
}

/** Takes an idle connection that still works. */
export function takeIdle(pool: RelayPool): RelayConnection | undefined {
  for (;;) {
    const connection = pool.idle.pop()
    // Unsolicited replies on a kept connection announce its end.
    if (!connection || !(connection.wire.broken() || connection.wire.early() > 0)) return connection
    drop(pool, connection)
  }
}

/**
 * Keeps a connection for the next message; closes it after its share of messages, or when the pool
 * closes.
 */
export function putBack(pool: RelayPool, connection: RelayConnection, messages: number): void {
  if (connection.wire.broken()) forget(pool, connection)
  else if (isClosed(pool) || connection.full || connection.used >= messages) quit(pool, connection)
  else {
    connection.idleSince = Date.now()
    pool.idle.push(connection)
  }
}

/** Closes connections that have been idle for `ms` milliseconds. */
export function endIdle(pool: RelayPool, ms: number): void {
  const since = Date.now() - ms
  const old = pool.idle.filter(({ idleSince }) => idleSince <= since)
  pool.idle = pool.idle.filter(({ idleSince }) => idleSince > since)
  for (const connection of old) quit(pool, connection)
}

/** Sends QUIT and waits a limited time for the reply. */
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
 * Closes idle connections immediately and waits for busy ones, which are cut after the grace period
 * in milliseconds.
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
