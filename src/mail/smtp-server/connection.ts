/**
 * The connection beneath a session: buffered input, replies, TLS and times. Replies to pipelined
 * commands leave together (RFC 2920).
 */
import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import type { SessionLimits } from './terms.ts'

/** RFC 5321 4.5.3.1.4 allows 512 octets; extensions add to it. */
const LONGEST_LINE = 4096
const NOTHING = Buffer.alloc(0)
const LF = 10

interface ConnectionEvents {
  /** There is input, or its end. */
  work(): void
  /** It is over: the peer has gone, or end() was called. */
  closed(byPeer: boolean): void
}

export interface CommandLine {
  text: string
  /** It ended with LF alone. */
  bare: boolean
}

export class Connection {
  /** The address of the client. */
  readonly peer: string
  /** Nothing more is read or written. */
  over = false
  /** The peer has half-closed: pending commands are answered first. */
  ended = false
  private readonly plain: Socket
  private readonly idle: number
  private readonly events: ConnectionEvents
  private readonly age: NodeJS.Timeout
  private readonly leaving = new AbortController()
  /** The plain one, or TLS on top of it. */
  private socket: Socket
  private buffer: Buffer = NOTHING
  private out = ''

  constructor(
    plain: Socket,
    { idle, conversation }: Pick<SessionLimits, 'idle' | 'conversation'>,
    events: ConnectionEvents,
  ) {
    this.plain = plain
    this.peer = plain.remoteAddress ?? ''
    this.idle = idle
    this.events = events
    this.socket = plain
    // Limits a client that keeps the session open with occasional commands.
    this.age = setTimeout(() => this.end('421 4.4.2 The session has taken too long'), conversation)
    this.listenTo(plain)
  }

  get encrypted(): boolean {
    return this.socket !== this.plain
  }

  /** Aborts when the client has disconnected. */
  get gone(): AbortSignal {
    return this.leaving.signal
  }

  private listenTo(to: Socket): void {
    to.setTimeout(this.idle, () => this.end('421 4.4.2 The connection was idle for too long'))
    to.on('data', chunk => {
      this.buffer = this.buffer.length === 0 ? chunk : Buffer.concat([this.buffer, chunk])
      this.events.work()
    })
    to.on('end', () => {
      this.ended = true
      this.events.work()
    })
    to.on('error', () => this.plain.destroy())
    to.on('close', () => {
      this.close(true)
      this.leaving.abort()
      this.plain.destroy()
    })
  }

  private close(byPeer: boolean): void {
    if (this.over) return
    this.over = true
    clearTimeout(this.age)
    this.events.closed(byPeer)
  }

  /** `whenReady` is called when the handshake is done. */
  startTls(context: SecureContext, whenReady: () => void = () => {}): void {
    // Discards unread data received in the clear, which may be injected (RFC 3207 4.2).
    this.buffer = NOTHING
    this.plain.removeAllListeners('data')
    this.plain.setTimeout(0)
    const secure = new TLSSocket(this.plain, { isServer: true, secureContext: context })
    secure.once('secure', whenReady)
    this.socket = secure
    this.listenTo(secure)
  }

  isEmpty(): boolean {
    return this.buffer.length === 0
  }

  /** The next line without its end; undefined if it is not there yet, or was too long. */
  line(): CommandLine | undefined {
    const at = this.buffer.indexOf(LF)
    if (at < 0 ? this.buffer.length > LONGEST_LINE : at > LONGEST_LINE) {
      this.end('500 5.5.2 The line is too long')
      return undefined
    }
    if (at < 0) return undefined
    const line = this.buffer.toString('utf8', 0, at)
    this.buffer = this.buffer.subarray(at + 1)
    return line.endsWith('\r')
      ? { text: line.slice(0, -1), bare: false }
      : { text: line, bare: true }
  }

  /** At most so many octets of what has come. */
  octets(most = Number.POSITIVE_INFINITY): Buffer {
    const taken = this.buffer.subarray(0, most)
    this.buffer = taken.length === this.buffer.length ? NOTHING : this.buffer.subarray(taken.length)
    return taken
  }

  putBack(octets: Buffer): void {
    this.buffer = octets
  }

  pause(): void {
    this.socket.pause()
  }

  /** Sends the replies, and reads on, unless it is over. */
  goOn(): void {
    this.flush()
    if (!this.over && this.ended) this.socket.destroySoon()
    if (!this.over && this.socket.isPaused()) this.socket.resume()
  }

  say(reply: string): void {
    if (!this.over) this.out += `${reply}\r\n`
  }

  flush(): void {
    if (this.out === '') return
    this.socket.write(this.out)
    this.out = ''
  }

  end(reply: string): void {
    if (this.over) return
    this.socket.end(`${this.out}${reply}\r\n`)
    this.out = ''
    this.close(false)
    setTimeout(() => this.plain.destroy(), 1000).unref()
  }

  destroy(): void {
    this.plain.destroy()
  }

  get destroyed(): boolean {
    return this.plain.destroyed
  }
}
