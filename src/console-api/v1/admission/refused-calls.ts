/** Calls refused for want of a right, in the audit log: one entry an hour for each caller. */
import type { FastifyRequest } from 'fastify'
import type { ApiProblem } from '../../../actions/problem.ts'
import type { Db } from '../../../db/db.ts'
import { createRepeats } from '../../../domain/audit/repeats.ts'
import { knownCaller } from '../caller.ts'

/** Looks at the answer of a call, and returns at once. */
export function createRefusedCalls(
  db: Db,
  report: (error: unknown) => void,
): (request: FastifyRequest, problem: ApiProblem, peer: string) => void {
  const repeat = createRepeats(db)
  return ({ raw, method, routeOptions }, { reason }, peer) => {
    const caller = knownCaller(raw)
    if (!caller || reason !== 'not-allowed') return
    const last = `${method} ${routeOptions.url?.replace('/api/v1', '')}`
    const change = { action: 'call.refuse', id: '', last } as const
    repeat(caller.account.id, change, { ...caller.actor, peer }).catch(report)
  }
}
