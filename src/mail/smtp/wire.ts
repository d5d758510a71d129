/**
 * One connection as bytes: lines out, replies in, in the order they were asked for; TLS when told
 * to. Each wait has an end. What a relay does wrong ends every wait with the same
 * BrokenConnection, in words.
 */
import { connect as connectTcp, isIP } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { createReplyReader, NoReply, type SmtpReply } from './reply.ts'

/**
 * The connection is of no more use; the message says why. Never leaves this room: callers get
 * verdicts.
 */
export class BrokenConnection extends Error {
  override name = 'BrokenConnection'
  /**
   * The relay has closed the connection, or the network has; it did neither talk nonsense nor keep
   * us waiting.
   */
  readonly closed: boolean

  constructor(message: string, closed = false) {
    super(message)
    this.closed = closed
  }
}

export interface Wire {
  connected(ms: number): Promise<void>
  /** The next reply. Replies that came before the connection broke are still given. */
  reply(ms: number): Promise<SmtpReply>
  /** Replies that have come and were not yet asked for. */
  early(): number
  /** Writes at once, several pieces as one; what follows from it is seen in the replies. */
  write(bytes: string | readonly Uint8Array[]): void
  /** Resolves when the network has taken what was written, all but a little. */
  drained(ms: number): Promise<void>
  /**
   * TLS from here on. What was sent in the clear and not yet read is forgotten (RFC 3207 6: it may
   * be injected).
   */
  secure(options: ConnectionOptions, ms: number): Promise<void>
  encrypted(): boolean
  localAddress(): string | undefined
  broken(): BrokenConnection | null
  /** Called once, when nothing more can be done with the connection. */
  onBroken(listener: () => void): void
  destroy(): void
}

/** More replies than anybody can have asked for. */
const MAX_EARLY = 64

/** Begins to connect; `connected` awaits it. */
export function openWire(host: string, port: number): Wire {
  let socket = connectTcp({ host, port, noDelay: true, keepAlive: true })
  let encrypted = false
  let broken: BrokenConnection | null = null
  let listener: (() => void) | null = null
  const replies: SmtpReply[] = []
  const reader = createReplyReader(reply => replies.push(reply))
  // At most one wait at a time: for a reply, for the network, or for a handshake.
  let wait: { settle(error: BrokenConnection | null): void } | null = null

  const fail = (text: string, closed = false): BrokenConnection => {
    if (broken) return broken
    broken = new BrokenConnection(text, closed)
    socket.destroy()
    wait?.settle(broken)
    listener?.()
    return broken
  }
  const onData = (chunk: Buffer): void => {
    try {
      reader.push(chunk)
    } catch (error) {
      if (!(error instanceof NoReply)) throw error
      if (replies.length > 0) wait?.settle(null)
      return void fail(`The relay answered what is no SMTP reply: ${error.message}`)
    }
    if (replies.length > MAX_EARLY) fail('The relay sends replies that nobody asked for')
    else if (replies.length > 0) wait?.settle(null)
  }
  const onError = (error: NodeJS.ErrnoException): void => void fail(inWords(error, host), true)
  const onEnd = (): void => void fail('The relay closed the connection', true)

  function listen(): void {
    socket.on('data', onData).on('error', onError).on('end', onEnd).on('close', onEnd)
  }

  /**
   * Until `settle` is called by whoever sees the thing happen, the connection breaks, or the time
   * is over.
   */
  function waiting(ms: number, late: string, begin?: (done: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (broken) return reject(broken)
      const timer = setTimeout(() => fail(`${late} within ${duration(ms)}`), ms)
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
    connected: ms =>
      waiting(
        ms,
        'The relay did not take the connection',
        done => void socket.once('connect', done),
      ),
    async reply(ms) {
      if (replies.length === 0) await waiting(ms, 'The relay did not answer')
      return replies.shift()!
    },
    early: () => replies.length,
    write(bytes) {
      if (broken) return
      if (typeof bytes === 'string') return void socket.write(bytes)
      socket.cork()
      for (const piece of bytes) socket.write(piece)
      socket.uncork()
    },
    async drained(ms) {
      if (broken) throw broken
      if (socket.writableNeedDrain)
        await waiting(
          ms,
          'The relay did not take the email',
          done => void socket.once('drain', done),
        )
      // Whoever speaks in the middle of a message has ended the wait; that is for the caller to
      // see.
      if (broken) throw broken
    },
    async secure(options, ms) {
      socket.off('data', onData).off('error', onError).off('end', onEnd).off('close', onEnd)
      reader.reset()
      replies.length = 0
      const name = isIP(host) === 0 ? { servername: host } : {}
      const secured = connectTls({ host, ...name, ...options, socket })
      // The plain socket beneath reports its end here too; an error without a listener would end
      // the process.
      socket.on('error', onError)
      socket = secured
      listen()
      await waiting(
        ms,
        'The relay did not finish the TLS handshake',
        done => void secured.once('secureConnect', done),
      )
      encrypted = true
    },
    encrypted: () => encrypted,
    localAddress: () => socket.localAddress,
    broken: () => broken,
    onBroken(call) {
      listener = call
    },
    destroy: () => void fail('The connection was given up'),
  }
}

function duration(ms: number): string {
  if (ms < 1000) return `${ms} ms`
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

/** What node says about sockets, for people. */
function inWords(error: NodeJS.ErrnoException, host: string): string {
  const code = error.code ?? ''
  if (code === 'ECONNREFUSED') return `Nothing takes connections at ${host} on that port`
  if (code === 'ENOTFOUND') return `No address is known for ${host}`
  if (code === 'EAI_AGAIN') return `The address of ${host} could not be looked up now`
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The relay broke the connection'
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return `There is no way to ${host} from here`
  if (code === 'ETIMEDOUT') return `${host} does not answer`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of the relay is not for ${host}`
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return `The certificate of ${host} is not to be trusted: ${error.message}`
  if (/^(ERR_SSL|EPROTO|ERR_TLS)/.test(code))
    return `TLS with ${host} failed: ${'reason' in error ? error.reason : error.message}`
  // Several addresses were tried, each with its error.
  if (error instanceof AggregateError && error.errors[0]) return inWords(error.errors[0], host)
  return code === '' ? error.message : `${host}: ${code}`
}
