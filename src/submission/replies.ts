/** The replies to a submitted message that is refused (RFC 5321, RFC 3463). */
import { refusalOf } from '../domain/refusal.ts'

/** Thrown while a message is read; `message` is the reply to its end. */
export class MessageRefused extends Error {}

/** A reply has 512 octets (RFC 5321 4.5.3.1.5), with code and line end. */
const LONGEST_SENTENCE = 450

const PAUSED = '450 4.3.2 The project is paused, try again later'

/** The reply for an error; undefined for one that is no answer to the client. */
export function replyFor(error: unknown): string | undefined {
  if (error instanceof MessageRefused) return printable(error.message)
  const refusal = refusalOf(error)
  if (!refusal) return undefined
  const { reason, message, subject } = refusal
  if (reason === 'out-of-room') return printable(`452 4.3.1 ${message}`)
  // A project that is there, and paused: a refusal for good would bounce the email.
  if (reason === 'no-such-project' && subject === undefined) return PAUSED
  return printable(`550 5.6.0 ${message}`)
}

/** Replies are ASCII in one line. */
const printable = (reply: string): string =>
  reply.replace(/[^ -~]+/g, '?').slice(0, LONGEST_SENTENCE)
