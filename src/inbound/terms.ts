/** Types of an SMTP session: its limits, and its callbacks. */
import type { SecureContext } from 'node:tls'
import type { Budget } from './content.ts'

export interface Mail<Mailbox> {
  /** Empty: the null sender. */
  from: string
  to: Mailbox[]
  /** In octets, of the whole message; `content` may be truncated. */
  size: number
  content: Buffer
  /** The address of the client. */
  peer: string
}

export interface InboundLimits {
  /** Octets of a message; announced by SIZE. */
  size: number
  /** Octets that are kept. */
  keep: number
  recipients: number
  /** Invalid commands and rejected recipients before the session is closed. */
  wrong: number
  /** Milliseconds without input. */
  idle: number
  /** Milliseconds for one message. */
  message: number
  /** Milliseconds for the whole session. */
  conversation: number
}

export interface ConversationOptions<Mailbox> {
  /** Our host name. */
  name: string
  limits: InboundLimits
  budget: Budget
  secure: SecureContext | undefined
  /** The mailbox of an address, or the reply that rejects it: "550 5.1.1 ...". */
  check(address: string, peer: string): Promise<{ mailbox: Mailbox } | { refused: string }>
  /** Resolves when the mail is durable. */
  take(mail: Mail<Mailbox>): Promise<void>
  count(what: 'taken' | 'too large' | 'no room' | 'not stored' | 'cut off'): void
  report(error: unknown): void
}

export interface Conversation {
  /** Graceful shutdown: ends after the current message or command. */
  stop(): void
  destroy(): void
}
