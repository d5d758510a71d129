/**
 * The one place that tries work on the store again.
 * A conflict (serialization, deadlock) left nothing behind. A lost connection did so only if the
 * statement was never sent, or COMMIT was not; after that the outcome is unknown, and only work
 * that leaves the same when done twice is repeated.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { storeRetries } from '../lib/telemetry.ts'

/** How far work had come when it failed. `cause` says why. */
export class OutcomeUnknown extends Error {
  readonly reached: 'not-sent' | 'not-committed' | 'commit-sent'
  /** The server has confirmed that nothing stays: its connection is good. */
  readonly rolledBack: boolean
  constructor(reached: OutcomeUnknown['reached'], cause: unknown, rolledBack = false) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.reached = reached
    this.rolledBack = rolledBack
  }
}

/**
 * What is kept from a failure: `again` repeats whatever happened, the others only while nothing can
 * have been done.
 */
type RetryScope = 'again' | 'before-sent' | 'before-commit'

const CONFLICTS = new Set(['40001', '40P01'])
/**
 * Classes 08 (connection), 57P0x (the server goes down or comes up), 25P03 (it ended an idle
 * transaction's connection).
 */
const LOST = /^(08|57P0[1-5]|25P03)/
/**
 * A standby, or a primary that was told to take no writes: another server, or this one soon, takes
 * them.
 */
const READ_ONLY = '25006'
const LOST_SOCKET = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ENOENT', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
])
const LOST_WORDS =
  /connection terminated|connection ended|timeout exceeded when trying to connect|^timeout expired$|^query read timeout$/i

const PAUSES = [20, 100, 300, 1000, 2000, 3000]
/** No try begins later than this after the first, however long each took to fail. */
const LAST_TRY_MILLIS = 60_000

/** A connection was made, but the server at its end takes no writes. */
export class StoreReadOnly extends Error {
  readonly code = READ_ONLY
  constructor() {
    super('the store takes no writes: it is a standby, or set to read only')
  }
}

export async function afterFailure<T>(kept: RetryScope, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const wait = performance.now() - began < LAST_TRY_MILLIS ? PAUSES[attempt] : undefined
      if (wait === undefined || !mayRepeat(kept, error))
        throw noteLost(error instanceof OutcomeUnknown ? error.cause : error)
      storeRetries.publish({ reason: reasonOf(error) })
      await pause(wait * (0.5 + Math.random()))
    }
  }
}

function reasonOf(error: unknown): 'conflict' | 'deadlock' | 'lost' {
  const code = codeOf(error instanceof OutcomeUnknown ? error.cause : error)
  if (code === '40P01') return 'deadlock'
  return code !== undefined && CONFLICTS.has(code) ? 'conflict' : 'lost'
}

function mayRepeat(kept: RetryScope, error: unknown): boolean {
  const reached = error instanceof OutcomeUnknown ? error.reached : undefined
  const cause = error instanceof OutcomeUnknown ? error.cause : error
  const code = codeOf(cause)
  // The driver found the connection broken before it sent anything on it.
  if (isUnsent(cause)) return true
  // A conflict answered by the server means that nothing was kept, unless it was the answer to
  // COMMIT itself on a cluster.
  if (code !== undefined && CONFLICTS.has(code))
    return reached !== 'commit-sent' || kept === 'again'
  // Where nothing can be written nothing was.
  if (code === READ_ONLY) return true
  if (!isLost(cause)) return false
  if (kept === 'again' || reached === 'not-sent') return true
  return kept === 'before-commit' && reached === 'not-committed'
}

/**
 * The connection is gone or of no use, or the server is going down or coming up: another try may
 * find it well.
 */
export function isLost(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && (LOST.test(code) || LOST_SOCKET.has(code) || code === READ_ONLY))
    return true
  return (
    error instanceof Error && !(error instanceof pg.DatabaseError) && LOST_WORDS.test(error.message)
  )
}

const ofStore = new WeakSet<Error>()

/**
 * Remembers that it was the store's connection that was lost, and not one to somewhere else.
 * Answers the error.
 */
export function noteLost(error: unknown): unknown {
  if (error instanceof Error && (isLost(error) || isUnsent(error))) ofStore.add(error)
  return error
}

/** The store was away when work on it failed: an error that noteLost() has seen. */
export const isStoreAway = (error: unknown): boolean => error instanceof Error && ofStore.has(error)

function isUnsent(error: unknown): boolean {
  return error instanceof Error && /is not queryable|client was closed/i.test(error.message)
}

/** The node at the other end takes no writes. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY

/** The store has no room left (disk, connections, memory): class 53. */
export function isOutOfRoom(error: unknown): boolean {
  return codeOf(error)?.startsWith('53') ?? false
}

/**
 * What says nothing of the work itself: later it may succeed. Lost, without room, in conflict, or
 * ended for its time.
 */
export const isPassing = (error: unknown): boolean =>
  isLost(error) || isOutOfRoom(error) || isUnsent(error) || /^(40|57014)/.test(codeOf(error) ?? '')

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
