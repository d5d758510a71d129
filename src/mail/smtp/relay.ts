/**
 * One relay: a pool of kept connections that messages are handed over on, many at a time, each one
 * ending in a verdict. pool.ts has the connections, queue.ts the messages that wait, dispatch.ts
 * brings them together; transaction.ts is one message on one connection.
 */
import type { ConnectionOptions } from 'node:tls'
import { dispatch, type RelayWork, tooLate } from './dispatch.ts'
import { type Offers, TIME_OUTS, type TimeOuts } from './opening.ts'
import { closePool, endIdle, isClosed, limitOf, newPool, type RelayPool } from './pool.ts'
import { answerAll, enqueue, lengthOf, newQueue, type SendOptions } from './queue.ts'
import type { SmtpEnvelope, TransactionHooks } from './transaction.ts'
import type { RelayAddress } from './url.ts'
import type { RelayVerdict } from './verdict.ts'

export interface RelayOptions {
  address: RelayAddress
  /** How many connections at most; fewer while the relay refuses more. */
  connections?: number
  /** After so many messages a connection is ended and another opened. */
  messagesPerConnection?: number
  /** How many messages at most are marked, or being marked, while they wait for a connection. */
  marksAhead?: number
  /** A connection without work is ended after this time. */
  idleMs?: number
  timeOuts?: Partial<TimeOuts>
  /**
   * Asked for each connection in place of the password in the address, as for tokens that are
   * renewed.
   */
  secret?: () => Promise<string>
  tls?: ConnectionOptions
}

export interface RelayState {
  connections: { open: number; busy: number; opening: number; limit: number }
  /** Messages that wait for a connection. */
  waiting: number
  /** What the relay offered last, and whether that connection was encrypted. */
  offers: Offers | null
  encrypted: boolean
  /** Why the last attempt to open a connection failed; null once one has succeeded. */
  failing: { since: Date; verdict: RelayVerdict } | null
}

export interface Relay {
  /**
   * The message whole, or in pieces of whole lines. Never rejects for what the relay does; only
   * with what the caller's own functions throw.
   */
  send(
    envelope: SmtpEnvelope,
    message: Buffer | readonly Buffer[],
    options?: SendOptions,
  ): Promise<RelayVerdict>
  /**
   * Ends what is in hand, answers "unusable" to what still waits, and says QUIT everywhere. What is
   * in hand has all the time of its time-outs, or that of the grace, in milliseconds; then its
   * connection is cut, which leaves uncertain what had come to the final dot.
   */
  close(graceMs?: number): Promise<void>
  state(): RelayState
}

export function createRelay(options: RelayOptions): Relay {
  const {
    connections = 20,
    messagesPerConnection = 1000,
    marksAhead = 100,
    idleMs = 30_000,
  } = options
  const { address, secret, tls } = options
  const timeOuts: TimeOuts = { ...TIME_OUTS, ...options.timeOuts }
  const pool = newPool({ address, timeOuts, secret, tls }, connections)
  const queue = newQueue()
  const work: RelayWork = { pool, queue, messagesPerConnection, marksAhead }
  const sweeper = setInterval(() => endIdle(pool, idleMs), Math.max(10, idleMs / 2)).unref()

  return {
    send: (envelope, message, sendOptions = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed(pool)) return resolve(tooLate())
        const { beforeData, stillOurs, mark = 'first' } = sendOptions
        const first = beforeData !== undefined && mark === 'first'
        const holding: TransactionHooks = first
          ? { stillOurs }
          : { stillOurs, beforeData: once(beforeData) }
        const wanted = { envelope, message, options: sendOptions, holding, again: false }
        enqueue(first ? queue.unmarked : queue.ready, { ...wanted, resolve, reject })
        dispatch(work)
      }),
    async close(graceMs) {
      clearInterval(sweeper)
      const closed = closePool(pool, graceMs)
      answerAll(queue, tooLate())
      await closed
    },
    state: () => stateOf(pool, lengthOf(queue)),
  }
}

const stateOf = (pool: RelayPool, waiting: number): RelayState => ({
  connections: {
    open: pool.open.size,
    busy: pool.open.size - pool.idle.length,
    opening: pool.opening,
    limit: limitOf(pool),
  },
  waiting,
  offers: pool.offers,
  encrypted: pool.encrypted,
  failing: pool.failing,
})

/** A mark between is asked for once, also when the message goes to a second connection. */
function once(call?: () => Promise<boolean>): (() => Promise<boolean>) | undefined {
  let answer: Promise<boolean> | undefined
  return call && (() => (answer ??= call()))
}
