/**
 * Reads the bodies of requests, for all edges: each counted as it arrives, against the memory of
 * all and the part of its sender, and each at a least pace. Who sends nothing holds nothing.
 */
import type { IncomingMessage } from 'node:http'
import { type BodyPace, createPaceWatch, type PaceWatch } from './body-pace.ts'
import { type BudgetOwner, type ByteBudget, createByteBudget } from './byte-budget.ts'
import { CallerGone } from './caller-gone.ts'

/**
 * The sender of a body. A `program` calls the web service, whose callers are known only when their
 * call is read; `recipient` and `relay` have memory of their own, which no other sender can use up.
 */
export type BodySender = 'stranger' | 'recipient' | 'relay' | 'program' | { accountId: number }

export interface BodyTerms {
  sender: BodySender
  /** The size limit in bytes. */
  most: number
}

export interface RequestBodies {
  /**
   * The whole body. Rejects with BodyRefused, or with CallerGone if the client hangs up before its
   * end. release() releases the counted bytes.
   */
  read(req: IncomingMessage, terms: BodyTerms): Promise<Buffer>
  /**
   * The pieces of a body that is not kept in memory, such as a file. Rejects with BodyRefused if
   * they come too slowly; a reader that stops can still answer.
   */
  stream(req: IncomingMessage): AsyncIterable<Buffer>
  /** Counts memory that reading a body takes beside its bytes; false if there is none left. */
  grow(req: IncomingMessage, bytes: number, sender: BodySender): boolean
  /** The request is answered, or its client is gone. */
  release(req: IncomingMessage): void
  /** Bytes of all bodies in memory. */
  used(): number
}

export interface BodiesOptions {
  /** Memory for all bodies; recipients and relays have theirs in addition. */
  most: number
  /** The network that bodies of a request count for if it has no session. */
  networkOf(req: IncomingMessage): string
  paces?: BodyPaces
}

/** How long a body may take. */
export interface BodyPaces {
  /** The whole body of a stranger, or of a recipient. */
  strangerMillis: number
  /** Of others: in each span of time so many bytes. */
  spanMillis: number
  leastBytes: number
}

/**
 * 500 bytes a second, half the rate of the slowest modem, and pauses of up to half a minute: old
 * programs on slow lines still get through, and the server's limit of five minutes is later.
 */
export const BODY_PACES: BodyPaces = {
  strangerMillis: 10_000,
  spanMillis: 30_000,
  leastBytes: 15_000,
}

export type BodyTrouble = keyof typeof BODY_STATUS

/** HTTP status codes. */
export const BODY_STATUS = { 'too-large': 413, 'too-slow': 408, 'no-room': 503 } as const

/** A body that is not read. */
export class BodyRefused extends Error {
  readonly trouble: BodyTrouble
  constructor(trouble: BodyTrouble) {
    super(`a body that is not read: ${trouble}`)
    this.trouble = trouble
  }
}

/** Memory beside that for all, as a part of it, and at least. */
const OF_RECIPIENTS = { share: 1 / 8, least: 256 * 1024 }
const OF_RELAYS = { share: 1 / 4, least: 4 << 20 }
/** A piece of a body takes memory besides its bytes, and may have a single one. */
const OF_PIECE = 256
/**
 * So much of a refused body is read and dropped: many programs read the response only after sending
 * everything, and would report a closed connection as a network failure.
 */
const MOST_DROPPED = 64 << 20

export function createRequestBodies(options: BodiesOptions): RequestBodies {
  const { most, networkOf, paces = BODY_PACES } = options
  const beside = ({ share, least }: typeof OF_RECIPIENTS) =>
    createByteBudget(Math.max(most * share, least))
  const common = createByteBudget(most)
  const budgets = { recipient: beside(OF_RECIPIENTS), relay: beside(OF_RELAYS) }

  const budgetOf = (sender: BodySender): ByteBudget =>
    sender === 'recipient' || sender === 'relay' ? budgets[sender] : common

  /** Programs and people may share a network: large calls leave them their sign-in. */
  function ownerOf(req: IncomingMessage, sender: BodySender): BudgetOwner {
    if (typeof sender === 'object') return { name: `account ${sender.accountId}`, strict: false }
    const network = networkOf(req)
    return isBrief(sender)
      ? { name: `strangers ${network}`, strict: true }
      : { name: network, strict: false }
  }

  const brief = { millis: paces.strangerMillis, least: Number.POSITIVE_INFINITY }
  const steady = { millis: paces.spanMillis, least: paces.leastBytes }
  const watch = createPaceWatch(Math.min(brief.millis, steady.millis))

  return {
    read(req, { sender, most: limit }) {
      const isShort = isBrief(sender)
      return readWhole(req, {
        limit,
        watch,
        budget: budgetOf(sender),
        owner: ownerOf(req, sender),
        pace: isShort ? brief : steady,
        dropped: isShort ? 0 : MOST_DROPPED,
      })
    },
    stream: req => paced(req, steady),
    grow: (req, bytes, sender) => budgetOf(sender).take(req, bytes, ownerOf(req, sender)),
    release(req) {
      for (const budget of [common, budgets.recipient, budgets.relay]) budget.release(req)
    },
    used: () => common.used() + budgets.recipient.used() + budgets.relay.used(),
  }
}

/** Their bodies are short, and nothing is known of them. */
const isBrief = (sender: BodySender): boolean => sender === 'stranger' || sender === 'recipient'

interface Reading {
  limit: number
  pace: BodyPace
  watch: PaceWatch
  /** How much is read beyond a refusal. */
  dropped: number
  budget: ByteBudget
  owner: BudgetOwner
}

function readWhole(req: IncomingMessage, reading: Reading): Promise<Buffer> {
  const { limit, pace, watch, dropped, budget, owner } = reading
  // It ended before there was a listener.
  if (req.destroyed) return Promise.reject(new CallerGone())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let refusal: BodyRefused | undefined
    const watched = watch.add(pace, () => {
      refuse('too-slow')
      stop()
    })

    function refuse(trouble: BodyTrouble): void {
      refusal ??= new BodyRefused(trouble)
      chunks.length = 0
      budget.release(req)
    }

    /** The rest is not read. */
    function stop(): void {
      watch.remove(watched)
      req.off('data', more)
      req.pause()
      reject(refusal)
    }

    function more(chunk: Buffer): void {
      size += chunk.length
      watched.bytes += chunk.length
      if (refusal === undefined) {
        if (size > limit) refuse('too-large')
        else if (budget.take(req, chunk.length + OF_PIECE, owner)) chunks.push(chunk)
        else refuse('no-room')
      }
      if (refusal && (dropped === 0 || size > limit + dropped)) stop()
    }

    req.on('data', more)
    req.on('end', () => {
      watch.remove(watched)
      if (refusal) reject(refusal)
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
      // The request outlives its body, and would retain the chunks in addition to the whole.
      chunks.length = 0
    })
    const gone = () => {
      if (req.readableEnded) return
      watch.remove(watched)
      budget.release(req)
      reject(new CallerGone())
    }
    req.on('error', gone)
    req.on('close', gone)
    if (Number(req.headers['content-length']) > limit) {
      refuse('too-large')
      if (dropped === 0) stop()
    }
  })
}

/** Only the time in which we wait for the client counts, not that in which it waits for us. */
async function* paced(req: IncomingMessage, { millis, least }: BodyPace): AsyncGenerator<Buffer> {
  const pieces: AsyncIterator<Buffer> = req.iterator({ destroyOnReturn: false })
  let waited = 0
  let bytes = 0
  try {
    for (;;) {
      const began = performance.now()
      const next = await within(pieces.next(), millis - waited)
      if (next.done) return
      waited += performance.now() - began
      bytes += next.value.length
      if (bytes >= least) waited = bytes = 0
      yield next.value
    }
  } catch (error) {
    throw req.complete || error instanceof BodyRefused ? error : new CallerGone()
  } finally {
    pieces.return?.().catch(() => {})
  }
}

async function within<T>(work: Promise<T>, millis: number): Promise<T> {
  let late: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new BodyRefused('too-slow')), Math.max(0, millis))
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(late)
  }
}
