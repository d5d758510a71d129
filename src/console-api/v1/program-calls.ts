/**
 * Actions for programs that do not speak the JSON API: called with the same keys, limits, rights
 * and masks, and in the same order of checks.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallOf } from '../../actions/action.ts'
import type { actions } from '../../actions/table.ts'
import { callerGone } from '../../lib/caller-gone.ts'
import type { CountCall } from './admission/admit.ts'
import { parsed, termsOf } from './admission/json-body.ts'
import type { NoteRefusal } from './admission/refused-calls.ts'
import { type Caller, callerOfKey } from './caller.ts'
import { answerOf, type CallOptions, demandRights, once, type RepeatedCall } from './calls.ts'
import type { NoteApiCall } from './noted-calls.ts'
import { faultOf, keepRefusal, problemOf, statusOf, type ToldProblem } from './problem.ts'
import { routes } from './table.ts'

export type Actions = CallOf<typeof actions>

export type ActionName = Parameters<Actions>[0]

export interface ProgramCalls {
  /** The caller with a key; its call is counted. Refuses an unknown key and a call too many. */
  admit(req: IncomingMessage, res: ServerResponse, token: string): Promise<Caller>
  /** The body of a call, of at most so many bytes. */
  bytes(req: IncomingMessage, caller: Caller, most: number): Promise<Buffer>
  json(req: IncomingMessage, caller: Caller, most: number): Promise<unknown>
  /** Refuses a caller without the rights of an action, before anything is read for it. */
  demand(caller: Caller, action: ActionName): Promise<void>
  /** Actions by their routes, as the JSON API carries them out for this caller. */
  actionsOf(caller: Caller, req: IncomingMessage, res: ServerResponse): Actions
  /** Runs idempotent work once per key; work without an answer is run again. */
  once(caller: Caller, call: RepeatedCall, work: () => Promise<KeptCall>): Promise<KeptCall>
  /** Why a call at `place` failed; a fault is reported. */
  problemIn(error: unknown, req: IncomingMessage, place: string): CallProblem
  /** Notes an answered call of a key for the board of programs. */
  note: NoteApiCall
}

/** An answer that is kept for its key. */
export interface KeptCall {
  status: number
  /** JSON. */
  body: unknown
}

export interface CallProblem extends ToldProblem {
  /** Of the JSON API. */
  status: number
}

export function createProgramCalls(
  options: CallOptions & { report(error: unknown, id: string): void },
  { count, noteRefusal, note }: { count: CountCall; noteRefusal: NoteRefusal; note: NoteApiCall },
): ProgramCalls {
  const { db, bodies, factsOf, report } = options
  const byName = new Map(routes.map(route => [`${route.method} ${route.path}`, route]))
  const bytes: ProgramCalls['bytes'] = (req, caller, most) =>
    bodies.read(req, termsOf(caller.account.id, most))
  return {
    async admit(req, res, token) {
      const caller = await callerOfKey(db, req, token, factsOf(req).peer)
      count(caller, headers => {
        for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
      })
      return caller
    },
    bytes,
    json: async (...asked) => parsed(await bytes(...asked)),
    demand: (caller, action) => demandRights(db, byName.get(action)!, caller),
    actionsOf(caller, req, res) {
      const call = async (name: string, parts: object) => {
        const route = byName.get(name)!
        await demandRights(db, route, caller)
        return (await answerOf(options, route, caller, req, parts, () => callerGone(res))).body
      }
      return call as Actions
    },
    once: (caller, call, work) => once(options, caller, { ...call, resumable: true }, work),
    problemIn(error, req, place) {
      const { id, peer } = factsOf(req)
      const known = problemOf(error)
      if (known) noteRefusal(req, place, known.reason, peer)
      else report(error, id)
      const { reason, facts } = known ?? faultOf(error, id)
      keepRefusal(req, { reason, facts })
      return { reason, facts, status: statusOf(reason) }
    },
    note,
  }
}
