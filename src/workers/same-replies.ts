/**
 * Evidence that a reply is about the route, in spite of its words: several providers would not
 * answer in the same words within a minute, and a relay does.
 */
import type { TryResult } from '../domain/deliveries/outcome.ts'
import { commonReply } from '../domain/deliveries/providers/provider-word.ts'
import { createCache } from '../lib/cache.ts'

export interface SameReplies {
  /** Notes a reply; returns the providers that it came from if it is about the route. */
  note(provider: string, tried: TryResult, now: number): string[] | undefined
  /** Another provider has answered the same within a minute. */
  isRepeated(provider: string, tried: TryResult, now: number): boolean
}

interface Heard {
  /** When each provider last answered so. */
  from: Map<string, number>
  /** It has been found to be about the route. */
  ofRoute: boolean
}

const PROVIDERS = 3
/** Replies are remembered for an hour, and counted over a minute of these milliseconds. */
const HOUR_OF_MINUTES = 60
const MOST_REPLIES = 500
const MOST_PROVIDERS = 100

export function createSameReplies(minuteMillis: number): SameReplies {
  const heard = createCache<string, Heard>({
    most: MOST_REPLIES,
    millis: HOUR_OF_MINUTES * minuteMillis,
  })
  const lately = ({ from }: Heard, now: number) =>
    [...from].filter(([, at]) => now - at < minuteMillis).map(([provider]) => provider)

  return {
    note(provider, tried, now) {
      if (!canBeOfRoute(tried)) return undefined
      const one = heard.through(wordsOf(tried), () => ({ from: new Map(), ofRoute: false }))
      if (one.from.size < MOST_PROVIDERS || one.from.has(provider)) one.from.set(provider, now)
      const providers = lately(one, now)
      one.ofRoute ||= providers.length >= PROVIDERS
      return one.ofRoute ? providers : undefined
    },
    isRepeated(provider, tried, now) {
      const one = heard.get(wordsOf(tried))
      return one !== undefined && lately(one, now).some(other => other !== provider)
    },
  }
}

/** Replies about an address are the same everywhere, as are those of greylisting. */
function canBeOfRoute({ outcome, about, code, enhanced, text }: TryResult): boolean {
  if (outcome !== 'deferred' || code < 400 || (about !== 'domain' && about !== 'relay'))
    return false
  return !/^4\.[12]\./.test(enhanced ?? '') && !/gr[ea]y-?list|unverified|verif/i.test(text)
}

const wordsOf = (tried: TryResult): string => commonReply(tried).toLowerCase()
