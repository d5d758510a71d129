/**
 * A route of the JSON API: an action (table.ts) as the server, the checks of input and output, and
 * the OpenAPI document see it, its types erased.
 */
import type { z } from 'zod'
import { type AnyAction, type Method, NOTHING, wordsOf } from '../../actions/action.ts'
import type { HttpCall, VisitorCall } from '../../actions/http/http-action.ts'

export interface ApiRoute
  extends Pick<
    AnyAction,
    'right' | 'about' | 'params' | 'query' | 'body' | 'out' | 'tag' | 'bodyBytes'
  > {
  method: Method
  /** Below /api/v1, parameters as `:listId`. */
  path: string
  confirmed: boolean
  personal: boolean
  billing: boolean
  /** The commands that do the same: test/console-api/parity.test.ts. */
  commands: readonly string[]
  params: z.ZodType
  query: z.ZodType
  creates: boolean
  upload: boolean
  /** The answer is an ApiFile. */
  file: boolean
  /** Of all other changes the header is refused, so that it is never ignored. */
  readsIfMatch: boolean
  readsTest: boolean
  run(call: HttpCall, input: Parameters<AnyAction['run']>[1]): Promise<unknown>
  /** Of a route for `anyone`. */
  visit(call: VisitorCall, input: { body: unknown }): Promise<unknown>
}

/** The routes of actions. */
export const served = (actions: readonly AnyAction[]): ApiRoute[] =>
  actions.map(({ route, command, commands = [], run, ...action }) => {
    const [method, path] = route.split(' ') as [Method, string]
    const derived = command === undefined ? [] : [wordsOf(command)]
    return {
      ...action,
      method,
      path,
      commands: [...derived, ...commands],
      params: action.params ?? NOTHING,
      query: action.query ?? NOTHING,
      confirmed: action.confirmed ?? false,
      personal: action.personal ?? false,
      billing: action.billing ?? false,
      creates: action.creates ?? false,
      upload: action.upload ?? false,
      file: action.file ?? false,
      readsIfMatch: action.readsIfMatch ?? false,
      readsTest: action.readsTest ?? false,
      run,
      // Its function takes the call of a visitor: visitorAction().
      visit: run as unknown as ApiRoute['visit'],
    }
  })
