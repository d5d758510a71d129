/**
 * One connection: writes lines, reads replies in order, upgrades to TLS. Every wait has a time
 * limit. Any misbehaviour of the relay rejects all waits with the same BrokenConnection.
 */
import { connect as connectTcp, isIP } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { certificateOf, type ServerCertificate } from '../../lib/server-certificate.ts'
import { createReplyReader, InvalidReply, type SmtpReply } from './reply.ts'
import { type RelaySentence, relaySentence, withoutStop } from './words.ts'

/**
 * The connection can't be used any more; the message gives the reason. Used only inside this
 * folder: callers get verdicts.
 */
export class BrokenConnection extends Error {
  override name = 'BrokenConnection'
  readonly sentence: RelaySentence
  /** The relay or the network closed the connection; not a timeout or an invalid reply. */
  readonly closed: boolean

  constructor(sentence: RelaySentence, closed = false) {
    super(withoutStop(sentence.detail))
    this.sentence = sentence
    this.closed = closed
  }
}

export interface Wire {
  connected(ms: number): Promise<void>
  /** The next reply. Replies received before the connection broke are still returned. */
  reply(ms: number): Promise<SmtpReply>
  /** Number of replies received and not yet read. */
  early(): number
  /**
   * Writes immediately, several pieces as one; errors appear in the replies. `replies`: how many
   * these bytes call for, while a message is sent. At most one reply awaited, stray lines are
   * passed over; without the number, no line may be stray.
   */
  write(bytes: string | readonly Uint8Array[], replies?: number): void
  /** Resolves when the write buffer has drained. */
  drained(ms: number): Promise<void>
  /**
   * Upgrades to TLS. Discards unread data received in the clear (RFC 3207 6: it may be injected).
   */
  secure(options: ConnectionOptions, ms: number): Promise<void>
  encrypted(): boolean
  /** What the relay showed; null while the connection is not encrypted. */
  certificate(): ServerCertificate | null
  localAddress(): string | undefined
  broken(): BrokenConnection | null
  /** Called once, when the connection breaks. */
  onBroken(listener: () => void): void
  destroy(): void
}

/** More replies than there can be unanswered commands. */
const MAX_EARLY = 64
/** Characters of a reply without an end that are shown. */
const MAX_SAID = 200

/** Starts to connect; `connected` waits for it. */
export function openWire(host: string, port: number): Wire {
  let socket = connectTcp({ host, port, noDelay: true, keepAlive: true })
  let encrypted = false
  let broken: BrokenConnection | null = null
  let listener: (() => void) | null = null
  const replies: SmtpReply[] = []
  let awaited = Number.POSITIVE_INFINITY
  const take = (reply: SmtpReply): void => {
    awaited = Math.max(0, awaited - 1)
    replies.push(reply)
  }
  const reader = createReplyReader(take, () => awaited <= 1)
  // At most one wait at a time: for a reply, for the network, or for a handshake.
  let wait: { settle(error: BrokenConnection | null): void } | null = null

  const fail = (sentence: RelaySentence, closed = false): BrokenConnection => {
    if (broken) return broken
    broken = new BrokenConnection(sentence, closed)
    socket.destroy()
    wait?.settle(broken)
    listener?.()
    return broken
  }
  const onData = (chunk: Buffer): void => {
    try {
      reader.push(chunk)
    } catch (error) {
      if (!(error instanceof InvalidReply)) throw error
      if (replies.length > 0) wait?.settle(null)
      return void fail(relaySentence('smtp-invalid', { says: error.message }))
    }
    if (replies.length > MAX_EARLY) fail(relaySentence('smtp-unsolicited'))
    else if (replies.length > 0) wait?.settle(null)
  }
  const onError = (error: NodeJS.ErrnoException): void => void fail(inWords(error, host), true)
  const onEnd = (): void => void fail(relaySentence('smtp-closed'), true)

  function listen(): void {
    socket.on('data', onData).on('error', onError).on('end', onEnd).on('close', onEnd)
  }

  /** Waits until `settle` is called, the connection breaks, or the time limit passes. */
  function waiting(ms: number, late: LateCode, begin?: (done: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (broken) return reject(broken)
      const tooLate = () => {
        // A reply to AUTH may repeat the password.
        const begun = Number.isFinite(awaited) ? reader.begun() : ''
        fail(relaySentence(late, { time: duration(ms), said: begun.slice(0, MAX_SAID) }))
      }
      const timer = setTimeout(tooLate, ms)
      wait = {
        settle(error) {
          clearTimeout(timer)
          wait = null
          if (error) reject(error)
          else resolve()
        },
      }
      const mine = wait
      begin?.(() => wait === mine && mine.settle(null))
    })
  }

  listen()
  return {
    connected: ms => waiting(ms, 'smtp-late-connection', done => void socket.once('connect', done)),
    async reply(ms) {
      if (replies.length === 0) await waiting(ms, 'smtp-late-answer')
      return replies.shift()!
    },
    early: () => replies.length,
    write(bytes, called) {
      if (broken) return
      awaited =
        called === undefined
          ? Number.POSITIVE_INFINITY
          : called + (Number.isFinite(awaited) ? awaited : 0)
      if (typeof bytes === 'string') return void socket.write(bytes)
      socket.cork()
      for (const piece of bytes) socket.write(piece)
      socket.uncork()
    },
    async drained(ms) {
      if (broken) throw broken
      if (socket.writableNeedDrain)
        await waiting(ms, 'smtp-late-email', done => void socket.once('drain', done))
      // A reply in the middle of a message ends the wait, too; the caller checks for it.
      if (broken) throw broken
    },
    async secure(options, ms) {
      socket.off('data', onData).off('error', onError).off('end', onEnd).off('close', onEnd)
      reader.reset()
      replies.length = 0
      const name = isIP(host) === 0 ? { servername: host } : {}
      const secured = connectTls({ host, ...name, ...options, socket })
      // The underlying socket reports its end here too; an error without a listener would end the
      // process.
      socket.on('error', onError)
      socket = secured
      listen()
      await waiting(ms, 'smtp-late-tls', done => void secured.once('secureConnect', done))
      encrypted = true
    },
    encrypted: () => encrypted,
    certificate: () => (encrypted ? certificateOf(socket) : null),
    localAddress: () => socket.localAddress,
    broken: () => broken,
    onBroken(call) {
      listener = call
    },
    destroy: () => void fail(relaySentence('smtp-aborted')),
  }
}

function duration(ms: number): string {
  if (ms < 1000) return `${ms} ms`
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

type LateCode = 'smtp-late-connection' | 'smtp-late-answer' | 'smtp-late-email' | 'smtp-late-tls'

/** By the error codes of Node.js and the system. */
const BY_HOST = {
  ECONNREFUSED: 'smtp-refused',
  ENOTFOUND: 'smtp-no-address',
  EAI_AGAIN: 'smtp-no-dns',
  EHOSTUNREACH: 'smtp-no-route',
  ENETUNREACH: 'smtp-no-route',
  ETIMEDOUT: 'smtp-silent',
  ERR_TLS_CERT_ALTNAME_INVALID: 'smtp-other-name',
} as const

function inWords(error: NodeJS.ErrnoException, host: string): RelaySentence {
  const { code = '', message } = error
  const known = Object.hasOwn(BY_HOST, code) ? BY_HOST[code as keyof typeof BY_HOST] : undefined
  if (known) return relaySentence(known, { host })
  if (code === 'ECONNRESET' || code === 'EPIPE') return relaySentence('smtp-reset')
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return relaySentence('smtp-untrusted', { host, says: message })
  if (/^(ERR_SSL|EPROTO|ERR_TLS)/.test(code)) {
    const says = 'reason' in error ? String(error.reason) : message
    return relaySentence('smtp-tls', { host, says })
  }
  if (code === 'EMFILE' || code === 'ENFILE')
    return relaySentence('smtp-files', { host, error: code })
  // Several addresses were tried, each with its own error.
  if (error instanceof AggregateError && error.errors[0]) return inWords(error.errors[0], host)
  return relaySentence('smtp-failed', { host, error: code || message })
}
