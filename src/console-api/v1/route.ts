/**
 * A route of the JSON API: an action (table.ts) as the server, the checks of input and output, and
 * the OpenAPI document see it, its types erased.
 */
import { z } from 'zod'
import { type AnyAction, type Method, NOTHING, wordsOf } from '../../actions/action.ts'
import type { HttpCall, VisitorCall } from '../../actions/http/http-action.ts'

export interface ApiRoute
  extends Pick<
    AnyAction,
    | 'right'
    | 'about'
    | 'boundBy'
    | 'deprecated'
    | 'params'
    | 'query'
    | 'body'
    | 'out'
    | 'tag'
    | 'bodyBytes'
    | 'resumes'
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

const names = new Map<ApiRoute, ReadonlySet<string>>()

/** The names of all values of its path, query and body, and of these parts. */
export function namesIn(route: ApiRoute): ReadonlySet<string> {
  let known = names.get(route)
  if (known === undefined) {
    const found = new Set(['path', 'query', 'body', 'If-Match', 'Idempotency-Key'])
    for (const schema of [route.params, route.query, route.body])
      if (schema) addNames(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), found)
    known = found
    names.set(route, known)
  }
  return known
}

function addNames(schema: unknown, found: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value)) found.add(name)
    addNames(value, found)
  }
}
