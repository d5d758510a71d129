/** Limits on the calls of programs and sessions: of each, and of all of an account. */
import { type CallsLeft, createCallBuckets } from './call-buckets.ts'

interface LimitedCall {
  accountId: number
  /** Of this one alone among those of all accounts. */
  caller: string
  /** The limit that the caller has of its own: it takes none from the others of its account. */
  granted: number | undefined
}

export interface CallLimits {
  /** Counts a call; what is left is that of the narrower limit. */
  take(call: LimitedCall): CallsLeft
}

const MINUTE = 60_000
/** The callers of an account may make as many calls together as this many of them. */
const CALLERS_OF_ACCOUNT = 5

export function createCallLimits(callsPerMinute: number): CallLimits {
  const ofCaller = createCallBuckets(callsPerMinute, MINUTE)
  const ofAccount = createCallBuckets(callsPerMinute * CALLERS_OF_ACCOUNT, MINUTE)
  return {
    take({ accountId, caller, granted }) {
      if (granted !== undefined) return ofCaller.take(caller, granted)
      const own = ofCaller.take(caller)
      // A refused call takes none from other callers of the account.
      if (own.retryAfter !== undefined) return own
      const all = ofAccount.take(String(accountId))
      return all.retryAfter !== undefined || all.left < own.left ? all : own
    },
  }
}
