/**
 * The state and next try of a delivery after the relay's reply: retried with backoff. This is the
 * only place that turns a verdict into a state.
 */

/** What the sender knows after a try; see mail/smtp/verdict.ts, whose words these are. */
export interface TryResult {
  outcome: 'accepted' | 'deferred' | 'refused' | 'uncertain' | 'unusable' | 'abandoned'
  about: 'recipient' | 'domain' | 'us' | 'content' | 'relay'
  code: number
  enhanced: string | null
  text: string
}

export interface DeliveryOutcome {
  /** Claimed: it was marked and is still in the hand of whoever claimed it. */
  state: 'claimed' | 'planned' | 'accepted' | 'deferred' | 'bounced' | 'failed' | 'uncertain'
  reply: string | null
  reason: string | null
  nextTryAt: Date | null
  /** 1 when the try never reached the relay and does not count. */
  unspent: 0 | 1
}

interface TryHistory {
  /** How often it was handed over, this time included. */
  tries: number
  /** It was uncertain before: then it is not tried again by itself. */
  wasUncertain: boolean
  /** Whether an uncertain letter is tried once more. */
  retryUncertain: boolean
}

const MINUTE = 60_000
/** Growing pauses, then hourly; with the last one 72 hours have passed. */
const FIRST_PAUSES = [1, 5, 15, 60].map(minutes => minutes * MINUTE)
const HOUR = 60 * MINUTE
const MOST_REFUSALS = 6
const MOST_TRIES = FIRST_PAUSES.length + 71

/** Tries do not all come back at the same moment. */
const jittered = (millis: number): number => millis * (0.8 + Math.random() * 0.4)

/** As the relay said it, on one line. */
export const replyText = ({
  code,
  enhanced,
  text,
}: Pick<TryResult, 'code' | 'enhanced' | 'text'>): string =>
  [code, enhanced, text].filter(part => part !== null && part !== '').join(' ')

export function outcomeOf(
  tried: TryResult,
  { tries, wasUncertain, retryUncertain }: TryHistory,
  now = Date.now(),
): DeliveryOutcome {
  const reply = tried.code > 0 ? replyText(tried) : null
  const told = { reply, reason: tried.code > 0 ? null : tried.text, unspent: 0 as const }
  const later = (millis: number) => new Date(now + jittered(millis))
  switch (tried.outcome) {
    case 'accepted':
      return { ...told, state: 'accepted', reason: null, nextTryAt: null }
    case 'abandoned':
      return { ...told, state: 'planned', nextTryAt: new Date(now), unspent: 1 }
    case 'unusable':
      return { ...told, state: 'planned', nextTryAt: later(MINUTE / 2), unspent: 1 }
    case 'uncertain': {
      const again = retryUncertain && !wasUncertain
      return {
        ...told,
        state: 'uncertain',
        reason: tried.text,
        nextTryAt: again ? later(MINUTE) : null,
      }
    }
    case 'refused':
      // What is about us, or the relay, is not the person's fault: the route is seen to, and the
      // letter waits. A receiver that goes on saying no to us is believed after a while.
      if ((tried.about === 'us' || tried.about === 'relay') && tries < MOST_REFUSALS) return wait()
      return { ...told, state: 'bounced', nextTryAt: null }
    case 'deferred':
      return wait()
  }
  function wait(): DeliveryOutcome {
    if (tries >= MOST_TRIES)
      return { ...told, state: 'failed', reason: 'Tried for 72 hours.', nextTryAt: null }
    return { ...told, state: 'deferred', nextTryAt: later(FIRST_PAUSES[tries - 1] ?? HOUR) }
  }
}
