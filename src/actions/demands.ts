/** Conditions on callers beside the right of an action. */
import { detailed } from '../domain/details/details.ts'
import { type Role, rightsOfRole } from '../domain/members/rights.ts'
import { type ActionCaller, demand } from './action.ts'
import type { HttpCaller } from './http/http-action.ts'
import { ApiProblem } from './problem.ts'

/**
 * No privilege escalation: a caller gives neither rights nor a sight of personal data beyond their
 * own.
 */
export function demandToGive(caller: ActionCaller, role?: Role, masked?: boolean): void {
  if (role !== undefined) for (const right of rightsOfRole(role)) demand(caller, right)
  if (caller.masked && masked === false)
    throw new ApiProblem('not-allowed', detailed('masked-grant'))
}

export function refuseMasked({ masked }: Pick<ActionCaller, 'masked'>): void {
  if (masked) throw new ApiProblem('not-allowed', detailed('masked'))
}

/** A session at a forgotten screen must not make keys and members. Keys are always confirmed. */
export function demandConfirmation({ session }: Pick<HttpCaller, 'session'>): void {
  if (session && !session.confirmed) throw new ApiProblem('not-confirmed')
}
