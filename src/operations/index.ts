/** All handlers. Does not compile if one is missing. */
import { withActor } from '../domain/audit/actor.ts'
import * as additions from './additions.ts'
import * as additionsOfSubscribers from './additions-of-subscribers.ts'
import type { Call, Handlers } from './handler.ts'
import * as imports from './imports.ts'
import * as lists from './lists.ts'
import * as newsletters from './newsletters.ts'
import * as reports from './reports.ts'
import * as sms from './sms.ts'
import * as subscribers from './subscribers.ts'
import * as transactions from './transactions.ts'

export const handlers: Handlers = {
  ...subscribers,
  ...byProgram(lists),
  ...imports,
  ...transactions,
  ...sms,
  ...reports,
  ...byProgram(newsletters),
  ...byProgram(additions),
  ...additionsOfSubscribers,
}

/**
 * Names the caller for the audit log. Only for operations on objects of the account: calls for
 * single subscribers are not recorded, and must cost nothing more.
 */
function byProgram<Of extends Partial<Handlers>>(group: Of): Of {
  type AnyHandler = (call: Call, input: unknown) => unknown
  const named = Object.entries(group).map(([name, handler]) => [
    name,
    (call: Call, input: unknown) =>
      withActor(call.actor, () => (handler as AnyHandler)(call, input)),
  ])
  return Object.fromEntries(named) as Of
}
