/** Messages that wait for a connection to one relay: FIFO, urgent ones first. */
import type { SmtpEnvelope, TransactionHooks } from './transaction.ts'
import type { RelayVerdict } from './verdict.ts'

export interface Destination {
  name: string
  /** Messages being sent there at the same time; null: any number. */
  connections: number | null
  /** After which a connection is replaced; null: as for any message. */
  messagesPerConnection: number | null
}

export interface SendOptions {
  /**
   * Durably marks the message as handed over: called once, awaited before DATA. False: nothing is
   * sent. Its errors reject `send`.
   */
  beforeData?: () => Promise<boolean>
  /**
   * - first (the default): marked while the message waits for a connection, so that no connection
   *   waits for a mark, and MAIL, RCPT and DATA go in one write. A message may be marked and then
   *   refused, or find the relay unusable.
   * - between: marked after the relay has accepted the recipient, while the connection waits.
   */
  mark?: 'first' | 'between'
  /**
   * Whether the caller still holds the lease of the message: checked just before DATA is written,
   * and before the content is.
   */
  stillOurs?: () => boolean
  /** Where the relay takes it, if less is allowed there than on the relay. */
  destination?: Destination | undefined
  /** Goes before messages that are not urgent, and is marked regardless of `marksAhead`. */
  urgent?: boolean
  /**
   * The caller guarantees that every CR and LF is part of a CRLF, as in our own composer's output.
   */
  canonical?: boolean
}

export interface QueuedMessage {
  envelope: SmtpEnvelope
  message: Buffer | readonly Buffer[]
  options: SendOptions
  /** Hooks to call on the connection; without those already called. */
  holding: TransactionHooks
  /** It was on a kept connection that turned out to be closed. */
  again: boolean
  resolve(verdict: RelayVerdict): void
  reject(error: unknown): void
}

export interface SendQueue {
  /** Messages to be marked first, and how many are being marked. */
  unmarked: QueuedMessage[]
  marking: number
  /** Messages that only need a connection. */
  ready: QueuedMessage[]
}

export const newQueue = (): SendQueue => ({ unmarked: [], marking: 0, ready: [] })

export const lengthOf = ({ unmarked, marking, ready }: SendQueue): number =>
  unmarked.length + marking + ready.length

/** Appends a message; an urgent one goes before those that are not. */
export function enqueue(messages: QueuedMessage[], message: QueuedMessage): void {
  const place = message.options.urgent ? messages.findIndex(({ options }) => !options.urgent) : -1
  if (place < 0) messages.push(message)
  else messages.splice(place, 0, message)
}

/** Takes the first message whose destination takes another one now: mostly the very first. */
export function takeReady(
  { ready }: SendQueue,
  busy: ReadonlyMap<string, number>,
): QueuedMessage | undefined {
  const at = ready.findIndex(({ options: { destination } }) => {
    if (!destination || destination.connections === null) return true
    return (busy.get(destination.name) ?? 0) < destination.connections
  })
  // shift() takes the first without moving the rest.
  return at === 0 ? ready.shift() : ready.splice(at, at < 0 ? 0 : 1)[0]
}

/** Resolves all queued messages with the same verdict. */
export function answerAll({ ready, unmarked }: SendQueue, verdict: RelayVerdict): void {
  for (const one of [...ready.splice(0), ...unmarked.splice(0)]) one.resolve(verdict)
}
