/** Calls refused for want of a right, in the audit log: one entry an hour for each caller. */
import type { IncomingMessage } from 'node:http'
import type { ProblemReason } from '../../../actions/problem.ts'
import type { Db } from '../../../db/db.ts'
import { createRepeats } from '../../../domain/audit/repeats.ts'
import { knownCaller } from '../caller.ts'

/** Looks at why a call at `place` was refused, and returns at once. */
export type NoteRefusal = (
  req: IncomingMessage,
  place: string,
  reason: ProblemReason,
  peer: string,
) => void

export function createRefusedCalls(db: Db, report: (error: unknown) => void): NoteRefusal {
  const repeat = createRepeats(db)
  return (req, place, reason, peer) => {
    const caller = knownCaller(req)
    if (!caller || reason !== 'not-allowed') return
    const last = `${req.method} ${place.replace('/api/v1', '')}`
    const change = { action: 'call.refuse', id: '', last } as const
    repeat(caller.account.id, change, { ...caller.actor, peer }).catch(report)
  }
}
