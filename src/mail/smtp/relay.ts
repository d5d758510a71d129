/**
 * One relay: a pool of kept connections that letters are handed over on, many at a time, each one ending in a verdict.
 * What happens on a connection is in transaction.ts, how it comes about in opening.ts, what verdicts there are in verdict.ts.
 */
import type { ConnectionOptions } from 'node:tls'
import { prepareContent } from './content.ts'
import { type Offers, type Opened, open, TIME_OUTS, type TimeOuts } from './opening.ts'
import { commandsFor, type Ended, type Envelope, type Holding, mend, transact } from './transaction.ts'
import type { RelayAddress } from './url.ts'
import { abandoned, type Verdict } from './verdict.ts'

export interface RelayOptions {
  address: RelayAddress
  /** How many connections at most; fewer while the relay refuses more. */
  connections?: number
  /** After so many letters a connection is ended and another opened. */
  messagesPerConnection?: number
  /** How many letters at most are marked, or being marked, while they wait for a connection. */
  marksAhead?: number
  /** A connection without work is ended after this time. */
  idleMs?: number
  timeOuts?: Partial<TimeOuts>
  /** Asked for each connection in place of the password in the address, as for tokens that are renewed. */
  secret?: () => Promise<string>
  tls?: ConnectionOptions
}

export interface SendOptions {
  /**
   * The caller's durable mark that the letter is about to be handed over: asked once, awaited before DATA is written. False: nothing
   * is sent. What it throws, `send` rejects with.
   */
  beforeData?: () => Promise<boolean>
  /**
   * - first (if not said): marked while the letter waits for a connection, so that no connection waits for a mark, and MAIL, RCPT
   *   and DATA go in one write. A letter that is then refused, or finds the relay unusable, has been marked.
   * - between: marked when the relay has accepted the recipient. The connection waits meanwhile.
   */
  mark?: 'first' | 'between'
  /** Whether the letter is still the caller's to send, its lease not lapsed: asked just before DATA is written, and before the content is. */
  stillOurs?: () => boolean
  /** Its turn comes before that of letters that are not, and it is marked however many wait. */
  urgent?: boolean
  /** The caller vouches that the letter has no CR or LF but in CRLF, as our own composer makes it. */
  canonical?: boolean
}

export interface RelayState {
  connections: { open: number; busy: number; opening: number; limit: number }
  /** Letters that wait for a connection. */
  waiting: number
  /** What the relay offered last, and whether that connection was encrypted. */
  offers: Offers | null
  encrypted: boolean
  /** Why the last attempt to open a connection failed; null once one has succeeded. */
  failing: { since: Date; verdict: Verdict } | null
}

export interface Relay {
  /**
   * The letter whole, or in pieces of whole lines. Never rejects for what the relay does; only with what the caller's own functions throw.
   */
  send(envelope: Envelope, letter: Buffer | readonly Buffer[], options?: SendOptions): Promise<Verdict>
  /**
   * Ends what is in hand, answers "unusable" to what still waits, and says QUIT everywhere. What is in hand has all the time of its
   * time-outs, or that of the grace; then its connection is cut, which leaves uncertain what had come to the final dot.
   */
  close(graceMs?: number): Promise<void>
  state(): RelayState
}

interface Job {
  envelope: Envelope
  letter: Buffer | readonly Buffer[]
  options: SendOptions
  /** What is asked on the connection; what is asked before has been taken out. */
  holding: Holding
  /** It has been on a kept connection that turned out to be gone. */
  again: boolean
  resolve(verdict: Verdict): void
  reject(error: unknown): void
}

interface Line extends Opened {
  used: number
  idleSince: number
}

/** A relay that refuses another connection is asked for more again after this time. */
const LOWERED_MS = 60_000

export function createRelay(options: RelayOptions): Relay {
  const { address, connections = 20, messagesPerConnection = 1000, marksAhead = 100, idleMs = 30_000, secret, tls } = options
  const timeOuts: TimeOuts = { ...TIME_OUTS, ...options.timeOuts }
  /** Letters to be marked first, and letters that only want a connection. */
  const unmarked: Job[] = []
  const ready: Job[] = []
  let marking = 0
  const lines = new Set<Line>()
  const idle: Line[] = []
  /** What close() waits for: letters in hand, connections being opened, farewells. */
  const unfinished = new Set<Promise<void>>()
  const leaving = new AbortController()
  let opening = 0
  let lowered = { to: connections, until: 0 }
  let closed = false
  let offers: Offers | null = null
  let encrypted = false
  let failing: RelayState['failing'] = null

  const limit = (): number => (Date.now() < lowered.until ? Math.max(1, lowered.to) : connections)
  const inQueue = (): number => unmarked.length + marking + ready.length
  const sweeper = setInterval(sweep, Math.max(10, idleMs / 2)).unref()

  return {
    send: (envelope, letter, sendOptions = {}) =>
      new Promise((resolve, reject) => {
        if (closed) return resolve(tooLate())
        const { beforeData, stillOurs, mark = 'first' } = sendOptions
        const first = beforeData !== undefined && mark === 'first'
        const holding: Holding = first ? { stillOurs } : { stillOurs, beforeData: once(beforeData) }
        const queue = first ? unmarked : ready
        enqueue(queue, { envelope, letter, options: sendOptions, holding, again: false, resolve, reject })
        pump()
      }),
    async close(graceMs) {
      closed = true
      leaving.abort()
      clearInterval(sweeper)
      answerAll(tooLate())
      for (const line of idle.splice(0)) farewell(line)
      const end = graceMs === undefined ? null : setTimeout(() => lines.forEach(drop), graceMs)
      while (unfinished.size > 0) await Promise.allSettled(unfinished)
      if (end) clearTimeout(end)
    },
    state: () => ({
      connections: { open: lines.size, busy: lines.size - idle.length, opening, limit: limit() },
      waiting: inQueue(),
      offers,
      encrypted,
      failing,
    }),
  }

  function pump(): void {
    if (closed) return
    while (ready.length > 0 && idle.length > 0) {
      const line = idle.pop()!
      // What a relay says unasked on a kept connection is good-bye.
      if (line.wire.broken() || line.wire.early() > 0) drop(line)
      else track(handOver(line, ready.shift()!))
    }
    // Only for a relay that takes letters: marks for one that is down would have to be taken back.
    while (lines.size > 0 && unmarked.length > 0 && (unmarked[0]!.options.urgent || marking + ready.length < marksAhead))
      track(mark(unmarked.shift()!))
    for (let missing = inQueue() - opening; missing > 0 && lines.size + opening < limit(); missing--) track(openLine())
  }

  async function mark(job: Job): Promise<void> {
    marking++
    try {
      const marked = await job.options.beforeData!()
      if (!marked) job.resolve(abandoned('waiting'))
      else if (closed) job.resolve(tooLate())
      else enqueue(ready, job)
    } catch (error) {
      job.reject(error)
    }
    marking--
    pump()
  }

  async function openLine(): Promise<void> {
    opening++
    const opened = await open({ address, timeOuts, secret, tls, signal: leaving.signal }).finally(() => opening--)
    if ('outcome' in opened) {
      failing = { since: failing?.since ?? new Date(), verdict: opened }
      if (lines.size + opening > 0) {
        // While another connection works or is tried, letters wait for that one.
        lowered = { to: lines.size + opening, until: Date.now() + LOWERED_MS }
      } else {
        lowered.until = 0
        answerAll(opened)
      }
      return
    }
    failing = null
    offers = opened.offers
    encrypted = opened.wire.encrypted()
    const line: Line = { ...opened, used: 0, idleSince: Date.now() }
    lines.add(line)
    line.wire.onBroken(() => forget(line))
    release(line)
  }

  async function handOver(line: Line, job: Job): Promise<void> {
    const kept = line.used++ > 0
    let after: Ended['after'] = 'close'
    let settle: () => void
    try {
      const content = prepareContent(job.letter, job.options.canonical)
      const commands = commandsFor(job.envelope, content, line.offers)
      const ended: Ended =
        'outcome' in commands
          ? { verdict: commands, after: 'ready' }
          : await transact(line.wire, commands, content, line.offers, timeOuts, job.holding)
      after = ended.after
      settle = () => job.resolve(ended.verdict)
      // Only on a kept connection, and once: the relay may have ended it between two letters, which is its good right.
      if (ended.stale && kept && !job.again && !closed) {
        job.again = true
        settle = () => ready.unshift(job)
      }
    } catch (error) {
      settle = () => job.reject(error)
    }
    // A line is free before the caller hears of it, so that the caller's next letter finds it and opens no other.
    if (after === 'ready') release(line)
    settle()
    if (after === 'ready') return
    if (await mend(line.wire, after, timeOuts)) return release(line)
    drop(line)
    pump()
  }

  function release(line: Line): void {
    if (line.wire.broken()) forget(line)
    else if (closed || line.used >= messagesPerConnection) farewell(line)
    else {
      line.idleSince = Date.now()
      idle.push(line)
    }
    pump()
  }

  function farewell(line: Line): void {
    lines.delete(line)
    line.wire.write('QUIT\r\n')
    track(
      line.wire
        .reply(timeOuts.quit)
        .catch(() => null)
        .then(() => line.wire.destroy()),
    )
  }

  function drop(line: Line): void {
    line.wire.destroy()
    forget(line)
  }

  function forget(line: Line): void {
    lines.delete(line)
    const at = idle.indexOf(line)
    if (at >= 0) idle.splice(at, 1)
  }

  function sweep(): void {
    const since = Date.now() - idleMs
    for (const line of [...idle]) {
      if (line.idleSince > since) continue
      idle.splice(idle.indexOf(line), 1)
      farewell(line)
    }
  }

  function answerAll(verdict: Verdict): void {
    for (const job of [...ready.splice(0), ...unmarked.splice(0)]) job.resolve(verdict)
  }

  function track(work: Promise<void>): void {
    unfinished.add(work)
    work.finally(() => unfinished.delete(work))
  }
}

/** Behind those that wait already; an urgent one before those that are not. */
function enqueue(queue: Job[], job: Job): void {
  const place = job.options.urgent ? queue.findIndex(({ options }) => !options.urgent) : -1
  queue.splice(place < 0 ? queue.length : place, 0, job)
}

/** It goes by whatever takes this relay's place, at once: the number of workers, and so the share of connections, has changed. */
const tooLate = (): Verdict => abandoned('waiting')

/** A mark between is asked for once, also when the letter goes to a second connection. */
function once(call?: () => Promise<boolean>): (() => Promise<boolean>) | undefined {
  let answer: Promise<boolean> | undefined
  return call && (() => (answer ??= call()))
}
