/** Types of an SMTP session: its limits, and its callbacks. */
import type { SecureContext } from 'node:tls'
import type { Budget } from './content.ts'

export interface Mail<Mailbox, Client = undefined> {
  /** Empty: the null sender. */
  from: string
  to: Mailbox[]
  /** In octets, of the whole message; `content` may be truncated. */
  size: number
  content: Buffer
  /** The address of the client. */
  peer: string
  /** Who has signed in. */
  client: Client
}

export interface SessionLimits {
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

/** Who signs in, or the reply that refuses: "535 5.7.8 ...". */
export type SignInOutcome<Client> = { client: Client } | { refused: string }

/**
 * Message submission (RFC 6409): mail of those who sign in, by TLS only. Stricter than incoming
 * mail, whose senders nobody can ask to mend their programs: line ends are CR LF, and parameters
 * those that are offered.
 */
export interface Submission<Client> {
  /** TLS from the first octet on (RFC 8314), not by STARTTLS. */
  implicitTls: boolean
  /** Milliseconds in which a client has to sign in. */
  signInMillis: number
  /** Wrong passwords before the session is closed. */
  wrongPasswords: number
  /** `gone` aborts when the client has disconnected. */
  signIn(
    given: { user: string; password: string; peer: string },
    gone: AbortSignal,
  ): Promise<SignInOutcome<Client>>
  /** Asked at each MAIL: the reply that refuses a message of the client now. */
  refusal(client: Client): string | undefined
}

/** The mailbox of a recipient, or the reply that rejects it: "550 5.1.1 ...". */
export type RecipientCheck<Mailbox> = { mailbox: Mailbox } | { refused: string }

export interface MailSessionOptions<Mailbox, Client = undefined> {
  /** Our host name. */
  name: string
  limits: SessionLimits
  budget: Budget
  /** The present certificate; undefined: TLS is not offered. */
  secure(): SecureContext | undefined
  /** Undefined: incoming mail. */
  submission?: Submission<Client>
  check(
    address: string,
    peer: string,
    utf8: boolean,
  ): RecipientCheck<Mailbox> | Promise<RecipientCheck<Mailbox>>
  /** Resolves when the mail is durable, or refused, with the reply: "250 2.0.0 ...". */
  take(mail: Mail<Mailbox, Client>): Promise<string>
  count(what: 'taken' | 'too large' | 'no room' | 'not stored' | 'cut off' | 'refused'): void
  report(error: unknown): void
}

export interface MailSession {
  /** Graceful shutdown: ends after the current message or command. */
  stop(): void
  destroy(): void
}
