/**
 * The only place that retries work on the store.
 * A conflict (serialization failure, deadlock) leaves no changes. A lost connection leaves none
 * only if the statement, or COMMIT, was not sent yet; after that the outcome is unknown, and only
 * idempotent work is retried.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { storeRetries } from '../lib/telemetry.ts'

/** How far the work had progressed when it failed; `cause` is the error. */
export class OutcomeUnknown extends Error {
  readonly reached: 'not-sent' | 'not-committed' | 'commit-sent'
  /** The server has confirmed the rollback, so the connection is reusable. */
  readonly rolledBack: boolean
  constructor(reached: OutcomeUnknown['reached'], cause: unknown, rolledBack = false) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.reached = reached
    this.rolledBack = rolledBack
  }
}

/**
 * When to retry: `again` after any failure (the work is idempotent), the other two only while
 * nothing can have been committed.
 */
type RetryScope = 'again' | 'before-sent' | 'before-commit'

const CONFLICTS = new Set(['40001', '40P01'])
/**
 * Classes 08 (connection), 57P0x (the server shuts down or starts), 25P03 (idle transaction
 * timeout).
 */
const LOST = /^(08|57P0[1-5]|25P03)/
/** A standby, or a primary set to read only: after a failover a server accepts writes again. */
const READ_ONLY = '25006'
const LOST_SOCKET = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const LOST_WORDS =
  /connection terminated|connection ended|timeout exceeded when trying to connect|^timeout expired$|^query read timeout$|^Cannot use a pool after calling end/i

/**
 * Of the coordinator of a cluster: a node can't be reached, so the statement was not run there. The
 * second is what citus.node_connection_timeout ends.
 */
const NODE_DOWN = [
  /^connection to the remote node \S{1,300} failed with the following error: (?:Connection refused|[^\n]{0,300}(?:timed out|timeout expired|No route to host|starting up|shutting down|accepting connections|recovery mode))/,
  /^could not establish any connections to the node \S{1,300} after \d{1,10} ms/,
]
/**
 * Errors of the coordinator without a code: the connection to a node broke before the commit, or at
 * it. Two messages are those of Citus, the rest those of its libpq.
 */
const NODE_BROKE_OFF = [
  'failure on connection marked as essential: ',
  'could not commit transaction for shard ',
  'server closed the connection unexpectedly',
  'SSL connection has been closed unexpectedly',
  'could not receive data from server: ',
  'could not send data to server: ',
  'SSL SYSCALL error: ',
  'no connection to the server',
  'connection not open',
]
/** A caller is told to come again instead of waiting for a node: no attempt starts later. */
const NODE_TRIES_MILLIS = 150

const PAUSES = [20, 100, 300, 1000, 2000, 3000]
/** No attempt starts later than this after the first. */
const LAST_TRY_MILLIS = 60_000

/** Connected, but the server does not accept writes. */
export class StoreReadOnly extends Error {
  readonly code = READ_ONLY
  constructor() {
    super('the store does not accept writes: it is a standby or read only')
  }
}

/** A node of the cluster does not answer; nothing was sent to it. */
export class NodeDown extends Error {
  readonly code = '08006'
  constructor() {
    super('the node of the account does not answer')
  }
}

/** `closed` ends the retries: the store is closed here, and no attempt can succeed. */
export async function withRetries<T>(
  scope: RetryScope,
  work: () => Promise<T>,
  closed?: AbortSignal,
): Promise<T> {
  const began = performance.now()
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const last = isNodeDown(error) ? NODE_TRIES_MILLIS : LAST_TRY_MILLIS
      const wait = performance.now() - began < last ? PAUSES[attempt] : undefined
      if (wait === undefined || closed?.aborted || !isRetryable(scope, error))
        throw noteLost(error instanceof OutcomeUnknown ? error.cause : error)
      storeRetries.publish({ reason: reasonOf(error) })
      await pause(wait * (0.5 + Math.random()), undefined, { signal: closed }).catch(() => {})
    }
  }
}

function reasonOf(error: unknown): 'conflict' | 'deadlock' | 'lost' {
  const code = codeOf(error instanceof OutcomeUnknown ? error.cause : error)
  if (code === '40P01') return 'deadlock'
  return code !== undefined && CONFLICTS.has(code) ? 'conflict' : 'lost'
}

function isRetryable(scope: RetryScope, error: unknown): boolean {
  const reached = error instanceof OutcomeUnknown ? error.reached : undefined
  const cause = error instanceof OutcomeUnknown ? error.cause : error
  const code = codeOf(cause)
  // The driver found the connection broken before sending anything.
  if (isUnsent(cause)) return true
  // A conflict reported by the server means a rollback, unless it was the reply to COMMIT itself on
  // a cluster.
  if (code !== undefined && CONFLICTS.has(code))
    return reached !== 'commit-sent' || scope === 'again'
  // A read-only server has written nothing.
  if (code === READ_ONLY) return true
  if (!isLost(cause)) return false
  if (scope === 'again' || reached === 'not-sent') return true
  return scope === 'before-commit' && reached === 'not-committed'
}

/** The server has replied so: `DatabaseError` of pg, by its form, since every rule imports this. */
const isReply = (error: unknown): error is Error & { code?: string } =>
  error instanceof Error && error.name === 'error' && 'length' in error

/** The connection is lost or unusable, or the server shuts down or starts: a retry may succeed. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && (LOST.test(code) || LOST_SOCKET.has(code) || code === READ_ONLY))
    return true
  if (!(error instanceof Error)) return false
  const { message } = error
  return isReply(error)
    ? NODE_BROKE_OFF.some(start => message.startsWith(start))
    : LOST_WORDS.test(message)
}

const ofStore = new WeakSet<Error>()

/** Marks an error as a lost connection to the store, not to another server. Returns the error. */
export function noteLost(error: unknown): unknown {
  if (error instanceof Error && (isLost(error) || isUnsent(error))) ofStore.add(error)
  return error
}

/** The store was unreachable: the error was marked by noteLost(). */
export const isStoreUnreachable = (error: unknown): boolean =>
  error instanceof Error && ofStore.has(error)

function isUnsent(error: unknown): boolean {
  return error instanceof Error && /is not queryable|client was closed/i.test(error.message)
}

/** The server does not accept writes. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY

/** A node of the cluster is down; nothing was changed. */
export function isNodeDown(error: unknown): boolean {
  const cause = error instanceof OutcomeUnknown ? error.cause : error
  return (
    cause instanceof NodeDown ||
    (isReply(cause) &&
      cause.code === '08006' &&
      NODE_DOWN.some(form => form.test(cause.message.slice(0, 1000))))
  )
}

/** The store is out of resources (disk, connections, memory): class 53. */
export function isOutOfRoom(error: unknown): boolean {
  return codeOf(error)?.startsWith('53') ?? false
}

/**
 * Transient: a retry may succeed. Lost connection, out of resources, conflict or statement timeout.
 */
export const isTransient = (error: unknown): boolean =>
  isLost(error) || isOutOfRoom(error) || isUnsent(error) || /^(40|57014)/.test(codeOf(error) ?? '')

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

/** The server has replied, so its connection is reusable. */
export const isSettled = (error: unknown): boolean =>
  !isLost(error) && (isReply(error) || (error instanceof OutcomeUnknown && error.rolledBack))

export const isDiskFull = (error: unknown): boolean => isReply(error) && error.code === '53100'
