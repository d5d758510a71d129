/** Who a call comes from, and whether there were too many: before its body is read. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../../../db/db.ts'
import { createCallBuckets } from '../../../lib/call-buckets.ts'
import { type Caller, callerOf } from '../caller.ts'
import { ApiProblem } from '../problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined: nobody is signed in, or need not be. */
    caller?: Caller
  }
}

const MINUTE = 60_000
/** A minute, of a session or key, and of all of an account. */
const MOST_CALLS = { caller: 1_200, account: 6_000 }

/** Notes the caller of a request. Refuses one without, and one with too many calls. */
export function createAdmission(
  db: Store,
  originOf: (request: FastifyRequest) => string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const ofCaller = createCallBuckets(MOST_CALLS.caller, MINUTE)
  const ofAccount = createCallBuckets(MOST_CALLS.account, MINUTE)

  return async (request, reply) => {
    const caller = await callerOf(db, request.raw, originOf(request))
    const own = ofCaller.take(caller.key)
    // What is refused already takes none from the others of the account.
    const all = own.retryAfter === undefined ? ofAccount.take(String(caller.account.id)) : own
    const { limit, left, retryAfter } = all.left < own.left ? all : own
    reply.headers({ 'RateLimit-Limit': limit, 'RateLimit-Remaining': left, 'RateLimit-Reset': 60 })
    if (retryAfter !== undefined || all.retryAfter !== undefined)
      throw new ApiProblem('too-many-calls', { retryAfter: retryAfter ?? all.retryAfter })
    request.caller = caller
  }
}
