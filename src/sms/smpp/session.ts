/**
 * One connection to an SMPP gateway, bound as a transceiver: requests and their responses, the
 * gateway's own requests, and enquire_link in both directions. It knows exactly what the gateway
 * may have received: a packet is written after the system has accepted the one before, so a broken
 * connection leaves at most one packet partly sent.
 */
import type { Socket } from 'node:net'
import { gatewayWords } from '../words.ts'
import { type ConnectOptions, connect, inWords, SessionLost } from './connect.ts'
import { answerTo, COMMAND, createPduReader, isAnswer, NoPdu, type Pdu, writePdu } from './pdu.ts'
import { writeBind } from './pdu-bodies.ts'
import { kindOf, nameOf } from './status.ts'

/** A response; or none, and whether the gateway may have received the whole request. */
export type Answer = { status: number; body: Buffer } | { lost: string; seen: boolean }

export interface SessionOptions extends ConnectOptions {
  /** A request of the gateway; resolves with the status to respond with. */
  delivered(pdu: Pdu): Promise<number>
  /** Another request can be sent. */
  ready(): void
  /** The gateway ends the session: outstanding requests are still answered. */
  leaving(): void
  ended(error: SessionLost): void
}

export interface Session {
  /** Whether a request may be sent now. */
  ready(): boolean
  unanswered(): number
  submit(body: Buffer): Promise<Answer>
  /** Sends unbind and disconnects, when all requests are answered or the time is over. */
  leave(graceMillis: number): Promise<void>
  destroy(): void
}

interface Waiting {
  command: number
  settle(answer: Answer): void
  timer: NodeJS.Timeout
  /** The system has accepted all of it. */
  written: boolean
}

/**
 * Maximum packets of the gateway processed concurrently; further ones stay in the socket
 * (backpressure).
 */
const MOST_DELIVERED = 200

/** Connects and binds. Throws SessionLost. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const session = new SmppSession(await connect(options), options)
  await session.bind()
  return session
}

class SmppSession implements Session {
  private readonly socket: Socket
  private readonly options: SessionOptions
  private readonly waiting = new Map<number, Waiting>()
  private readonly urgent: Buffer[] = []
  private readonly life: NodeJS.Timeout
  private sequence = 0
  private writing = false
  private bound = false
  private leaving = false
  private ended: SessionLost | null = null
  private lastPacketAt = Date.now()
  private processing = 0
  private drained: (() => void) | undefined

  constructor(socket: Socket, options: SessionOptions) {
    this.socket = socket
    this.options = options
    const { url, signal } = options
    const read = createPduReader(pdu => this.take(pdu))
    socket.on('data', chunk => {
      this.lastPacketAt = Date.now()
      try {
        read(chunk)
      } catch (error) {
        if (!(error instanceof NoPdu)) throw error
        this.end(gatewayWords['gateway-invalid']({ says: error.message }), true)
      }
    })
    socket.on('error', (error: NodeJS.ErrnoException) => this.end(inWords(error, url.host)))
    socket.on('end', () => this.end(gatewayWords['gateway-hung-up']()))
    socket.on('close', () => this.end(gatewayWords['gateway-hung-up']()))
    signal.addEventListener('abort', this.destroy)
    this.life = setInterval(() => this.enquire(), Math.min(1000, url.enquireSeconds * 250))
    this.life.unref()
  }

  /** Throws SessionLost. */
  async bind(): Promise<void> {
    const { url, timeOuts } = this.options
    const answer = await this.request(
      COMMAND.bindTransceiver,
      writeBind(url.user, url.password, url.systemType),
      timeOuts.bind,
    )
    if ('lost' in answer || answer.status !== 0) {
      const reason =
        'lost' in answer
          ? answer.lost
          : gatewayWords['gateway-bind']({ says: nameOf(answer.status) })
      this.end(reason, true)
      throw new SessionLost(reason, 'status' in answer && kindOf(answer.status) === 'us')
    }
    if (this.ended) throw this.ended
  }

  ready(): boolean {
    return this.ended === null && !this.leaving && !this.writing && this.urgent.length === 0
  }

  unanswered(): number {
    return this.waiting.size
  }

  submit(body: Buffer): Promise<Answer> {
    if (this.writing) throw new Error('A request is written only after the one before it')
    return this.request(COMMAND.submit, body, this.options.timeOuts.answer)
  }

  async leave(graceMillis: number): Promise<void> {
    this.leaving = true
    const until = Date.now() + graceMillis
    while (!this.ended && this.waiting.size > 0 && Date.now() < until)
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, Math.max(1, until - Date.now()))
        this.drained = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    if (!this.ended && this.waiting.size === 0)
      await this.request(COMMAND.unbind, Buffer.alloc(0), this.options.timeOuts.unbind)
    this.end(gatewayWords['gateway-ended'](), true)
  }

  readonly destroy = (): void => this.end(gatewayWords['gateway-abandoned'](), true)

  /** Sends enquire_link after a long silence of the gateway. */
  private enquire(): void {
    const { url, timeOuts } = this.options
    if (Date.now() - this.lastPacketAt < url.enquireSeconds * 1000) return
    if (this.waitsFor(COMMAND.enquireLink)) return
    void this.request(COMMAND.enquireLink, Buffer.alloc(0), timeOuts.enquire).then(answer => {
      if ('lost' in answer)
        this.end(gatewayWords['gateway-enquire']({ seconds: timeOuts.enquire / 1000 }), true)
    })
  }

  private request(command: number, body: Buffer, millis: number): Promise<Answer> {
    return new Promise(settle => {
      if (this.ended) return settle({ lost: this.ended.message, seen: false })
      this.sequence = this.sequence >= 0x7fffffff ? 1 : this.sequence + 1
      const sequence = this.sequence
      const timer = setTimeout(() => {
        this.waiting.delete(sequence)
        settle({ lost: gatewayWords['gateway-unanswered']({ seconds: millis / 1000 }), seen: true })
        if (this.waiting.size === 0) this.drained?.()
        if (this.bound && !this.ended) this.options.ready()
      }, millis)
      const entry = { command, settle, timer, written: false }
      this.waiting.set(sequence, entry)
      this.write(writePdu(command, 0, sequence, body), () => {
        entry.written = true
      })
    })
  }

  /**
   * One packet at a time; the next is written when the system has accepted this one. Responses go
   * before requests.
   */
  private write(packet: Buffer, done?: () => void): void {
    if (this.ended) return
    if (this.writing) return void this.urgent.push(packet)
    this.writing = true
    this.socket.write(packet, error => {
      this.writing = false
      if (error || this.ended) return
      done?.()
      if (this.urgent.length > 0) return this.write(Buffer.concat(this.urgent.splice(0)))
      if (this.bound && !this.leaving) this.options.ready()
    })
    // TLS may send it before it reports so.
    if (this.options.url.tls) done?.()
  }

  private take(pdu: Pdu): void {
    if (this.ended) return
    if (isAnswer(pdu.command)) this.takeAnswer(pdu)
    else if (pdu.command === COMMAND.enquireLink)
      this.write(writePdu(COMMAND.enquireLinkResp, 0, pdu.sequence))
    else if (pdu.command === COMMAND.deliver || pdu.command === COMMAND.dataSm)
      this.takeDelivered(pdu)
    else if (pdu.command === COMMAND.unbind) {
      this.write(writePdu(COMMAND.unbindResp, 0, pdu.sequence))
      if (this.leaving) return
      this.leaving = true
      this.options.leaving()
    }
    // 5.1.3: ESME_RINVCMDID.
    else this.write(writePdu(COMMAND.genericNack, 3, pdu.sequence))
  }

  private takeAnswer({ command, status, sequence: of, body }: Pdu): void {
    const entry = this.waiting.get(of)
    // A response to no request, or to one that timed out.
    if (!entry || (command !== COMMAND.genericNack && command !== answerTo(entry.command))) return
    this.waiting.delete(of)
    clearTimeout(entry.timer)
    if (
      entry.command === COMMAND.bindTransceiver &&
      status === 0 &&
      command !== COMMAND.genericNack
    )
      this.bound = true
    // The body shares the memory of a chunk: what is retained is copied.
    entry.settle({
      status: command === COMMAND.genericNack && status === 0 ? 3 : status,
      body: Buffer.from(body),
    })
    if (this.waiting.size === 0) this.drained?.()
    if (this.bound && !this.leaving) this.options.ready()
  }

  private takeDelivered(pdu: Pdu): void {
    // 5.1.3: ESME_RINVBNDSTS.
    if (!this.bound) this.write(writePdu(answerTo(pdu.command), 4, pdu.sequence))
    if (!this.bound) return
    if (++this.processing >= MOST_DELIVERED) this.socket.pause()
    void this.options
      .delivered({ ...pdu, body: Buffer.from(pdu.body) })
      .then(status =>
        this.write(writePdu(answerTo(pdu.command), status, pdu.sequence, Buffer.alloc(1))),
      )
      .finally(() => {
        if (--this.processing < MOST_DELIVERED / 2 && this.socket.isPaused()) {
          // While the socket is paused no packet can arrive.
          this.lastPacketAt = Date.now()
          this.socket.resume()
        }
      })
  }

  private waitsFor(command: number): boolean {
    for (const entry of this.waiting.values()) if (entry.command === command) return true
    return false
  }

  /**
   * Settles all outstanding requests. If we closed the connection, a request may have been received
   * although the system has not reported it.
   */
  private end(text: string, closedByUs = false): void {
    if (this.ended) return
    this.ended = new SessionLost(text)
    clearInterval(this.life)
    this.options.signal.removeEventListener('abort', this.destroy)
    this.socket.destroy()
    for (const [of, { settle, timer, written }] of [...this.waiting]) {
      this.waiting.delete(of)
      clearTimeout(timer)
      settle({ lost: text, seen: written || closedByUs })
    }
    this.drained?.()
    if (this.bound) this.options.ended(this.ended)
  }
}
