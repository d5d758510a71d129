/** Limits on the calls of each caller: token buckets of this process. */
import { createCache } from './cache.ts'

export interface CallBuckets {
  /** Counts a call of a caller with a limit of `most`, if not the common one. */
  take(caller: string, most?: number): CallsLeft
}

export interface CallsLeft {
  limit: number
  left: number
  /** Seconds until all are left, if no more are made. */
  reset: number
  /** Seconds until one is left; undefined if the call may be made. */
  retryAfter: number | undefined
}

interface CallBucket {
  tokens: number
  filledAt: number
}

const MOST_CALLERS = 10_000

/** `most` calls at once, and as many in each `millis`. */
export function createCallBuckets(usual: number, millis: number): CallBuckets {
  const buckets = createCache<string, CallBucket>({ most: MOST_CALLERS })
  return {
    take(caller, most = usual) {
      const perMilli = most / millis
      const now = Date.now()
      const bucket = buckets.through(caller, () => ({ tokens: most, filledAt: now }))
      bucket.tokens = Math.min(most, bucket.tokens + (now - bucket.filledAt) * perMilli)
      bucket.filledAt = now
      const retryAfter = bucket.tokens < 1 ? (1 - bucket.tokens) / perMilli / 1000 : undefined
      if (retryAfter === undefined) bucket.tokens--
      const reset = (most - bucket.tokens) / perMilli / 1000
      return { limit: most, left: Math.floor(bucket.tokens), reset, retryAfter }
    },
  }
}
