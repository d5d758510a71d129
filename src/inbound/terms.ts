/** What a conversation of the listener is held by: its limits, and what it asks of others. */
import type { SecureContext } from 'node:tls'
import type { Budget } from './content.ts'

export interface Mail<Mailbox> {
  /** Empty: the null sender. */
  from: string
  to: Mailbox[]
  /** In octets, of the whole message; `content` may be its beginning. */
  size: number
  content: Buffer
  /** The address that it came from. */
  peer: string
}

export interface InboundLimits {
  /** Octets of a message; announced. */
  size: number
  /** Octets of it that are kept. */
  keep: number
  recipients: number
  /** Commands that are wrong, or refused recipients, before the conversation is ended. */
  wrong: number
  /** Milliseconds without a sign of life. */
  idle: number
  /** Milliseconds that one message may take. */
  message: number
  /** Milliseconds of the whole conversation. */
  conversation: number
}

export interface ConversationOptions<Mailbox> {
  /** What we call ourselves. */
  name: string
  limits: InboundLimits
  budget: Budget
  secure: SecureContext | undefined
  /** The mailbox of an address, or the reply that refuses it: "550 5.1.1 ...". */
  check(address: string, peer: string): Promise<{ mailbox: Mailbox } | { refused: string }>
  /** Resolves when the mail is durable. */
  take(mail: Mail<Mailbox>): Promise<void>
  count(what: 'taken' | 'too large' | 'no room' | 'not stored' | 'cut off'): void
  report(error: unknown): void
}

export interface Conversation {
  /** Ends it when what is in hand is done. */
  stop(): void
  destroy(): void
}
