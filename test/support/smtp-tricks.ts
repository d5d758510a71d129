/** How the SMTP server of smtp-sink.ts misbehaves. */

export type Step =
  | 'greeting'
  | 'ehlo'
  | 'starttls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'content'
  | 'dot'
  | 'rset'
  | 'quit'

/** One way to misbehave at one step. */
export interface Trick {
  at: Step
  /**
   * - hang: says nothing more. - close, cut: ends the connection, orderly or not. - reply: another
   *   reply than the good one, and the good thing does not happen. - say: it does.
   * - bye: that reply, then the end. - slow: the good reply, byte by byte, and so on to the end. -
   *   inject: the good reply, and `reply` in the same packet.
   * - lose: after the final dot, the email is taken and counted, and the connection ends without a
   *   reply. - hold: the good reply, once the sink is told to `release`.
   */
  do: 'hold' | 'hang' | 'close' | 'cut' | 'reply' | 'say' | 'bye' | 'slow' | 'inject' | 'lose'
  /** With or without its CRLF; anything at all. */
  reply?: string
  /** Only where the command, or for the steps after it the recipient, holds this text. */
  about?: string
  /** Only so many times. */
  times?: number
  /** Only beyond so many commands in so much time, like a provider that limits the rate. */
  beyond?: { commands: number; millis: number }
  /** Only after so many emails over the same connection. */
  afterEmails?: number
  /** Only with this probability. */
  chance?: number
}

/** Times of the commands that a trick with `beyond` let pass. */
const passed = new WeakMap<Trick, number[]>()

/** Whether a command is beyond the limit; one that is not counts against it. */
export function isBeyond(trick: Trick): boolean {
  if (!trick.beyond) return true
  const { commands, millis } = trick.beyond
  const since = Date.now() - millis
  const lately = (passed.get(trick) ?? []).filter(time => time > since)
  const beyond = lately.length >= commands
  passed.set(trick, beyond ? lately : [...lately, Date.now()])
  return beyond
}
