/**
 * One connection to an SMPP gateway, bound as a transceiver: requests out and their answers back
 * in, what the gateway sends by itself, and signs of life both ways. It knows exactly what the
 * gateway can have seen: a packet is written when the system has taken the one before, so at a cut
 * there is none of which a part may have gone together with others.
 */

import { type ConnectOptions, connect, inWords, SessionLost } from './connect.ts'
import { answerTo, COMMAND, createPduReader, isAnswer, NoPdu, type Pdu, writePdu } from './pdu.ts'
import { writeBind } from './pdu-bodies.ts'
import { kindOf, nameOf } from './status.ts'

/** An answer; or none, and then whether the gateway may have seen the request whole. */
export type Answer = { status: number; body: Buffer } | { lost: string; seen: boolean }

export interface SessionOptions extends ConnectOptions {
  /** A packet that the gateway sent by itself; resolves with the status to answer. */
  delivered(pdu: Pdu): Promise<number>
  /** It can take another request. */
  ready(): void
  /** The gateway wants to end it: what was asked is still answered. */
  leaving(): void
  ended(error: SessionLost): void
}

export interface Session {
  /** Whether a request may be written now. */
  ready(): boolean
  unanswered(): number
  submit(body: Buffer): Promise<Answer>
  /** Says unbind and goes, when what was asked is answered or the time is over. */
  leave(graceMillis: number): Promise<void>
  destroy(): void
}

interface Waiting {
  command: number
  settle(answer: Answer): void
  timer: NodeJS.Timeout
  /** The system has taken all of it. */
  written: boolean
}

/** So many packets of the gateway are worked on at a time; further ones wait on the wire. */
const MOST_DELIVERED = 200

/** Connects and binds. Throws SessionLost. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { url, timeOuts, signal } = options
  const socket = await connect(options)
  const waiting = new Map<number, Waiting>()
  const urgent: Buffer[] = []
  let sequence = 0
  let writing = false
  let bound = false
  let leaving = false
  let ended: SessionLost | null = null
  let heardAt = Date.now()
  let inWork = 0
  let drained: (() => void) | undefined

  const read = createPduReader(take)
  socket.on('data', chunk => {
    heardAt = Date.now()
    try {
      read(chunk)
    } catch (error) {
      if (!(error instanceof NoPdu)) throw error
      end(`The gateway sent what is no SMPP: ${error.message}`, true)
    }
  })
  socket.on('error', (error: NodeJS.ErrnoException) => end(inWords(error, url.host)))
  socket.on('end', () => end('The gateway closed the connection'))
  socket.on('close', () => end('The gateway closed the connection'))
  const stop = () => end('The connection was given up', true)
  signal.addEventListener('abort', stop)

  const life = setInterval(
    () => {
      if (Date.now() - heardAt < url.enquireSeconds * 1000 || waitsFor(COMMAND.enquireLink)) return
      void request(COMMAND.enquireLink, Buffer.alloc(0), timeOuts.enquire).then(answer => {
        if ('lost' in answer)
          end(`The gateway gave no sign of life within ${timeOuts.enquire / 1000} s`, true)
      })
    },
    Math.min(1000, url.enquireSeconds * 250),
  )
  life.unref()

  const answer = await request(
    COMMAND.bindTransceiver,
    writeBind(url.user, url.password, url.systemType),
    timeOuts.bind,
  )
  if ('lost' in answer || answer.status !== 0) {
    const said =
      'lost' in answer ? answer.lost : `The gateway refused to bind: ${nameOf(answer.status)}`
    end(said, true)
    throw new SessionLost(said, 'status' in answer && kindOf(answer.status) === 'us')
  }
  if (ended) throw ended

  return {
    ready: () => ended === null && !leaving && !writing && urgent.length === 0,
    unanswered: () => waiting.size,
    submit(body) {
      if (writing) throw new Error('A request is written when the one before it is')
      return request(COMMAND.submit, body, timeOuts.answer)
    },
    async leave(graceMillis) {
      leaving = true
      const until = Date.now() + graceMillis
      while (!ended && waiting.size > 0 && Date.now() < until)
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, Math.max(1, until - Date.now()))
          drained = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      if (!ended && waiting.size === 0)
        await request(COMMAND.unbind, Buffer.alloc(0), timeOuts.unbind)
      end('The connection was ended', true)
    },
    destroy: () => end('The connection was given up', true),
  }

  function request(command: number, body: Buffer, millis: number): Promise<Answer> {
    return new Promise(settle => {
      if (ended) return settle({ lost: ended.message, seen: false })
      sequence = sequence >= 0x7fffffff ? 1 : sequence + 1
      const mine = sequence
      const timer = setTimeout(() => {
        waiting.delete(mine)
        settle({ lost: `The gateway did not answer within ${millis / 1000} s`, seen: true })
        if (waiting.size === 0) drained?.()
        if (bound && !ended) options.ready()
      }, millis)
      const entry = { command, settle, timer, written: false }
      waiting.set(mine, entry)
      write(writePdu(command, 0, mine, body), () => {
        entry.written = true
      })
    })
  }

  /**
   * One packet at a time; the next goes when the system has taken this one. Answers that are owed
   * go before new requests.
   */
  function write(packet: Buffer, done?: () => void): void {
    if (ended) return
    if (writing) return void urgent.push(packet)
    writing = true
    socket.write(packet, error => {
      writing = false
      if (error || ended) return
      done?.()
      if (urgent.length > 0) return write(Buffer.concat(urgent.splice(0)))
      if (bound && !leaving) options.ready()
    })
    // TLS may have sent it before it says so.
    if (url.tls) done?.()
  }

  function take(pdu: Pdu): void {
    if (ended) return
    if (isAnswer(pdu.command)) takeAnswer(pdu)
    else if (pdu.command === COMMAND.enquireLink)
      write(writePdu(COMMAND.enquireLinkResp, 0, pdu.sequence))
    else if (pdu.command === COMMAND.deliver || pdu.command === COMMAND.dataSm) takeDelivered(pdu)
    else if (pdu.command === COMMAND.unbind) {
      write(writePdu(COMMAND.unbindResp, 0, pdu.sequence))
      if (leaving) return
      leaving = true
      options.leaving()
    }
    // 5.1.3: ESME_RINVCMDID.
    else write(writePdu(COMMAND.genericNack, 3, pdu.sequence))
  }

  function takeAnswer({ command, status, sequence: of, body }: Pdu): void {
    const entry = waiting.get(of)
    // An answer to nothing, or to what we no longer wait for.
    if (!entry || (command !== COMMAND.genericNack && command !== answerTo(entry.command))) return
    waiting.delete(of)
    clearTimeout(entry.timer)
    if (
      entry.command === COMMAND.bindTransceiver &&
      status === 0 &&
      command !== COMMAND.genericNack
    )
      bound = true
    // The body lies in the memory of a chunk with others: what is kept of it is copied.
    entry.settle({
      status: command === COMMAND.genericNack && status === 0 ? 3 : status,
      body: Buffer.from(body),
    })
    if (waiting.size === 0) drained?.()
    if (bound && !leaving) options.ready()
  }

  function takeDelivered(pdu: Pdu): void {
    // 5.1.3: ESME_RINVBNDSTS.
    if (!bound) write(writePdu(answerTo(pdu.command), 4, pdu.sequence))
    if (!bound) return
    if (++inWork >= MOST_DELIVERED) socket.pause()
    void options
      .delivered({ ...pdu, body: Buffer.from(pdu.body) })
      .then(status => write(writePdu(answerTo(pdu.command), status, pdu.sequence, Buffer.alloc(1))))
      .finally(() => {
        if (--inWork < MOST_DELIVERED / 2 && socket.isPaused()) {
          // While nothing is read nothing is heard.
          heardAt = Date.now()
          socket.resume()
        }
      })
  }

  function waitsFor(command: number): boolean {
    for (const entry of waiting.values()) if (entry.command === command) return true
    return false
  }

  /**
   * All that waits is answered. Who was cut by us may have been seen although the system did not
   * say so yet.
   */
  function end(text: string, byUs = false): void {
    if (ended) return
    ended = new SessionLost(text)
    clearInterval(life)
    signal.removeEventListener('abort', stop)
    socket.destroy()
    for (const [of, { settle, timer, written }] of [...waiting]) {
      waiting.delete(of)
      clearTimeout(timer)
      settle({ lost: text, seen: written || byUs })
    }
    drained?.()
    if (bound) options.ended(ended)
  }
}
