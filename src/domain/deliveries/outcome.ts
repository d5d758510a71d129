/**
 * The state and next attempt of a delivery after the relay's reply: retried with exponential
 * backoff. This is the only place that maps a verdict to a state.
 */

import { detailed } from '../details/details.ts'

/** The result of an attempt, in the terms of mail/smtp/verdict.ts. */
export interface TryResult {
  outcome: 'accepted' | 'deferred' | 'refused' | 'uncertain' | 'unusable' | 'abandoned'
  about: 'recipient' | 'domain' | 'us' | 'content' | 'relay'
  code: number
  enhanced: string | null
  text: string
  /** A limit of the relay, for any recipient: the email counts as not tried. */
  limit?: object
}

export interface DeliveryOutcome {
  /** Claimed: marked, and still claimed by the same worker. */
  state: 'claimed' | 'planned' | 'accepted' | 'deferred' | 'bounced' | 'failed' | 'uncertain'
  reply: string | null
  reason: string | null
  /** The reply can be about the recipient, by the command that it answers. */
  aboutRecipient?: boolean
  nextTryAt: Date | null
  /** 1: the attempt never reached the relay and does not count. */
  unspent: 0 | 1
}

interface TryHistory {
  /** The number of hand-overs, including this one. */
  tries: number
  /** It was uncertain before: then it is not retried automatically. */
  wasUncertain: boolean
  /** Whether an uncertain email is retried once. */
  retryUncertain: boolean
}

const MINUTE = 60_000
/** Growing pauses, then hourly; with the jitter, the last attempt is after 72 hours on average. */
const FIRST_PAUSES = [1, 5, 15, 60].map(minutes => minutes * MINUTE)
const HOUR = 60 * MINUTE
const MOST_REFUSALS = 6
const MOST_TRIES = FIRST_PAUSES.length + 65

/**
 * Spreads retries, so that they are not simultaneous. Never shorter: greylisting of five minutes
 * is over at the second retry.
 */
const jittered = (millis: number): number => millis * (1 + Math.random() * 0.2)

/** The relay's reply, on one line; without one, what happened. */
export const replyText = ({
  code,
  enhanced,
  text,
}: Pick<TryResult, 'code' | 'enhanced' | 'text'>): string =>
  [code, enhanced, text].filter(part => part !== null && part !== '' && part !== 0).join(' ')

export function outcomeOf(
  tried: TryResult,
  { tries, wasUncertain, retryUncertain }: TryHistory,
  now = Date.now(),
): DeliveryOutcome {
  const reply = tried.code > 0 ? replyText(tried) : null
  const result = {
    reply,
    reason: tried.code > 0 ? null : tried.text,
    aboutRecipient: tried.about === 'recipient' || tried.about === 'domain',
    unspent: 0 as const,
  }
  const later = (millis: number) => new Date(now + jittered(millis))
  // The pace of the route decides when it goes.
  if (tried.limit) return { ...result, state: 'planned', nextTryAt: new Date(now), unspent: 1 }
  switch (tried.outcome) {
    case 'accepted':
      return { ...result, state: 'accepted', reason: null, nextTryAt: null }
    case 'abandoned':
      return { ...result, state: 'planned', nextTryAt: new Date(now), unspent: 1 }
    case 'unusable':
      return { ...result, state: 'planned', nextTryAt: later(MINUTE / 2), unspent: 1 }
    case 'uncertain': {
      const again = retryUncertain && !wasUncertain
      return {
        ...result,
        state: 'uncertain',
        reason: tried.text,
        nextTryAt: again ? later(MINUTE) : null,
      }
    }
    case 'refused':
      // A refusal because of us or the relay is not about the address: the email is deferred, and
      // the operator can fix the route. A receiver that keeps refusing us is believed after a
      // while.
      if ((tried.about === 'us' || tried.about === 'relay') && tries < MOST_REFUSALS) return wait()
      // Found by us before any receiver was asked: it is no bounce.
      if (tried.code === 0 && tried.about === 'content')
        return { ...result, state: 'failed', nextTryAt: null }
      return { ...result, state: 'bounced', nextTryAt: null }
    case 'deferred':
      return wait()
  }
  function wait(): DeliveryOutcome {
    if (tries >= MOST_TRIES)
      return { ...result, state: 'failed', reason: detailed('email-late').detail, nextTryAt: null }
    return { ...result, state: 'deferred', nextTryAt: later(FIRST_PAUSES[tries - 1] ?? HOUR) }
  }
}
