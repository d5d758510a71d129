/**
 * What became of one message at a relay, as a value. Nothing a relay does is an exception:
 * each way it can behave ends in one of these, with the reply that says why.
 */
import { type BounceClass, classify } from '../bounces/rules.ts'
import { type SmtpReply, textOf } from './reply.ts'

/**
 * - accepted: the relay has taken the message (250 to the final dot).
 * - deferred: not taken, for now; to be tried again.
 * - refused: not taken, for good.
 * - uncertain: the end of the message may have arrived, and no reply came. It may be in the
 *   mailbox.
 * - unusable: the relay takes no messages at all (no connection, no TLS, no log-in). This message
 *   was not tried.
 * - abandoned: the caller held it back before its DATA, or closed the relay before its turn;
 *   nothing of it was sent.
 */
export type RelayOutcome =
  | 'accepted'
  | 'deferred'
  | 'refused'
  | 'uncertain'
  | 'unusable'
  | 'abandoned'

/** How far it came: the command that was answered, or went without an answer. */
export type Stage =
  | 'waiting'
  | 'connect'
  | 'greeting'
  | 'ehlo'
  | 'starttls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'content'
  | 'dot'

/** Whom the reply is about: what must be slowed, paused or taken out of circulation. */
export type About = 'recipient' | 'domain' | 'us' | 'content' | 'relay'

export interface RelayVerdict {
  outcome: RelayOutcome
  stage: Stage
  /** The code of the reply; 0 when there was none. */
  code: number
  enhanced: string | null
  /** The text of the reply, or our own words where there was none. */
  text: string
  about: About
  class: BounceClass | null
}

/**
 * The outcome of a command by its reply: 4yz and 5yz as they say; what is neither is no answer to
 * the command.
 */
export function verdictOf(stage: Stage, reply: SmtpReply): RelayVerdict {
  const { code, enhanced } = reply
  const text = textOf(reply)
  const told = { stage, code, enhanced, text }
  if (code < 400) {
    if (stage === 'dot' && code >= 250 && code < 260)
      return { outcome: 'accepted', ...told, about: 'recipient', class: null }
    // A reply that answers something else, as 354 or 221 to the final dot, does not tell whether
    // the message was taken.
    return {
      outcome: stage === 'dot' ? 'uncertain' : opening(stage) ? 'unusable' : 'deferred',
      ...told,
      about: 'relay',
      class: 'route-error',
    }
  }
  const kind = classify({ code, enhanced, text })
  const outcome = opening(stage) ? 'unusable' : code < 500 ? 'deferred' : 'refused'
  return { outcome, ...told, about: aboutOf(kind, stage, code), class: kind }
}

/**
 * The verdict when no reply came, in our words. The end of the message being out makes it
 * uncertain.
 */
export function unanswered(stage: Stage, text: string): RelayVerdict {
  const outcome = stage === 'dot' ? 'uncertain' : opening(stage) ? 'unusable' : 'deferred'
  return { outcome, stage, code: 0, enhanced: null, text, about: 'relay', class: 'route-error' }
}

/** A refusal of our own, before anything of the message was sent. */
export function refusedHere(enhanced: string, text: string, about: About): RelayVerdict {
  const kind =
    about === 'recipient' ? 'bad-mailbox' : about === 'content' ? 'content-refused' : 'route-error'
  return { outcome: 'refused', stage: 'mail', code: 0, enhanced, text, about, class: kind }
}

export const abandoned = (stage: Stage): RelayVerdict => ({
  outcome: 'abandoned',
  stage,
  code: 0,
  enhanced: null,
  text: 'Held back before it was sent',
  about: 'us',
  class: null,
})

const opening = (stage: Stage): boolean =>
  stage === 'waiting' ||
  stage === 'connect' ||
  stage === 'greeting' ||
  stage === 'ehlo' ||
  stage === 'starttls' ||
  stage === 'auth'

function aboutOf(kind: BounceClass, stage: Stage, code: number): About {
  // Until a recipient is named, the relay speaks of itself or of us.
  if (opening(stage))
    return kind === 'sender-blocked' || (stage === 'auth' && code >= 500) ? 'us' : 'relay'
  switch (kind) {
    case 'bad-mailbox':
    case 'mailbox-full':
      // In answer to MAIL the mailbox in question is the sender's.
      return stage === 'mail' ? 'us' : 'recipient'
    case 'bad-domain':
      return stage === 'mail' ? 'us' : 'domain'
    case 'content-refused':
    case 'too-large':
      return 'content'
    case 'sender-blocked':
      return 'us'
    case 'route-error':
      return 'relay'
    case 'busy':
      // RFC 5321 3.8: 421 closes the connection whatever was asked. Later than MAIL it is mostly
      // passed on from the recipient's side.
      return stage === 'mail' ? 'relay' : 'domain'
    case 'unknown':
      if (stage === 'mail') return code < 500 ? 'relay' : 'us'
      return stage === 'rcpt' ? 'recipient' : 'content'
  }
}
