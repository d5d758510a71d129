/** Admission: the caller, and the rate limits, before the body is read. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiProblem } from '../../../actions/problem.ts'
import type { CallLimits } from '../../../lib/call-limits.ts'
import type { Caller } from '../caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined: no session, or none needed. */
    caller?: Caller
  }
}

/** Counts a call of a caller, and tells the remaining limit as headers. Refuses beyond it. */
export type CountCall = (caller: Caller, tell: (headers: Record<string, number>) => void) => void

export function callCounter(limits: CallLimits): CountCall {
  return ({ account, key, callsPerMinute: granted }, tell) => {
    const call = { accountId: account.id, caller: key, granted }
    const { limit, left, reset, retryAfter } = limits.take(call)
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
  count: CountCall,
  identify: (request: FastifyRequest) => Promise<Caller>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const caller = await identify(request)
    count(caller, headers => void reply.headers(headers))
    request.caller = caller
  }
}
