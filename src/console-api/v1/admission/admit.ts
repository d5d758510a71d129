/** Admission: the caller, and the rate limits, before the body is read. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiProblem } from '../../../actions/problem.ts'
import type { Store } from '../../../db/db.ts'
import { type CallsLeft, createCallBuckets } from '../../../lib/call-buckets.ts'
import { type Caller, callerOf } from '../caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined: no session, or none needed. */
    caller?: Caller
  }
}

const MINUTE = 60_000
/** The callers of an account may make as many calls together as this many of them. */
const CALLERS_OF_ACCOUNT = 5

/** Counts a call of a caller, and tells the remaining limit as headers. Refuses beyond it. */
export type CountCall = (caller: Caller, tell: (headers: Record<string, number>) => void) => void

/** A key with a limit of its own takes none from the other callers of its account. */
export function createCallLimits(callsPerMinute: number): CountCall {
  const ofCaller = createCallBuckets(callsPerMinute, MINUTE)
  const ofAccount = createCallBuckets(callsPerMinute * CALLERS_OF_ACCOUNT, MINUTE)

  /** The rest of the narrower of two limits. */
  function counted({ account, key, callsPerMinute: granted }: Caller): CallsLeft {
    if (granted !== undefined) return ofCaller.take(key, granted)
    const own = ofCaller.take(key)
    // A refused call takes none from other callers of the account.
    if (own.retryAfter !== undefined) return own
    const all = ofAccount.take(String(account.id))
    return all.retryAfter !== undefined || all.left < own.left ? all : own
  }

  return (caller, tell) => {
    const { limit, left, reset, retryAfter } = counted(caller)
    tell({
      'RateLimit-Limit': limit,
      'RateLimit-Remaining': left,
      'RateLimit-Reset': Math.ceil(reset),
    })
    if (retryAfter !== undefined) throw new ApiProblem('too-many-calls', { retryAfter })
  }
}

/** Notes the caller of a request. Refuses one without, and one with too many calls. */
export function createAdmission(
  db: Store,
  count: CountCall,
  originOf: (request: FastifyRequest) => string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const caller = await callerOf(db, request.raw, originOf(request))
    count(caller, headers => void reply.headers(headers))
    request.caller = caller
  }
}
