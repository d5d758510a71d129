/** What the ways of fetching from a mailbox have in common. */

export interface MailboxMessage {
  /** 0 where there is none. */
  uid: number
  /** Octets of the whole; `content` may be its beginning. */
  size: number
  content: Buffer
}

export interface FetchLimits {
  /** Octets of a message; of a larger one the beginning is fetched. */
  size: number
  /** Octets of it that are kept. */
  keep: number
  /** Messages at a time. */
  most: number
  /** Milliseconds without an octet, and of all together. */
  idle: number
  total: number
  /** Ends what is under way. */
  signal?: AbortSignal | undefined
}

export interface MailboxCount {
  messages: number
  /** Of them, not fetched yet. */
  fresh: number
}

export const USUAL_FETCH_LIMITS: FetchLimits = {
  size: 20 << 20,
  keep: 4 << 20,
  most: 500,
  idle: 60_000,
  total: 600_000,
}
