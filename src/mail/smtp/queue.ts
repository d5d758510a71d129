/** The messages that wait for a connection to one relay: urgent ones first, else in order. */
import type { SmtpEnvelope, TransactionHooks } from './transaction.ts'
import type { RelayVerdict } from './verdict.ts'

export interface SendOptions {
  /**
   * The caller's durable mark that the message is about to be handed over: asked once, awaited
   * before DATA is written. False: nothing is sent. What it throws, `send` rejects with.
   */
  beforeData?: () => Promise<boolean>
  /**
   * - first (the default): marked while the message waits for a connection, so that no connection
   *   waits for a mark, and MAIL, RCPT and DATA go in one write. A message that is then refused, or
   *   finds the relay unusable, has been marked.
   * - between: marked when the relay has accepted the recipient. The connection waits meanwhile.
   */
  mark?: 'first' | 'between'
  /**
   * Whether the message is still the caller's to send, its lease not lapsed: asked just before DATA
   * is written, and before the content is.
   */
  stillOurs?: () => boolean
  /** Its turn comes before that of messages that are not, and it is marked however many wait. */
  urgent?: boolean
  /**
   * The caller vouches that the message has no CR or LF but in CRLF, as our own composer makes it.
   */
  canonical?: boolean
}

export interface QueuedMessage {
  envelope: SmtpEnvelope
  message: Buffer | readonly Buffer[]
  options: SendOptions
  /** What is asked on the connection; what is asked before has been taken out. */
  holding: TransactionHooks
  /** It has been on a kept connection that turned out to be gone. */
  again: boolean
  resolve(verdict: RelayVerdict): void
  reject(error: unknown): void
}

export interface SendQueue {
  /** Messages to be marked first, and how many are being marked. */
  unmarked: QueuedMessage[]
  marking: number
  /** Messages that only want a connection. */
  ready: QueuedMessage[]
}

export const newQueue = (): SendQueue => ({ unmarked: [], marking: 0, ready: [] })

export const lengthOf = ({ unmarked, marking, ready }: SendQueue): number =>
  unmarked.length + marking + ready.length

/** Behind those that wait already; an urgent one before those that are not. */
export function enqueue(messages: QueuedMessage[], message: QueuedMessage): void {
  const place = message.options.urgent ? messages.findIndex(({ options }) => !options.urgent) : -1
  messages.splice(place < 0 ? messages.length : place, 0, message)
}

/** The same verdict for all that wait. */
export function answerAll({ ready, unmarked }: SendQueue, verdict: RelayVerdict): void {
  for (const one of [...ready.splice(0), ...unmarked.splice(0)]) one.resolve(verdict)
}
