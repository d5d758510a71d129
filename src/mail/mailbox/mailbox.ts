/** Common types of the mailbox protocols. */
import type { ServerCertificate } from '../../lib/server-certificate.ts'

export interface MailboxMessage {
  /** 0 if the protocol has none. */
  uid: number
  /** Octets of the whole message; `content` may be truncated. */
  size: number
  content: Buffer
}

export interface FetchLimits {
  /** Octets of a message; of a larger one only the beginning is fetched. */
  size: number
  /** Octets that are kept. */
  keep: number
  /** Messages per check. */
  most: number
  /** Limits in milliseconds: without an octet, and in total. */
  idle: number
  total: number
  /** Aborts the check. */
  signal?: AbortSignal | undefined
}

/** The steps of a check; `folder`: it is opened, or its messages are counted. */
export const MAILBOX_STEPS = ['connect', 'tls', 'login', 'folder'] as const
export type MailboxStep = (typeof MAILBOX_STEPS)[number]

/** Who follows a check. */
export interface MailboxWatch {
  /** Called at each step that an answer is awaited at. */
  reach(step: MailboxStep): void
  /** Called when the connection has been encrypted. */
  certificate(shown: ServerCertificate | null): void
}

export interface MailboxCount {
  messages: number
  /** Messages not fetched yet. */
  fresh: number
}

export const USUAL_FETCH_LIMITS: FetchLimits = {
  size: 20 << 20,
  keep: 4 << 20,
  most: 500,
  idle: 60_000,
  total: 600_000,
}
