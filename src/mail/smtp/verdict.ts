/**
 * The outcome of one message at a relay, as a value. A relay never causes an exception: all its
 * behaviour ends in a verdict, with the reply as reason.
 */
import { namesUs, type Parties } from '../bounces/named.ts'
import { type BounceClass, classify } from '../bounces/rules.ts'
import { type RelayLimit, relayLimitOf } from './relay-limit.ts'
import { isPositive, type SmtpReply, textOf } from './reply.ts'
import { type RelaySentence, relaySentence, withoutStop } from './words.ts'

/**
 * - accepted: the relay has accepted the message (250 to the final dot).
 * - deferred: not accepted for now; to be retried.
 * - refused: rejected permanently.
 * - uncertain: the end of the message may have arrived, and no reply came. The message may be in
 *   the mailbox.
 * - unusable: the relay accepts no messages at all (no connection, no TLS, no authentication). This
 *   message was not tried.
 * - abandoned: withheld by the caller before DATA, or still queued when the relay closed; nothing
 *   of it was sent.
 */
export type RelayOutcome =
  | 'accepted'
  | 'deferred'
  | 'refused'
  | 'uncertain'
  | 'unusable'
  | 'abandoned'

/** The stage reached: the command that was answered, or that got no answer. */
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

/** The subject of the reply: what must be slowed, paused or marked undeliverable. */
export type About = 'recipient' | 'domain' | 'us' | 'content' | 'relay'

export interface RelayVerdict {
  outcome: RelayOutcome
  stage: Stage
  /** The reply code; 0 without a reply. */
  code: number
  enhanced: string | null
  /** The text of the reply, or ours without a reply. */
  text: string
  /** Our text as codes. */
  causes?: readonly RelaySentence[]
  about: About
  class: BounceClass | null
  /** The limit of the relay that the reply is about: another email would have got it as well. */
  limit?: RelayLimit
}

/**
 * The outcome of a command by its reply code: 4yz and 5yz by their class; any other is not a valid
 * answer to the command.
 */
export function verdictOf(stage: Stage, reply: SmtpReply): RelayVerdict {
  const { code, enhanced } = reply
  const text = textOf(reply)
  const facts = { stage, code, enhanced, text }
  if (code < 400) {
    if (stage === 'dot' && isPositive(code))
      return { outcome: 'accepted', ...facts, about: 'recipient', class: null }
    // A reply that does not fit the command, such as 354 or 221 to the final dot, leaves open
    // whether the message was accepted.
    return {
      outcome: stage === 'dot' ? 'uncertain' : opening(stage) ? 'unusable' : 'deferred',
      ...facts,
      about: 'relay',
      class: 'route-error',
    }
  }
  const kind = classify({ code, enhanced, text })
  const outcome = opening(stage) ? 'unusable' : code < 500 ? 'deferred' : 'refused'
  const limit = relayLimitOf(code, text, stage === 'mail')
  // A relay that takes no connection rests, at any pace; only a quota lasts longer.
  if (limit && (!opening(stage) || limit.of === 'quota'))
    return { outcome, ...facts, about: 'relay', class: kind, limit }
  return { outcome, ...facts, about: aboutOf(kind, stage, code), class: kind }
}

/** The verdict about us, if the reply calls us unknown or blocked, not the recipient. */
export function inFairness(verdict: RelayVerdict, parties: Parties): RelayVerdict {
  const { class: found, code, text } = verdict
  const isHard = found === 'bad-mailbox' || found === 'bad-domain'
  return code >= 400 && isHard && namesUs(text, parties)
    ? { ...verdict, about: 'us', class: 'sender-blocked' }
    : verdict
}

/**
 * The verdict without a reply, with our own text: uncertain once the end of the message was sent.
 */
function unanswered(stage: Stage, text: string): RelayVerdict {
  const outcome = stage === 'dot' ? 'uncertain' : opening(stage) ? 'unusable' : 'deferred'
  return { outcome, stage, code: 0, enhanced: null, text, about: 'relay', class: 'route-error' }
}

/** The same with sentences of our table. */
export const unansweredFor = (stage: Stage, ...causes: readonly RelaySentence[]): RelayVerdict => ({
  ...unanswered(stage, withoutStop(causes.map(({ detail }) => detail).join(' '))),
  causes,
})

/** A rejection by us, before anything of the message was sent. */
export function rejectedLocally(
  enhanced: string,
  sentence: RelaySentence,
  about: About,
): RelayVerdict {
  const text = withoutStop(sentence.detail)
  const kind =
    about === 'recipient' ? 'bad-mailbox' : about === 'content' ? 'content-refused' : 'route-error'
  return { outcome: 'refused', stage: 'mail', code: 0, enhanced, text, about, class: kind }
}

export const abandoned = (stage: Stage): RelayVerdict => ({
  outcome: 'abandoned',
  stage,
  code: 0,
  enhanced: null,
  text: withoutStop(relaySentence('smtp-held-back').detail),
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
  // Before RCPT, a reply is about the relay or about us.
  if (opening(stage))
    return kind === 'sender-blocked' || (stage === 'auth' && code >= 500) ? 'us' : 'relay'
  switch (kind) {
    case 'bad-mailbox':
    case 'mailbox-full':
      // In reply to MAIL, the mailbox is the sender's.
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
      // RFC 5321 3.8: 421 closes the connection after any command. After MAIL, most are passed on
      // from the recipient's server.
      return stage === 'mail' ? 'relay' : 'domain'
    case 'unknown':
      if (stage === 'mail') return code < 500 ? 'relay' : 'us'
      return stage === 'rcpt' ? 'recipient' : 'content'
  }
}
