/** Carries actions out in a command: in the store, for its account, checked by their schemas. */
import {
  type ActionCall,
  type AnyAction,
  answerTo,
  type CallOf,
  checkedInput,
} from '../../actions/action.ts'
import { type AccountOption, forAccount, forStore } from '../account-option.ts'
import type { Context } from '../context.ts'
import { withCall } from './action-call.ts'
import type { RawInput } from './fields.ts'

/** Of commands that call several actions, or read what no schema has: a file, a prompt. */
export const acting = <const Actions extends readonly AnyAction[], T>(
  context: Context,
  options: AccountOption,
  actions: Actions,
  work: (call: CallOf<Actions>) => Promise<T>,
): Promise<T> =>
  inStore(context, actions, options, here => work(callOf(actions, here) as CallOf<Actions>))

/** With an account, unless all the actions are about the installation. */
export function inStore<T>(
  context: Context,
  actions: readonly AnyAction[],
  options: AccountOption,
  work: (call: ActionCall) => Promise<T>,
): Promise<T> {
  if (actions.every(({ installation }) => installation))
    return forStore(context, db => withCall(context, db, undefined, work))
  return forAccount(context, options, async (db, account) => {
    if (actions.some(({ recognisesErased }) => recognisesErased)) {
      const { recogniseErasedHere } = await import('../secret.ts')
      await recogniseErasedHere(db, context.config(), account.id)
    }
    return withCall(context, db, account, work)
  })
}

/** Calls an action of the table by its route. */
export const callOf =
  (actions: readonly AnyAction[], here: ActionCall) =>
  (route: string, input: Partial<RawInput>): Promise<unknown> => {
    const action = actions.find(one => one.route === route)!
    return answerTo(action, here, checkedInput(action, input))
  }
