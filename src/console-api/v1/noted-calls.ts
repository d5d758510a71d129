/**
 * Calls with an API key, for the board of programs: their operation, why they were refused and for
 * which values. Values are not kept, and of names those of the route only: a program may send
 * anything as a name.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProgramBinding } from '../../domain/programs/bindings.ts'
import type { CallNotes } from '../../domain/programs/note-calls.ts'
import { knownCaller } from './caller.ts'
import { refusalOfCall } from './problem.ts'

export interface ApiCall {
  binding: ProgramBinding
  /** Its name, of a closed list; undefined: there is none. */
  operation: string | undefined
  /** Why it was refused, if the answer to HTTP is no refusal. */
  reason?: string | undefined
  /** What it asked for and is not offered, by names of a closed list; empty: another name. */
  unoffered?: readonly string[]
  /** The names of its values. */
  names(): ReadonlySet<string>
  millis: number
}

/** Returns at once. Callers without a key, and unknown ones, are not noted. */
export type NoteApiCall = (req: IncomingMessage, res: ServerResponse, call: ApiCall) => void

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

export const createNotedCalls =
  (
    note: CallNotes['note'],
    factsOf: (req: IncomingMessage) => { peer: string; id: string },
  ): NoteApiCall =>
  (req, res, { names, reason, ...call }) => {
    const caller = knownCaller(req)
    if (caller?.actor.kind !== 'key') return
    const { peer, id } = factsOf(req)
    const refused = refusalOfCall(req)
    note({
      unoffered: [],
      ...call,
      caller: caller.account.id,
      keyId: caller.actor.id,
      outcome: res.writableFinished ? endOf(reason ?? refused?.reason) : 'gone',
      peer,
      userAgent: req.headers['user-agent'],
      exchange: () => ({
        method: METHODS.has(req.method!) ? req.method : 'other',
        headers: [],
        otherHeaders: Object.keys(req.headers).length,
        parameters: (refused?.fields ?? []).slice(0, MOST_FIELDS).map(({ field, code }) => ({
          name: nameWithin(field, names()),
          value: { kind: 'secret', length: 0 },
          ...(code !== undefined && { rule: code }),
        })),
        millis: Math.round(call.millis),
        call: req.headers['x-request-id'] === id ? '' : id,
      }),
    })
  }

const endOf = (reason: string | undefined): string =>
  reason === 'fault' ? 'server-fault' : (reason ?? '')

const MOST_FIELDS = 20
const MOST_PARTS = 12
/** A place in a list. */
const PLACE = /^\d{1,4}$/

/** `body.blocks.3.text`; parts that are no name of the route are left out. */
function nameWithin(field: string, names: ReadonlySet<string>): string {
  const parts = field.slice(0, 1_000).split('.', MOST_PARTS)
  return parts.map(one => (names.has(one) || PLACE.test(one) ? one : '…')).join('.')
}
