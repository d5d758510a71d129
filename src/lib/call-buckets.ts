/** Limits on the calls of each caller: token buckets of this process. */
import { createCache } from './cache.ts'

export interface CallBuckets {
  /** Counts a call; `retryAfter` in seconds if there is none left. */
  take(caller: string): { limit: number; left: number; retryAfter: number | undefined }
}

interface CallBucket {
  tokens: number
  filledAt: number
}

const MOST_CALLERS = 10_000

/** `most` calls at once, and as many in each `millis`. */
export function createCallBuckets(most: number, millis: number): CallBuckets {
  const buckets = createCache<string, CallBucket>({ most: MOST_CALLERS })
  const perMilli = most / millis
  return {
    take(caller) {
      const now = Date.now()
      const bucket = buckets.through(caller, () => ({ tokens: most, filledAt: now }))
      bucket.tokens = Math.min(most, bucket.tokens + (now - bucket.filledAt) * perMilli)
      bucket.filledAt = now
      if (bucket.tokens < 1) {
        const retryAfter = (1 - bucket.tokens) / perMilli / 1000
        return { limit: most, left: 0, retryAfter }
      }
      bucket.tokens--
      return { limit: most, left: Math.floor(bucket.tokens), retryAfter: undefined }
    },
  }
}
