/**
 * One relay: a connection pool over which messages are handed over concurrently, each with a
 * verdict. pool.ts has the connections, queue.ts the queue, dispatch.ts assigns one to the other;
 * transaction.ts sends one message over one connection.
 */
import type { ConnectionOptions } from 'node:tls'
import type { ServerCertificate } from '../../lib/server-certificate.ts'
import { dispatch, type RelayWork, relayClosed } from './dispatch.ts'
import { type Offers, TIME_OUTS, type TimeOuts } from './opening.ts'
import { closePool, endIdle, isClosed, limitOf, newPool } from './pool.ts'
import { answerAll, enqueue, lengthOf, newQueue, type SendOptions } from './queue.ts'
import type { SmtpEnvelope, TransactionHooks } from './transaction.ts'
import type { RelayAddress } from './url.ts'
import type { RelayVerdict, Stage } from './verdict.ts'

export interface RelayOptions {
  address: RelayAddress
  /** Limit of connections; lower while the relay refuses more. */
  connections?: number
  /** Messages after which a connection is closed and replaced. */
  messagesPerConnection?: number
  /** Limit of messages that are marked, or being marked, while they wait for a connection. */
  marksAhead?: number
  /** Idle connections are closed after this time. */
  idleMs?: number
  timeOuts?: Partial<TimeOuts>
  tls?: ConnectionOptions
  /** Called at each step of a connection that an answer is awaited at. */
  onStage?: (stage: Stage) => void
}

export interface RelayState {
  connections: { open: number; busy: number; opening: number; limit: number }
  /** Messages after which a connection is replaced; fewer than given if the relay takes fewer. */
  messagesPerConnection: number
  /** Messages that wait for a connection. */
  waiting: number
  /** The extensions last announced, and whether that connection was encrypted. */
  offers: Offers | null
  encrypted: boolean
  /** Of the last connection that was encrypted. */
  certificate: ServerCertificate | null
  /** Why the last attempt to open a connection failed; null once one has succeeded. */
  failing: { since: Date; verdict: RelayVerdict } | null
}

export interface Relay {
  /**
   * `message` is whole, or in pieces of whole lines. Rejects only with errors of the caller's
   * hooks, never for the relay's behaviour.
   */
  send(
    envelope: SmtpEnvelope,
    message: Buffer | readonly Buffer[],
    options?: SendOptions,
  ): Promise<RelayVerdict>
  /**
   * Graceful shutdown: finishes messages being sent, abandons queued ones, and sends QUIT on every
   * connection. Messages being sent have until their time limits, or the grace period in
   * milliseconds; then their connections are cut, which leaves those whose final dot was sent
   * uncertain.
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
  const { address, tls, onStage } = options
  const timeOuts: TimeOuts = { ...TIME_OUTS, ...options.timeOuts }
  const pool = newPool({ address, timeOuts, tls, onStage }, connections)
  const queue = newQueue()
  const work: RelayWork = { pool, queue, messagesPerConnection, marksAhead }
  const sweeper = setInterval(() => endIdle(pool, idleMs), Math.max(10, idleMs / 2)).unref()

  return {
    send: (envelope, message, sendOptions = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed(pool)) return resolve(relayClosed())
        const { beforeData, stillOurs, mark = 'first' } = sendOptions
        const first = beforeData !== undefined && mark === 'first'
        const holding: TransactionHooks = first
          ? { stillOurs, onStage }
          : { stillOurs, onStage, beforeData: once(beforeData) }
        const wanted = { envelope, message, options: sendOptions, holding, again: false }
        enqueue(first ? queue.unmarked : queue.ready, { ...wanted, resolve, reject })
        dispatch(work)
      }),
    async close(graceMs) {
      clearInterval(sweeper)
      const closed = closePool(pool, graceMs)
      answerAll(queue, relayClosed())
      await closed
    },
    state: () => stateOf(work),
  }
}

const stateOf = ({ pool, queue, messagesPerConnection }: RelayWork): RelayState => ({
  connections: {
    open: pool.open.size,
    busy: pool.open.size - pool.idle.length,
    opening: pool.opening,
    limit: limitOf(pool),
  },
  messagesPerConnection,
  waiting: lengthOf(queue),
  offers: pool.offers,
  encrypted: pool.encrypted,
  certificate: pool.certificate,
  failing: pool.failing,
})

/** Calls the mark once, also if the message moves to a second connection. */
function once(call?: () => Promise<boolean>): (() => Promise<boolean>) | undefined {
  let answer: Promise<boolean> | undefined
  return call && (() => (answer ??= call()))
}
